// Small manners of every page: windows open and close, messages go when told, the open tab is in sight, the problem list is read first.
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

  // In a row of tabs that goes on beyond the window, the page that is open is in sight.
  for (const open of document.querySelectorAll(".in-a-row > [aria-current]")) {
    const row = open.parentElement;
    row.scrollLeft = open.offsetLeft - (row.clientWidth - open.offsetWidth) / 2;
  }

  document.querySelector(".error-summary")?.focus();
})();
