// The entries on the day: counts down to the late limit as the server has measured it, and sends the taps in their order.
// The clock of this machine only says how long the page has been open; how much is left is the server's word.
(() => {
  "use strict";

  const opened = new WeakMap(); // when each line came, by this machine's clock
  const lines = () => document.querySelectorAll("[data-left]");

  const written = (seconds) => {
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = (number) => String(number).padStart(2, "0");
    return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  };

  const show = (line) => {
    if (!opened.has(line)) opened.set(line, Date.now());
    const passed = Math.floor((Date.now() - opened.get(line)) / 1000);
    const left = Number(line.dataset.left) - passed;
    const { counted, passed: over } = line.dataset;
    line.textContent = left > 0 ? counted.replace("{time}", written(left)) : over;
    line.closest(".note").classList.toggle("warning", left <= 0);
    line.hidden = false;
  };

  const tick = () => lines().forEach(show);
  tick();
  setInterval(tick, 1000);

  // Taps wait in a line and are shown at once: of those that wait htmx would keep the last, and not even that one when
  // the list is exchanged under it. A tap that found no connection is sent again; a refused one brings the page as it is.
  const TRY_AGAIN = 3000; // milliseconds
  const waiting = [];
  let isSending = false;

  const press = ({ name, value }) => {
    const button = document.querySelector(`#entries button[name="${name}"][value="${value}"]`);
    if (!button) return;
    for (const other of button.parentElement.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === button));
  };

  const send = async () => {
    isSending = true;
    while (waiting.length) {
      const [{ action, name, value, kept }] = waiting;
      try {
        await window.htmx.ajax("POST", action, { target: "#entries", swap: "outerHTML", values: { ...kept, [name]: value } });
        waiting.shift();
        waiting.forEach(press);
      } catch {
        await new Promise((again) => { setTimeout(again, TRY_AGAIN); });
      }
    }
    isSending = false;
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-taps]");
    if (!form) return;
    event.preventDefault();
    const { name, value } = event.submitter;
    waiting.push({ action: form.action, name, value, kept: Object.fromEntries(new FormData(form)) });
    press({ name, value });
    if (!isSending) send();
  });
  document.addEventListener("htmx:responseError", () => {
    if (!isSending) return;
    isSending = false;
    location.reload();
  });
  window.addEventListener("beforeunload", (event) => { if (isSending) event.preventDefault(); });
})();
