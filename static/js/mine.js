// Who has looked an entry up is told of it again: on top of every page of its event and on the front page, where it sits and
// how it stands, and in every list it is marked. That it was looked up is kept on this device alone. What is told of it is
// fetched from an address that says the same to everybody (tournaments/public/views.py), again when the page has changed.
(() => {
  "use strict";

  const KEY = "talon/entries";
  const MOST = 12; // events that are remembered: the evenings of a season's last weeks
  const place = document.getElementById("mine");
  const main = document.querySelector("main");
  if (!place || !main) return;

  // An entry has the address /events/5/entries/3/, and that of its event begins it.
  const eventOf = (entry) => entry.match(/^.*\/events\/\d+\//)[0];
  const language = document.documentElement.lang;

  // --- what is remembered: the entries, the latest first, each with what was told of it last

  const read = () => {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? [];
    } catch {
      return []; // a device that keeps nothing
    }
  };

  const write = (remembered) => {
    try {
      localStorage.setItem(KEY, JSON.stringify(remembered.slice(0, MOST)));
    } catch { /* the device keeps nothing: the page is as it is for everybody */ }
  };

  const others = (entry) => read().filter((one) => eventOf(one.entry) !== eventOf(entry));
  const remember = (entry, told = {}) => write([{ entry, ...told }, ...others(entry)]);
  const ofEntry = (entry) => read().find((one) => one.entry === entry);
  const isRemembered = (entry) => ofEntry(entry) !== undefined;

  // The entries of the event that the page belongs to; on the front page of all events that it names.
  const ofThisPage = () => read().filter(({ entry }) => {
    const event = eventOf(entry);
    return place.dataset.event ? place.dataset.event === event : main.querySelector(`a[href="${event}"]`);
  });

  // --- what is told

  const boxOf = (entry) => [...place.children].find((box) => box.dataset.entry === entry);

  // The own page of the entry has its code in its address: only this device knows the way, if somebody has said so there.
  const tell = ({ entry, html, lang, my }) => {
    if (!html || lang !== language) return;
    const box = boxOf(entry) ?? place.appendChild(Object.assign(document.createElement("div"), { className: "mine-entry" }));
    box.dataset.entry = entry;
    if (box.dataset.told === html + my) return;
    box.dataset.told = html + my;
    box.replaceChildren(...new DOMParser().parseFromString(html, "text/html").body.childNodes);
    const way = box.querySelector("[data-my-page]");
    if (way && my) [way.href, way.parentElement.hidden] = [my, false];
  };

  const ask = async (entry) => {
    try {
      const answer = await fetch(`${entry}now/`);
      if (answer.status === 404) return forget(entry);
      if (!answer.ok || !isRemembered(entry)) return;
      const told = { html: await answer.text(), lang: language };
      write(read().map((one) => (one.entry === entry ? { ...one, ...told } : one)));
      tell({ entry, ...told, my: ofEntry(entry)?.my });
    } catch { /* not connected, as the page says: what was told last stays */ }
  };

  // --- what is marked, and what is offered

  const mark = () => {
    for (const row of main.querySelectorAll(".own-row")) row.classList.remove("own-row");
    for (const link of main.querySelectorAll("a[aria-current='true']")) link.removeAttribute("aria-current");
    for (const { entry } of ofThisPage()) {
      for (const link of main.querySelectorAll(`:is(tr, li, dd) a[href="${entry}"]`)) {
        link.setAttribute("aria-current", "true");
        link.closest("tr, li, dd").classList.add("own-row");
      }
    }
  };

  const offer = () => {
    for (const button of main.querySelectorAll("[data-remembers]")) {
      const { remembers, my } = button.dataset;
      button.hidden = my ? ofEntry(remembers)?.my === my : isRemembered(remembers);
    }
    for (const own of main.querySelectorAll("[data-entry]:has(> [data-forgets])")) own.hidden = !isRemembered(own.dataset.entry);
  };

  // What is remembered need not go along in the address, and pages without a name in it are kept for everybody.
  const shorten = () => {
    for (const link of main.querySelectorAll("nav a[href*='q=']")) {
      const address = new URL(link.href);
      address.searchParams.delete("q");
      link.href = address.pathname + address.search + address.hash;
    }
  };

  // Who was found alone, in an event of which nobody is remembered yet; where there are several, a button asks.
  const lookedUp = () => {
    const found = [...main.querySelectorAll(".answer [data-found]")].map((who) => who.dataset.found);
    if (found.length !== 1) return;
    if (others(found[0]).length === read().length) remember(found[0]);
    if (isRemembered(found[0])) shorten();
  };

  const show = () => {
    const shown = ofThisPage();
    for (const box of [...place.children]) {
      if (!shown.some(({ entry }) => entry === box.dataset.entry)) box.remove();
    }
    shown.forEach(tell);
    place.hidden = !shown.length || "quiet" in place.dataset; // the own page of an entry says it all itself
    mark();
    offer();
  };

  const forget = (entry) => {
    write(read().filter((one) => one.entry !== entry));
    show();
  };

  const follow = () => {
    lookedUp();
    show();
    for (const { entry } of ofThisPage()) ask(entry);
  };

  document.addEventListener("click", (event) => {
    const remembers = event.target.closest("[data-remembers]");
    const forgets = event.target.closest("[data-forgets]");
    if (remembers) {
      const { my } = remembers.dataset;
      remember(remembers.dataset.remembers, my ? { my } : {});
      follow();
    }
    if (forgets) {
      // An address that looks the entry up would have it remembered when the page is loaded again.
      history.replaceState(null, "", location.pathname + location.hash);
      forget(forgets.closest("[data-entry]").dataset.entry);
    }
  });
  document.addEventListener("live:changed", follow);
  addEventListener("storage", show);
  follow();
})();
