// Small manners of every page: windows open and close, messages go when told, a missing answer is said, the open tab is in
// sight, the problem list is read first.
(() => {
  "use strict";

  const dialogOf = (opener) => document.getElementById(opener.dataset.opens);

  const openDialog = (event, opener) => {
    const dialog = dialogOf(opener);
    if (!dialog) return;
    event.preventDefault();
    dialog.showModal();
  };

  const closeMessage = (button) => button.closest(".message").remove();

  const closeMenusExcept = (target) => {
    for (const menu of document.querySelectorAll("details.languages[open], details.menu[open]")) {
      if (!menu.contains(target)) menu.open = false;
    }
  };

  document.addEventListener("click", (event) => {
    closeMenusExcept(event.target);
    const opener = event.target.closest("[data-opens]");
    if (opener) openDialog(event, opener);
    const closer = event.target.closest("[data-closes]");
    if (closer) closeMessage(closer);
    if (event.target instanceof HTMLDialogElement) event.target.close();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") closeMenusExcept(null);
  });

  // What htmx got no good answer to is said at the foot of the window: in the words of the server, or in those that the
  // page has with it. It goes with the next good answer. The menu of the account nobody has asked for: a page that is shown
  // without a line says so at its top.
  const failures = () => document.querySelectorAll("#toasts [data-failure]");

  const wordsOf = (answer) => new DOMParser().parseFromString(answer, "text/html").querySelector("body > .message")
    ?? document.getElementById("no-answer").content.firstElementChild.cloneNode(true);

  const sayFailure = ({ target, detail: { xhr } }) => {
    if (target.id === "account-menu" || failures().length || (xhr.status > 0 && xhr.status < 500)) return;
    const message = document.adoptNode(wordsOf(xhr.responseText));
    message.dataset.failure = "";
    document.getElementById("toasts").append(message);
  };

  for (const failure of ["htmx:responseError", "htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, sayFailure);
  document.addEventListener("htmx:afterOnLoad", ({ detail: { xhr } }) => {
    if (xhr.status < 400) failures().forEach((message) => message.remove());
  });

  // A page that is printed as it is.
  for (const button of document.querySelectorAll("[data-prints]")) {
    button.hidden = false;
    button.addEventListener("click", () => print());
  }

  // In a row of tabs that goes on beyond the window, the page that is open is in sight.
  for (const open of document.querySelectorAll(".in-a-row > [aria-current]")) {
    const row = open.parentElement;
    row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }

  document.querySelector(".error-summary")?.focus();
})();
