// Last time's entries: two names that are tapped one after the other change places, and with them what is sent.
(() => {
  "use strict";

  const list = document.querySelector(".again");
  if (!list) return;
  const exchanged = list.querySelector("[data-exchanged]");
  let chosen = null;

  const press = (name, isPressed) => name.setAttribute("aria-pressed", String(isPressed));
  const nameOf = (button) => button.querySelector("span").textContent;

  const write = (row) => {
    const names = [...row.querySelectorAll("[data-player]")];
    const value = names.map((name) => name.dataset.player).join(" ");
    row.querySelector("[type=hidden]").value = value;
    row.querySelector("[type=checkbox]").setAttribute("aria-label", names.map(nameOf).join(" – "));
    // What is said of an entry holds as long as it has the same players.
    const isAsItWas = value.split(" ").sort().join(" ") === row.dataset.was.split(" ").sort().join(" ");
    for (const remark of row.querySelectorAll("[data-as-it-was]")) remark.hidden = !isAsItWas;
  };

  const exchange = (one, other) => {
    const place = document.createComment("");
    one.replaceWith(place);
    other.replaceWith(one);
    place.replaceWith(other);
    for (const name of [one, other]) write(name.closest("li"));
    other.focus();
    exchanged.textContent = exchanged.dataset.exchanged
      .replace("{one}", () => nameOf(one))
      .replace("{other}", () => nameOf(other));
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
