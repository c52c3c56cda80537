// The entries on the day: counts down to the late limit as the server has measured it, and prints the start list.
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
})();
