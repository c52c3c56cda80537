// On the front page the events of whoever is signed in stand on top, each with its next step. The lists below are the same
// for everybody: here they leave out what stands on top already, so that no event is shown twice.
(() => {
  "use strict";

  const main = document.querySelector("main");

  const leaveOut = () => {
    const own = new Set([...main.querySelectorAll("#own [data-event]")].map((line) => line.dataset.event));
    for (const line of main.querySelectorAll("#now [data-event], #lists [data-event]")) line.hidden = own.has(line.dataset.event);
    for (const list of main.querySelectorAll("#lists [data-lists]")) list.hidden = !list.querySelector("[data-event]:not([hidden])");
  };

  document.addEventListener("htmx:afterSettle", leaveOut);
  document.addEventListener("talon:live", leaveOut);
  leaveOut();
})();
