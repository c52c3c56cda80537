// What a phone keeps. What is typed stays on the device through a reload, a locked screen and a lost connection; what is
// sent stays there until the server has said that it is stored, and is sent again with the same key, as often as it takes.
//
//   talon/draft/<slot>    what is typed in a form, by game, deal and version
//   talon/sending/<key>   what was sent and not acknowledged: one entry a key, never under a second one
//
// The server answers a sending that it has stored with 201, also when it hears it again. Anything else has stored
// nothing: the form comes back with its messages. Words stand in entry_outbox.html; this file has none of its own.
(() => {
  "use strict";

  const DRAFT = "talon/draft/";
  const SENDING = "talon/sending/";
  const PATIENCE = 20_000;
  const AGAIN_AFTER = 5_000;
  const FORGOTTEN_AFTER = 14 * 24 * 60 * 60 * 1000;
  const NOT_KEPT = new Set(["csrfmiddlewaretoken", "key", "looked", "act"]);

  const form = () => document.querySelector("form[data-slot]");
  const bar = () => document.getElementById("outbox");

  // --- the store ------------------------------------------------------------------------------------------

  // A browser may forbid storing anything; then the page works as it would without this file.
  const store = (() => {
    try {
      localStorage.setItem("talon/probe", "1");
      localStorage.removeItem("talon/probe");
      return localStorage;
    } catch {
      return null;
    }
  })();
  if (!store) return;

  const kept = (name) => JSON.parse(store.getItem(name) ?? "null");
  const keep = (name, what) => store.setItem(name, JSON.stringify({ ...what, at: Date.now() }));
  const names = (start) => Object.keys(store).filter((name) => name.startsWith(start));
  const sendings = () => names(SENDING).map(kept).filter(Boolean);
  const sendingOf = (slot) => sendings().find((sending) => sending.slot === slot);

  const forgetOldDrafts = () => {
    for (const name of names(DRAFT)) {
      if (Date.now() - kept(name).at > FORGOTTEN_AFTER) store.removeItem(name);
    }
  };

  // --- what is typed --------------------------------------------------------------------------------------

  const typed = () => [...new FormData(form())].filter(([name]) => !NOT_KEPT.has(name));

  const keepDraft = () => {
    if (form() && !form().inert) keep(DRAFT + form().dataset.slot, { fields: typed() });
  };

  const dropDraft = (slot) => store.removeItem(DRAFT + slot);

  const fill = (fields) => {
    const values = new Map(fields);
    // Where nothing can be recorded the form is not offered; what was typed is shown all the same.
    form().closest("[hidden]")?.removeAttribute("hidden");
    for (const field of form().elements) {
      if (!field.name || NOT_KEPT.has(field.name) || field.type === "submit") continue;
      if (field.type === "radio") field.checked = values.get(field.name) === field.value;
      else if (field.type === "checkbox") field.checked = values.has(field.name);
      else if (values.has(field.name)) field.value = values.get(field.name);
    }
    for (const fold of form().querySelectorAll("details")) fold.open ||= isUsed(fold);
    form().dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new Event("talon:filled"));
  };

  const isUsed = (fold) => [...fold.querySelectorAll("input")].some((field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked && field.value : field.value && field.type !== "hidden");

  // --- what is said ---------------------------------------------------------------------------------------

  // One line of the bar for each state; a state is shown by the line that has its name.
  const say = (state, about = "") => {
    if (!bar()) return;
    bar().hidden = !state;
    for (const line of bar().querySelectorAll("[data-state]")) {
      line.hidden = line.dataset.state !== state;
      const subject = line.querySelector("[data-about]");
      if (subject) subject.textContent = about;
    }
  };

  const lock = (locked) => {
    form().inert = locked;
    form().classList.toggle("waiting", locked);
  };

  const isHere = (sending) => form()?.dataset.slot === sending.slot;

  // The page was opened anew after its deal had arrived unheard: its form is that of a correction now.
  const isReopened = (sending) => form() !== null && location.href === sending.page;

  const sayHowItStands = () => {
    const left = sendings();
    const first = left.find(isHere) ?? left[0];
    if (first) say(first.state, first.about);
  };

  // --- sending --------------------------------------------------------------------------------------------

  const submitted = () => {
    const fields = [...new FormData(form())].filter(([name]) => name !== "csrfmiddlewaretoken");
    const { slot, about } = form().dataset;
    const key = form().elements.key.value;
    return { key, slot, about, url: form().action || location.href, page: location.href, fields, state: "sending" };
  };

  const tokenIn = (page) => page.querySelector("form[data-slot] [name=csrfmiddlewaretoken]")?.value;
  const parsed = (html) => new DOMParser().parseFromString(html, "text/html");

  const post = async (sending, token) => {
    const body = new URLSearchParams([...sending.fields, ["csrfmiddlewaretoken", token ?? ""]]);
    return fetch(sending.url, {
      method: "POST",
      headers: { "Talon-Outbox": "1" },
      body,
      signal: AbortSignal.timeout(PATIENCE),
    });
  };

  const freshToken = async (sending) => {
    const answer = await fetch(sending.page, { signal: AbortSignal.timeout(PATIENCE) });
    return tokenIn(parsed(await answer.text()));
  };

  // The token of a page is good as long as its cookie is; after signing in or out there is a new one.
  const postWithToken = async (sending) => {
    const answer = await post(sending, tokenIn(document) ?? (await freshToken(sending)));
    if (answer.status !== 403) return answer;
    return post(sending, await freshToken(sending));
  };

  const underWay = new Set();

  const deliver = async (sending) => {
    if (underWay.has(sending.key)) return;
    underWay.add(sending.key);
    try {
      await heard(sending, await postWithToken(sending));
    } catch (error) {
      // Nothing reached us: it may be stored or not, and is sent again as it is.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      wait(sending, "kept");
    } finally {
      underWay.delete(sending.key);
    }
  };

  const heard = async (sending, answer) => {
    if (answer.status === 201) stored(sending, answer.headers.get("Location"));
    else if (answer.status >= 500 || answer.status === 429) wait(sending, "kept");
    else if (answer.ok) answered(sending, parsed(await answer.text()));
    else refused(sending);
  };

  const wait = (sending, state) => {
    if (!kept(SENDING + sending.key)) return;
    keep(SENDING + sending.key, { ...sending, state });
    sayHowItStands();
    setTimeout(flush, AGAIN_AFTER);
  };

  const stored = (sending, next) => {
    store.removeItem(SENDING + sending.key);
    dropDraft(sending.slot);
    if (isHere(sending) || isReopened(sending)) location.assign(next);
    else say("sent", sending.about);
  };

  // Nothing was stored. The form comes back with its messages, or waits on its page for whoever opens it.
  const answered = (sending, page) => {
    const back = page.querySelector("form[data-slot]");
    if (!back) wait(sending, "sign-in");
    else if (isHere(sending)) putBack(sending, page);
    else keepRefused(sending);
  };

  const putBack = (sending, page) => {
    store.removeItem(SENDING + sending.key);
    dropDraft(sending.slot);
    document.querySelector("main").replaceWith(document.adoptNode(page.querySelector("main")));
    window.htmx?.process(document.querySelector("main"));
    keepDraft();
    say("");
    document.dispatchEvent(new Event("talon:entry"));
    const asked = document.querySelector("main [autofocus]");
    const first = asked ?? document.querySelector(".step, .asks, .error-summary.whole:has(li)") ?? form();
    first.scrollIntoView({ block: asked ? "center" : "start" });
    first.focus();
  };

  const refused = (sending) => {
    if (!isHere(sending)) return keepRefused(sending);
    store.removeItem(SENDING + sending.key);
    lock(false);
    keepDraft();
    return say("refused", sending.about);
  };

  const keepRefused = (sending) => {
    keep(SENDING + sending.key, { ...sending, state: "refused" });
    sayHowItStands();
  };

  const flush = () => {
    for (const sending of sendings()) if (sending.state !== "refused") deliver(sending);
  };

  // --- a page opens ---------------------------------------------------------------------------------------

  // Where a sending was refused while another page was open, its form is filled in again here.
  const takeBack = (sending) => {
    store.removeItem(SENDING + sending.key);
    fill(sending.fields);
    keepDraft();
    say("restored");
  };

  const holdOn = (sending) => {
    lock(true);
    fill(sending.fields);
    form().elements.key.value = sending.key;
  };

  const open = () => {
    forgetOldDrafts();
    const sending = form() && sendingOf(form().dataset.slot);
    const draft = form() && kept(DRAFT + form().dataset.slot);
    if (sending?.state === "refused") takeBack(sending);
    else if (sending) holdOn(sending);
    else if (draft) {
      fill(draft.fields);
      say("restored");
    }
    sayHowItStands();
    flush();
  };

  document.addEventListener("submit", (event) => {
    if (event.target !== form() || event.submitter?.name === "act") return;
    event.preventDefault();
    const sending = submitted();
    keep(SENDING + sending.key, sending);
    dropDraft(sending.slot);
    lock(true);
    say("sending", sending.about);
    deliver(sending);
  });

  document.addEventListener("input", (event) => {
    if (form()?.contains(event.target)) keepDraft();
  });

  document.addEventListener("click", (event) => {
    const act = event.target.closest("#outbox button")?.value;
    if (act === "send") flush();
    if (act === "afresh") {
      dropDraft(form().dataset.slot);
      location.reload();
    }
  });

  // Another window of the same device has had the answer.
  window.addEventListener("storage", (event) => {
    const here = form()?.inert && event.key === SENDING + form().elements.key.value;
    if (here && event.newValue === null) location.reload();
    else if (event.key?.startsWith(SENDING)) sayHowItStands();
  });

  window.addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flush();
  });
  // A page that comes back from the browser's memory may show what has been sent since.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });

  // htmx listens from then on: what is filled in is counted.
  document.addEventListener("DOMContentLoaded", open);
})();
