// Last time's entries: two names that are tapped one after the other change places, and with them what is sent.
(() => {
  "use strict";

  const list = document.querySelector(".again");
  if (!list) return;
  let chosen = null;

  const press = (name, isPressed) => name.setAttribute("aria-pressed", String(isPressed));

  const write = (row) => {
    const names = [...row.querySelectorAll("[data-player]")];
    for (const field of row.querySelectorAll("input")) field.value = names.map((name) => name.dataset.player).join(" ");
    row.querySelector("[type=checkbox]").setAttribute("aria-label", names.map((name) => name.textContent).join(" – "));
  };

  const exchange = (one, other) => {
    [one.textContent, other.textContent] = [other.textContent, one.textContent];
    [one.dataset.player, other.dataset.player] = [other.dataset.player, one.dataset.player];
    for (const name of [one, other]) write(name.closest("li"));
  };

  list.addEventListener("click", (event) => {
    const name = event.target.closest("[data-player]");
    if (!name) return;
    if (chosen && chosen !== name) exchange(chosen, name);
    const isFirst = !chosen;
    if (chosen) press(chosen, false);
    chosen = isFirst ? name : null;
    press(name, isFirst);
  });
})();
