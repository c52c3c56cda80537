// The totals of a round by keyboard alone: Enter leads from number to number, and a row that is left is saved.
(() => {
  "use strict";

  const form = document.getElementById("results");
  const tableNumber = document.getElementById("jump");
  const numbers = () => [...form.querySelectorAll(".result-rows input.number")];
  const rowOf = (field) => field.closest("li");
  const isFull = (row) => [...row.querySelectorAll("input.number")].every((field) => field.value.trim());
  const isSure = (row) => row.querySelector("[type=checkbox]")?.checked;
  const isChanged = (row) => isSure(row) || [...row.querySelectorAll("input.number")].some((field) => field.value !== field.defaultValue);

  const save = (row) => {
    if (row.isConnected && isFull(row) && isChanged(row)) window.htmx.trigger(row, "row:left");
  };

  // After the last number comes the first row that asks something, then what closes the round.
  const afterAll = () =>
    form.querySelector(".result-rows [type=checkbox]") ??
    document.getElementById("close-round") ??
    document.getElementById("save-all");

  const goOn = (field) => {
    const fields = numbers();
    const isNumber = fields.includes(field);
    const next = isNumber ? fields[fields.indexOf(field) + 1] : fields.find((other) => other.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_PRECEDING);
    const target = next ?? afterAll();
    target?.focus();
    target?.select?.();
  };

  form.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches("input")) return;
    event.preventDefault();
    if (field.type === "checkbox") field.checked = true;
    goOn(field);
  });

  form.addEventListener("focusout", (event) => {
    const row = rowOf(event.target);
    if (row && !row.contains(event.relatedTarget)) save(row);
  });

  // What is typed into a row while it is being saved stays when the answer comes, and is saved when the row is left again.
  const sent = new WeakMap();
  let typedSince = [];
  const valuesOf = (row) => [...row.querySelectorAll("input.number")].map((field) => [field.id, field.value]);
  const rowIn = (target) => target.closest?.(".result-rows > li");

  document.addEventListener("htmx:beforeRequest", ({ target }) => {
    const row = rowIn(target);
    if (row) sent.set(row, new Map(valuesOf(row)));
  });
  document.addEventListener("htmx:beforeSwap", ({ target }) => {
    const before = sent.get(rowIn(target));
    if (before) typedSince = valuesOf(rowIn(target)).filter(([id, value]) => before.get(id) !== value);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const [id, value] of typedSince) document.getElementById(id).value = value;
    typedSince = [];
  });

  // A row without an answer is still to be saved, and says so by its colour; the button at the end sends it again.
  const mark = (event, isLost) => {
    const row = rowIn(event.target);
    if (row) row.classList.toggle("unsaved", isLost);
  };
  document.addEventListener("htmx:sendError", (event) => mark(event, true));
  document.addEventListener("htmx:responseError", (event) => mark(event, true));

  // When the last answer comes after the last number was typed, what is next is at hand.
  document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (!target.closest?.("#results, #progress")) return;
    if (document.activeElement === document.body || document.activeElement?.id === "save-all") afterAll()?.focus();
  });

  // Who came to type totals (no element has that name, which would take the focus) begins with the first that is missing;
  // who sits at a desk, with the number of a table. On a phone a keyboard that nobody asked for would lie over the page.
  const firstEmpty = () => numbers().find((field) => !field.value);
  if (location.hash === "#totals" || form.dataset.first === "totals") firstEmpty()?.focus();
  else if (matchMedia("(pointer: fine)").matches && !location.hash) tableNumber?.focus({ preventScroll: true }); // what needs attention stays in sight
})();
