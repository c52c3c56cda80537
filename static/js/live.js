// A page that follows what happens: it asks every few seconds whether anything is new, and puts in what is: the whole
// of it, or where it has parts that are marked so (data-live-part) these alone, and what is being typed beside them stays.
// A part in which somebody types, or which says why it was not saved, waits until that is done.
// The server answers “nothing new” by reading one row (clubs/web/revisions.py). A page that nobody looks at does not ask.
(() => {
  "use strict";

  const PATIENCE = 10; // seconds until an answer is given up
  const LONGEST = 60; // seconds between two attempts while there is no connection
  const main = document.querySelector("main");
  const head = document.querySelector("meta[name='live']");
  if (!main || !head) return;

  let tag = head.content;
  let shown = main.innerHTML;
  // A page that was kept on the device says from when it is, and asks at once.
  const { asOf } = document.documentElement.dataset;
  let checked = asOf ? new Date(asOf) : new Date();
  let failures = asOf ? 1 : 0;
  let timer = 0;
  let asking = false;
  let waiting = null; // what has come for parts in which somebody types
  let answered = null; // the part from which something was sent that has been answered
  let served = null; // when the last answer was given, by the clock of the server
  let saves = 0; // what the page itself has sent: an answer that was asked for before is older than that

  const line = () => main.querySelector("[data-live]");
  // The club's clock, as all other times on the page, wherever somebody looks from.
  // Written as the server writes times: 6.30 in Finnish, 06:30 in Danish.
  const { lang } = document.documentElement;
  const clock = new Intl.DateTimeFormat(lang === "da" ? "sv" : lang, {
    hour: lang === "fi" ? "numeric" : "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: line()?.dataset.zone,
  });
  const every = () => Number(line()?.dataset.every ?? 60);

  // Up to date is written for whoever looks; that it is not any more is also said to whoever listens.
  const tell = () => {
    document.dispatchEvent(new CustomEvent("talon:line", { detail: { isLost: failures > 0, served } }));
    const place = line();
    if (!place) return;
    const [quiet, spoken] = place.children;
    const said = (words) => words.replace("{time}", clock.format(checked));
    place.hidden = false;
    place.classList.toggle("lost", failures > 0);
    quiet.textContent = failures ? "" : said(place.dataset.fresh);
    const lost = failures ? said(place.dataset.lost) : "";
    if (spoken.textContent !== lost) spoken.textContent = lost;
  };

  const wait = () => {
    clearTimeout(timer);
    if (document.hidden) return;
    const seconds = failures ? Math.min(LONGEST, every() * 2 ** failures) : every();
    timer = setTimeout(ask, seconds * 1000);
  };

  // What was opened, pushed aside and focused stays so when the content is put in anew. When what was focused is gone,
  // its part has the focus, so that whoever works by keyboard goes on from there.
  const keyOf = (element) => element?.id || element?.getAttribute("href");
  const opened = () => [...main.querySelectorAll("details[open][id]")].map((fold) => fold.id);
  const frames = () => [...main.querySelectorAll(".table-frame")];
  const partsOf = (content) => [...content.querySelectorAll("[data-live-part][id]")];

  // Each form has a key and a token of its own: these alone are nothing new.
  const contentOf = (part) => part.innerHTML.replace(/value="(?:[0-9a-f-]{36}|\w{64})"/g, "");
  const isTick = (field) => field.type === "checkbox" || field.type === "radio"; // one without a value says "on"
  const isChanged = (field) => (isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  const isTyped = (field) => field === document.activeElement || isChanged(field);
  const isBusy = (part) => part.querySelector(".errorlist") || [...part.querySelectorAll("input:not([type=hidden])")].some(isTyped);

  const exchange = (fresh) => {
    const parts = partsOf(main);
    if (!parts.length) return main.replaceChildren(...fresh.childNodes);
    for (const part of parts) {
      const anew = fresh.querySelector(`#${part.id}`);
      if (!anew || contentOf(anew) === contentOf(part)) continue;
      if (part !== answered && isBusy(part)) {
        waiting = fresh;
        continue;
      }
      part.className = anew.className;
      part.replaceChildren(...anew.cloneNode(true).childNodes);
      window.htmx?.process(part);
    }
  };

  const putIn = (fresh) => {
    waiting = null;
    const folds = opened();
    const pushed = frames().map((frame) => frame.scrollLeft);
    const before = document.activeElement;
    const focused = main.contains(before) ? keyOf(before) : null;
    const within = before?.closest("[data-live-part]");
    exchange(fresh);
    document.dispatchEvent(new Event("talon:live"));
    for (const id of folds) document.getElementById(id)?.setAttribute("open", "");
    frames().forEach((frame, at) => { frame.scrollLeft = pushed[at] ?? 0; });
    const sent = answered;
    answered = null;
    if (before?.isConnected && before !== document.body) return;
    const same = focused && [...main.querySelectorAll("[id], [href]")].find((element) => keyOf(element) === focused);
    (same || within || sent?.querySelector("[data-next]") || sent)?.focus({ preventScroll: true });
  };

  const putInWaiting = () => { if (waiting) putIn(waiting); };

  const take = async (answer, before) => {
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (saves !== before) return;
    const content = fresh.querySelector("main");
    tag = answer.headers.get("ETag") ?? "";
    document.title = fresh.title;
    if (!content || content.innerHTML === shown) return;
    shown = content.innerHTML;
    putIn(content);
  };

  const ask = async () => {
    if (asking) return undefined;
    asking = true;
    const before = saves;
    served = null;
    try {
      const address = location.pathname + location.search;
      const answer = await fetch(address, { headers: { "If-None-Match": tag }, signal: AbortSignal.timeout(PATIENCE * 1000) });
      served = answer.headers.get("Date");
      if (answer.redirected) location.reload(); // signed out meanwhile: the page itself leads on
      else if (answer.status === 200) {
        await take(answer, before);
        document.dispatchEvent(new Event("live:changed")); // for what stands beside the page
      }
      else if (answer.status === 304) putInWaiting();
      else if (answer.status === 404) location.reload(); // the card of a table was renewed: the page says so
      else throw new Error(`answered ${answer.status}`);
      failures = 0;
      checked = new Date();
    } catch {
      failures += 1; // said on the page; the next attempt comes later
    } finally {
      asking = false;
    }
    if (saves !== before && answered) return ask();
    tell();
    return wait();
  };

  for (const event of ["htmx:beforeRequest", "htmx:afterSwap"]) document.addEventListener(event, () => { saves += 1; });
  document.addEventListener("talon:answered", ({ target }) => {
    answered = target.closest("[data-live-part]");
    saves += 1;
    tag = "";
    shown = "";
    ask();
  });
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : ask()));
  addEventListener("online", ask);
  addEventListener("offline", () => { failures += 1; tell(); });
  tell();
  if (asOf) ask();
  else wait();
})();
