// What a page does without a connection. Where the browser allows it, a service worker keeps the pages of a table
// (worker.js), and a page that comes from there says from when it is. Elsewhere a page is lost when it is left: it says so
// before. Words stand in colophon.html.
(() => {
  "use strict";

  const PATIENCE = 4_000; // milliseconds until the server is taken to be out of reach
  const workers = navigator.serviceWorker;
  const template = (id) => document.getElementById(id).content.firstElementChild.cloneNode(true);

  // --- the worker -----------------------------------------------------------------------------------------

  const isTable = () => document.querySelector("#outbox[data-place^='table/']") !== null;
  const isInstalled = () => matchMedia("(display-mode: standalone)").matches;

  // The worker keeps what it hears; whether it does is nothing to this page.
  const lookAt = async (address) => {
    await Promise.allSettled([fetch(address)]);
  };

  // The next steps of a table are kept before the connection is lost, each once.
  const looked = new Set();
  const keepNextSteps = () => {
    if (!workers?.controller || !isTable()) return;
    for (const { href } of document.querySelectorAll(".step a.button[href*='/t/']")) {
      if (!looked.has(href)) lookAt(href);
      looked.add(href);
    }
  };

  // A page that was opened before there was a worker, or with a message that is told once, is looked at once more.
  const keepThisPage = () => {
    if (isTable()) lookAt(location.href);
    keepNextSteps();
  };

  // A worker that takes over has kept nothing yet: it is the first one, or that of a new release.
  const keepAfresh = () => {
    looked.clear();
    keepThisPage();
  };

  // A page that was being loaded while the worker took over belongs to it when it asks.
  const joinWorker = async () => {
    const { active } = await workers.ready;
    if (!workers.controller) active.postMessage("claim");
  };

  const begin = () => {
    if (!workers || !(isTable() || isInstalled())) return;
    workers.addEventListener("controllerchange", keepAfresh);
    workers.register("/service-worker.js");
    if (!workers.controller) joinWorker();
    else if (document.querySelector(".messages")) keepThisPage();
    else keepNextSteps();
  };

  // --- from when a page is --------------------------------------------------------------------------------

  const { asOf } = document.documentElement.dataset;

  const sayFromWhen = () => {
    if (!asOf || document.querySelector("[data-live]")) return;
    const line = template("as-of");
    const { lang } = document.documentElement;
    const clock = new Intl.DateTimeFormat(lang === "da" ? "sv" : lang, {
      hour: lang === "fi" ? "numeric" : "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: line.dataset.zone,
    });
    line.textContent = line.dataset.words.replace("{time}", clock.format(new Date(asOf)));
    document.querySelector("main").prepend(line);
  };

  // --- before a page is lost ------------------------------------------------------------------------------

  let isLost = !navigator.onLine;
  let isLeaving = false;

  // With a worker a page that is left can be opened again.
  const wouldBeLost = () => isLost && !isLeaving && !workers?.controller;

  const answers = async (address) => {
    try {
      return (await fetch(address, { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) })).status < 500;
    } catch {
      return false; // out of reach: that is what was asked
    }
  };

  const leave = (address) => {
    isLeaving = true;
    location.assign(address);
  };

  const askBefore = (address) => {
    const dialog = template("no-line");
    dialog.querySelector("a").href = address;
    dialog.querySelector("a").addEventListener("click", () => { isLeaving = true; });
    dialog.querySelector("button").addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  };

  const isPlain = (event) => event.button === 0 && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
  const leadsAway = (link) => link.origin === location.origin && !link.target && !link.closest("dialog")
    && !(link.hash && link.pathname === location.pathname && link.search === location.search);

  const follow = async (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || !isPlain(event) || !leadsAway(link) || !wouldBeLost()) return;
    event.preventDefault();
    if (await answers(link.href)) leave(link.href);
    else askBefore(link.href);
  };

  addEventListener("online", () => { isLost = false; });
  addEventListener("offline", () => { isLost = true; });
  // What live.js and outbox.js have noticed.
  document.addEventListener("talon:line", ({ detail }) => { isLost = detail.isLost; });
  document.addEventListener("click", follow);
  addEventListener("beforeunload", (event) => {
    if (wouldBeLost()) event.preventDefault();
  });
  document.addEventListener("talon:live", keepNextSteps);
  document.addEventListener("DOMContentLoaded", () => {
    sayFromWhen();
    begin();
  });
})();
