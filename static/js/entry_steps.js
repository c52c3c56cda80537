// The entry page by thumb: one more and one less beside each count, and the key of the phone's keyboard that leads on.
(() => {
  "use strict";

  const MOST = 99;
  const form = () => document.getElementById("entry");
  const isShown = (field) => field.getClientRects().length > 0 && !field.closest("details:not([open])");
  const numbers = () => [...form().querySelectorAll("input.number")].filter(isShown);

  const tell = (field) => {
    const side = field.closest(".side")?.querySelector(".side-heading")?.firstChild?.textContent.trim() ?? "";
    document.getElementById("stepped").textContent = `${side} ${field.labels[0].textContent.trim()}: ${field.value || 0}`;
  };

  // What is not a number yet is left to whoever has typed it.
  const step = (button) => {
    const field = button.closest(".stepper").querySelector("input");
    const count = Number(field.value || 0) + (button.value === "more" ? 1 : -1);
    if (!Number.isInteger(count) || count < 0 || count > MOST) return;
    field.value = count || "";
    field.dispatchEvent(new Event("focusout", { bubbles: true }));
    field.dispatchEvent(new Event("input", { bubbles: true }));
    tell(field);
  };

  const leadOn = (event) => {
    const fields = numbers();
    const next = fields[fields.indexOf(event.target) + 1] ?? form().querySelector("button.primary");
    event.preventDefault();
    next?.focus();
    next?.select?.();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest(".stepper > button");
    if (button) step(button);
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("#entry input.number")) leadOn(event);
  });

  const nameTheKey = () => {
    for (const field of form().querySelectorAll("input.number")) field.enterKeyHint = "next";
  };

  document.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id === "contract") nameTheKey();
  });
  nameTheKey();
})();
