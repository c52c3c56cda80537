// Asks again for a file that is being made. The answer is this page once more, or the file, which the browser takes beside it.
(() => {
  "use strict";

  const seconds = Number(document.querySelector("[data-again]").dataset.again);
  setTimeout(() => location.reload(), 1000 * seconds);
})();
