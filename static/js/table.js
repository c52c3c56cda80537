// The page of a table follows the play by itself: every few seconds it asks whether something is new, and swaps it in.
// Never while somebody is typing or while the page is not looked at; a lost connection is told quietly.
(() => {
  "use strict";

  const EVERY = 5000;
  const live = document.getElementById("live");
  const lost = document.getElementById("lost");
  if (!live) return;
  let asking = false;

  const busy = () => asking || document.hidden || live.querySelector("input:focus, textarea:focus, select:focus, button:active") !== null;

  const connected = (is) => { lost.hidden = is; };

  // Whoever had the keyboard on a link or a button has it there again afterwards.
  const swap = (html) => {
    const focused = live.contains(document.activeElement) ? document.activeElement : null;
    const place = focused && (focused.getAttribute("href") || focused.textContent);
    live.innerHTML = html;
    if (!place) return;
    const same = [...live.querySelectorAll("a, button")].find((each) => (each.getAttribute("href") || each.textContent) === place);
    same?.focus({preventScroll: true});
  };

  const ask = async () => {
    if (busy()) return;
    asking = true;
    try {
      const answer = await fetch(`${location.pathname}?live`, {headers: {"If-None-Match": live.dataset.tag}, cache: "no-store", signal: AbortSignal.timeout(2 * EVERY)});
      connected(answer.ok || answer.status === 304);
      if (answer.ok) {
        const html = await answer.text();
        live.dataset.tag = answer.headers.get("ETag");
        swap(html);
      }
    } catch {
      connected(false);
    } finally {
      asking = false;
    }
  };

  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => connected(false));
})();
