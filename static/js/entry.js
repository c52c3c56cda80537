// The entry page while somebody types: problems are marked where they were typed, and the sides change places at once.
// What it says is said by the server; what it changes is counted by the server.
(() => {
  "use strict";

  const form = () => document.getElementById("entry");
  const recount = () => form().dispatchEvent(new Event("input", { bubbles: true }));

  // Problems at their fields. A field is told what is wrong once somebody has left it, not before.
  const visited = new Set();

  const unmark = () => {
    for (const list of form().querySelectorAll(".field > .errorlist, .field > fieldset > .errorlist")) list.remove();
    for (const field of form().querySelectorAll(".field.wrong")) field.classList.remove("wrong");
    for (const field of form().querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
    form().querySelector(".error-summary")?.remove();
  };

  const said = (text, id) => {
    const list = document.createElement("ul");
    const item = document.createElement("li");
    list.className = "errorlist";
    list.id = `${id}_error`;
    item.textContent = text;
    list.append(item);
    return list;
  };

  const mark = (problem) => {
    const field = document.getElementById(problem.dataset.field);
    if (!field || !visited.has(field.id) || !problem.dataset.said) return;
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", `${field.id}_error`);
    const place = field.closest(".field");
    place.classList.add("wrong");
    if (field.type !== "radio") (field.closest(".stepper") ?? field).before(said(problem.dataset.said, field.id));
  };

  const markAll = () => {
    unmark();
    for (const problem of document.querySelectorAll("#preview [data-field]")) mark(problem);
  };

  // The sides change places: each side's entries go to the next column.
  const sides = () => [...form().querySelectorAll(".side")].map((side) => side.dataset.side);

  // What was bid stays where the calls have put it.
  const isCalled = () => Boolean(form().elements["contract-calls"]?.value);

  const fieldsOf = (side) => {
    const start = `side${side}-`;
    const found = new Map();
    for (const field of form().elements) {
      if (!field.name.startsWith(start) || (isCalled() && field.closest("#contract"))) continue;
      const choice = field.type === "radio" ? `=${field.value}` : "";
      found.set(field.name.slice(start.length) + choice, field);
    }
    return found;
  };

  const isTicked = (field) => field.type === "radio" || field.type === "checkbox";
  const stateOf = (field) => (isTicked(field) ? field.checked : field.value);
  const setState = (field, state) => {
    if (isTicked(field)) field.checked = state;
    else field.value = state;
  };

  const moveChoice = (name, start, next) => {
    const chosen = [...form().querySelectorAll(`[name="${name}"]`)].find((radio) => radio.checked);
    const side = chosen?.value.startsWith(start) ? chosen.value.slice(start.length) : "";
    const other = next.has(side) && form().querySelector(`[name="${name}"][value="${start}${next.get(side)}"]`);
    if (other) other.checked = true;
  };

  const swap = () => {
    const order = sides();
    const next = new Map(order.map((side, at) => [side, order[(at + 1) % order.length]]));
    const states = order.map((side) => [...fieldsOf(side)].map(([name, field]) => [name, stateOf(field)]));
    order.forEach((side, at) => {
      const fields = fieldsOf(next.get(side));
      for (const [name, state] of states[at]) setState(fields.get(name), state);
    });
    moveChoice("ended", "out-", next);
    if (!isCalled()) moveChoice("contract-side", "", next);
    recount();
  };

  // After a call the next one is at hand.
  const called = () => {
    recount();
    if (document.activeElement === document.body) document.querySelector("#call-pass, #call-back")?.focus({ preventScroll: true });
  };

  // The contract was entered at the table after the phone had kept what it brings back.
  const isOvertaken = () => {
    const seen = form().elements["contract-seen"];
    return Boolean(seen) && seen.value !== seen.dataset.now;
  };

  // Calls that the phone has kept through a reload stand in their field; the server says again what they make.
  const hearAgain = () => {
    const act = isOvertaken() ? "entered" : "hear";
    if (act === "hear" && !isCalled()) return;
    const address = document.getElementById("preview").getAttribute("hx-post");
    window.htmx.ajax("POST", address, { source: "#contract", target: "#contract", swap: "outerHTML", values: { act } });
  };

  // Without an answer the score is not that of what is typed, and a call was not taken: that is said beside them.
  const sayUnheard = (isUnheard) => ({ detail: { target } }) => {
    const line = document.querySelector(`[data-unheard="${target?.id}"]`);
    if (line) line.hidden = !isUnheard;
    if (line) target.classList.toggle("unheard", isUnheard);
  };

  for (const failure of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) document.addEventListener(failure, sayUnheard(true));
  document.addEventListener("htmx:beforeSwap", sayUnheard(false));

  document.addEventListener("focusout", (event) => {
    if (event.target.id && event.target.closest("#entry")) visited.add(event.target.id);
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#entry button[name=act][value=swap]");
    if (!button) return;
    event.preventDefault();
    swap();
  });

  document.addEventListener("talon:filled", hearAgain);

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "preview") markAll();
    if (event.target.id === "contract") called();
  });

  for (const field of document.querySelectorAll("#entry [aria-invalid]")) visited.add(field.id);
})();
