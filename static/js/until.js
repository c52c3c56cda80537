// What is announced disappears at its end, by the clock of the server as far as this page has heard it.
(() => {
  "use strict";

  let skew = 0; // milliseconds by which the server's clock is ahead
  const hide = () => {
    for (const item of document.querySelectorAll("[data-until]")) item.hidden = Number(item.dataset.until) * 1000 <= Date.now() + skew;
  };

  document.addEventListener("talon:live", hide);
  document.addEventListener("talon:line", ({ detail }) => {
    if (detail.served) skew = Date.parse(detail.served) - Date.now();
    hide();
  });
  hide();
})();
