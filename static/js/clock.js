// Counts a clock down to the moments that the server has sent, by the server's time: it is asked for when the page opens,
// when it is shown again, when a phone has slept, and now and then. The clock of the phone itself is never used. Between two
// answers passes what the browser measures (performance.now); until the first answer, and after sleep until the next, the
// page says the moments alone.
(() => {
  "use strict";

  const OFTEN = 5 * 60_000; // until the time is asked for again
  const AGAIN = 5_000; // after no answer
  const QUICK = 250; // between two looks while the time is not known
  const SLEPT = 3_000; // two clocks of the machine that differ by more: it has slept, or its clock was set
  const SOUND = "talon-clock-signal";
  const SIGNAL = { warning: [1, 880], stopped: [3, 660] }; // how often, and how high

  let server = null; // the time of the server when `measured` was, in milliseconds
  let measured = 0;
  let apart = Date.now() - performance.now(); // what the two clocks of the machine differed by then
  let asking = false;
  let nextTry = 0;
  let timer = 0;
  let audio = null;
  const phases = new Map(); // of the clocks that were shown, by their moments

  const clocks = () => [...document.querySelectorAll("[data-clock='running']")];
  const now = () => (server === null ? null : server + performance.now() - measured);
  const difference = () => Date.now() - performance.now();
  const hasSlept = () => Math.abs(difference() - apart) > SLEPT;

  // What was measured holds no more: the time is asked for before it is shown again.
  const forget = () => { [server, nextTry, apart] = [null, 0, difference()]; };

  const ask = async () => {
    const [clock] = clocks();
    if (!clock || asking) return;
    asking = true;
    try {
      const sent = performance.now();
      const answer = await fetch(clock.dataset.address, { cache: "no-store", signal: AbortSignal.timeout(AGAIN) });
      if (!answer.ok) throw new Error(`answered ${answer.status}`);
      const said = Number(await answer.text());
      const came = performance.now();
      [server, measured, apart] = [said + (came - sent) / 2, came, difference()];
      nextTry = came + OFTEN;
    } catch {
      nextTry = performance.now() + AGAIN;
    } finally {
      asking = false;
    }
    tick();
  };

  const written = (left) => {
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  };

  const phaseAt = (moment, warns, stops) => {
    if (moment >= stops) return "stopped";
    return moment >= warns ? "warning" : "playing";
  };

  // Sound and vibration, where somebody has switched them on and the browser allows them.
  const isOn = () => { try { return localStorage.getItem(SOUND) === "on"; } catch { return false; } };

  const unlock = () => {
    if (!isOn() || !window.AudioContext) return;
    audio ??= new AudioContext();
    if (audio.state === "suspended") audio.resume().catch(() => { /* not allowed yet: the next tap asks again */ });
  };

  const signal = (phase) => {
    const [times, pitch] = SIGNAL[phase] ?? [0, 0];
    if (!times || !isOn()) return;
    navigator.vibrate?.(Array.from({ length: times * 2 - 1 }, () => 300));
    if (audio?.state !== "running") return;
    for (let at = 0; at < times; at += 1) {
      const tone = audio.createOscillator();
      const loudness = audio.createGain();
      const begins = audio.currentTime + at * 0.5;
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(0.4, begins);
      loudness.gain.exponentialRampToValueAtTime(0.001, begins + 0.45);
      tone.connect(loudness).connect(audio.destination);
      tone.start(begins);
      tone.stop(begins + 0.45);
    }
  };

  const showSwitch = (clock) => {
    const button = clock.querySelector("[data-signal]");
    if (!button || !(window.AudioContext || navigator.vibrate)) return;
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isOn()));
  };

  const show = (clock, moment) => {
    const left = clock.querySelector("[data-left]");
    const [warns, stops] = [Number(clock.dataset.warns), Number(clock.dataset.stops)];
    const phase = moment === null ? null : phaseAt(moment, warns, stops);
    left.hidden = phase === null || phase === "stopped";
    if (!left.hidden) left.textContent = written((phase === "playing" ? warns : stops) - moment);
    for (const words of clock.querySelectorAll("[data-phase]")) words.hidden = words.dataset.phase !== phase;
    clock.classList.toggle("warning", phase === "warning");
    clock.classList.toggle("stopped", phase === "stopped");
    for (const asks of document.querySelectorAll("[data-after-warning]")) asks.hidden = !phase || phase === "playing";
    const key = `${warns}/${stops}`;
    const before = phases.get(key);
    phases.set(key, phase);
    if (before && phase && before !== phase) signal(phase);
    return before !== phase;
  };

  // The next look is when a second is over.
  const untilNext = (clock, moment) => (moment === null ? QUICK : ((Number(clock.dataset.stops) - moment) % 1000 + 1000) % 1000 + 5);

  const tick = () => {
    clearTimeout(timer);
    const running = clocks();
    if (!running.length) return;
    if (hasSlept()) forget();
    const moment = now();
    // Where other words stand now, a screen of the hall fits its letters again.
    const changed = running.filter((clock) => show(clock, moment));
    if (changed.length) document.dispatchEvent(new CustomEvent("talon:clock"));
    if (performance.now() >= nextTry) ask();
    if (!document.hidden || isOn()) timer = setTimeout(tick, untilNext(running[0], moment));
  };

  const begin = () => {
    clocks().forEach(showSwitch);
    tick();
  };

  const wake = () => {
    if (document.hidden) return;
    forget();
    begin();
  };

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("[data-signal]") : null;
    if (!button) return;
    try { localStorage.setItem(SOUND, isOn() ? "off" : "on"); } catch { return; } // a browser that keeps nothing
    unlock();
    if (isOn()) signal("warning");
    clocks().forEach(showSwitch);
  });
  document.addEventListener("pointerdown", unlock);
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("talon:live", begin);
  addEventListener("pageshow", ({ persisted }) => { if (persisted) wake(); });
  addEventListener("online", wake);
  begin();
})();
