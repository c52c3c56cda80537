// What a phone keeps. What is typed stays on the device through a reload, a locked screen and a lost connection; what is
// sent stays there until the server has said that it is stored, and is sent again with the same key, as often as it takes.
//
//   talon/draft/<slot>    what is typed in a form with data-draft, by game, deal and version
//   talon/sending/<key>   what was sent and not acknowledged: one entry a key, never under a second one
//
// Every form with data-slot is sent in this way. The server answers a sending that it has stored with 201, also when it
// hears it again. Anything else has stored nothing: the form comes back with its messages. Words stand in _outbox.html;
// outbox_notices.js shows them.
(() => {
  "use strict";

  const DRAFT = "talon/draft/";
  const SENDING = "talon/sending/";
  const DAY = 24 * 60 * 60 * 1000;
  const PATIENCE = 20_000;
  const AGAIN_AFTER = 5_000;
  const REFUSED_KEPT = 2 * DAY; // what the server has refused
  const KEPT = 14 * DAY; // what it has not heard, and drafts
  // The form that comes back has its own: it may be of another version.
  const NOT_KEPT = new Set(["csrfmiddlewaretoken", "key", "looked", "act", "version", "game", "number", "digest", "taken"]);

  const forms = () => [...document.querySelectorAll("form[data-slot]")];
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
  const keep = (name, what) => store.setItem(name, JSON.stringify(what));
  const names = (start) => Object.keys(store).filter((name) => name.startsWith(start));
  const sendings = () => names(SENDING).map(kept).filter(Boolean).sort((one, other) => one.since - other.since);
  const update = (sending, changes) => {
    if (kept(SENDING + sending.key)) keep(SENDING + sending.key, { ...sending, ...changes });
  };

  const forget = (sending) => store.removeItem(SENDING + sending.key);

  const forgetOldDrafts = () => {
    for (const name of names(DRAFT)) if (Date.now() - kept(name).at > KEPT) store.removeItem(name);
  };

  // --- what is typed --------------------------------------------------------------------------------------

  const isDraft = (form) => "draft" in form.dataset;

  const keepDraft = (form) => {
    if (!isDraft(form) || form.inert) return;
    const isSecret = (name) => form.elements[name].type === "password";
    const fields = [...new FormData(form)].filter(([name]) => !NOT_KEPT.has(name) && !isSecret(name));
    keep(DRAFT + form.dataset.slot, { fields, at: Date.now() });
  };

  const dropDraft = (slot) => store.removeItem(DRAFT + slot);

  const fill = (form, fields) => {
    const values = new Map(fields);
    // Where nothing can be recorded the form is not offered; what was typed is shown all the same.
    form.closest("[hidden]")?.removeAttribute("hidden");
    for (const field of form.elements) {
      if (!field.name || NOT_KEPT.has(field.name) || field.type === "submit") continue;
      if (field.type === "radio") field.checked = values.get(field.name) === field.value;
      else if (field.type === "checkbox") field.checked = values.has(field.name);
      else if (values.has(field.name)) field.value = values.get(field.name);
    }
    for (const fold of form.querySelectorAll("details")) fold.open ||= isUsed(fold);
    form.dispatchEvent(new Event("input", { bubbles: true }));
    document.dispatchEvent(new Event("talon:filled"));
  };

  const isUsed = (fold) => [...fold.querySelectorAll("input, textarea")].some((field) =>
    field.type === "checkbox" || field.type === "radio" ? field.checked && field.value : field.value && field.type !== "hidden");

  // What was typed as a person reads it: the side, the label and the value of each field. Secret digits are not shown.
  const tidy = (text) => (text ?? "").replace(/\s+/gu, " ").trim();
  const isTicked = (field) => field.type === "radio" || field.type === "checkbox";
  const isRead = (field) => field.name && !["hidden", "password", "submit", "button"].includes(field.type)
    && (isTicked(field) ? field.checked : field.value) && !field.closest("[hidden]");
  const labelOf = (field) => tidy(field.labels?.[0]?.textContent);

  const asRead = (field) => {
    const side = tidy(field.closest(".side")?.querySelector(".side-heading")?.firstChild?.textContent);
    const choice = isTicked(field) ? labelOf(field) : field.value;
    const value = field.selectedOptions ? tidy(field.selectedOptions[0]?.textContent) : choice;
    const label = field.type === "radio" ? tidy(field.closest("fieldset")?.querySelector("legend")?.textContent) : labelOf(field);
    return [[side, label].filter(Boolean).join(" · "), value];
  };

  // --- what is said ---------------------------------------------------------------------------------------

  const isHere = (sending) => sending.place === bar()?.dataset.place;

  // What is told for the last time on this page, by its key.
  const lastWords = new Map();

  const told = (sending) => {
    if (!isHere(sending)) return null;
    if (sending.state === "refused" && sending.game !== bar().dataset.game) return null;
    return { ...sending, mayFill: Boolean(formToFill(sending)) };
  };

  const show = (line = "", about = "") => {
    const list = [...lastWords.values(), ...sendings().filter(({ key }) => !lastWords.has(key)).map(told).filter(Boolean)];
    document.dispatchEvent(new CustomEvent("talon:unsent", { detail: { list, line, about } }));
  };

  // A notice for which it is too late, or whose game has left this table, is told once.
  const tellLastWords = () => {
    for (const sending of sendings()) {
      const age = Date.now() - sending.since;
      const isOld = age > (sending.state === "refused" ? REFUSED_KEPT : KEPT);
      if (isHere(sending) && isOld) lastWords.set(sending.key, { ...sending, state: "expired" });
      if (isOld && (isHere(sending) || age > 2 * KEPT)) forget(sending);
      else if (isHere(sending) && sending.state === "refused" && sending.game !== bar().dataset.game && !sending.told) {
        lastWords.set(sending.key, { ...sending, state: "earlier" });
        update(sending, { told: true });
      }
    }
  };

  const lock = (form, locked) => {
    form.inert = locked;
    form.classList.toggle("waiting", locked);
  };

  const formOf = (sending) => forms().find((form) => form.dataset.slot === sending.slot);

  // The page was opened again after what it has sent had arrived unheard.
  const isReopened = (sending) => location.href === sending.page;

  // --- sending --------------------------------------------------------------------------------------------

  const submitted = (form, submitter) => {
    const fields = [...new FormData(form, submitter)].filter(([name]) => name !== "csrfmiddlewaretoken");
    const { place, game, where } = bar().dataset;
    return {
      key: form.elements.key.value,
      slot: form.dataset.slot,
      place,
      game,
      about: [where, form.dataset.about, tidy(submitter?.ariaLabel ?? submitter?.textContent)].filter(Boolean).join(" · "),
      url: form.action || location.href,
      page: location.href,
      fields,
      read: [...form.elements].filter(isRead).map(asRead),
      secret: [...form.elements].filter(({ type }) => type === "password").map(({ name }) => name),
      since: Date.now(),
      state: "sending",
    };
  };

  const tokenIn = (page) => page.querySelector("[name=csrfmiddlewaretoken]")?.value;
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

  const freshToken = async () => {
    const answer = await fetch(bar().dataset.token, { signal: AbortSignal.timeout(PATIENCE) });
    return tokenIn(parsed(await answer.text()));
  };

  // The token of a page is good as long as its cookie is; after signing in or out there is a new one.
  const postWithToken = async (sending) => {
    const answer = await post(sending, tokenIn(document) ?? (await freshToken()));
    if (answer.status !== 403) return answer;
    return post(sending, await freshToken());
  };

  const isTrouble = (answer) => answer.status >= 500 || answer.status === 429;

  // Whether the server has decided about it.
  const deliver = async (sending) => {
    try {
      const answer = await postWithToken(sending);
      if (isTrouble(answer)) return wait(sending, "kept");
      return await heard(sending, answer);
    } catch (error) {
      // Nothing reached us: it may be stored or not, and is sent again as it is.
      if (!(error instanceof TypeError || error instanceof DOMException)) throw error;
      return wait(sending, "kept");
    }
  };

  const sayLine = (isLost) => document.dispatchEvent(new CustomEvent("talon:line", { detail: { isLost } }));

  const wait = (sending, state) => {
    sayLine(state === "kept");
    update(sending, { state });
    show();
    return false;
  };

  const heard = async (sending, answer) => {
    sayLine(false);
    if (answer.status === 201) return stored(sending, answer.headers.get("Location"));
    const page = parsed(await answer.text());
    if (answer.ok && !page.querySelector("form[data-slot]")) return wait(sending, "sign-in");
    const form = formOf(sending);
    if (!form || (isLive() && !isAsked(page))) refused(sending, page);
    else if (answer.ok || answer.status === 409) putBack(sending, page);
    else refused(sending, page);
    return true;
  };

  const stored = (sending, next) => {
    forget(sending);
    dropDraft(sending.slot);
    const form = formOf(sending);
    if (form && isPart(form) && next === location.pathname) follow(form);
    else if (form || isReopened(sending)) location.assign(next);
    else if (isHere(sending)) show("sent", sending.about);
    return true;
  };

  // What is read first on a page that came back, and what it answers in short.
  const READ_FIRST = [".step", ".asks ~ form .looked", ".error-summary:has(li)", "form[data-slot]"];
  const ANSWERS = [".error-summary li", "#conflict", "#refused", ".asks", ".page-header .lead"];
  const firstOf = (page, places) => places.map((place) => page.querySelector(place)).find(Boolean);

  // Nothing was stored. The form comes back with its messages, or waits for whoever opens its table.
  const putBack = (sending, page) => {
    forget(sending);
    dropDraft(sending.slot);
    const main = document.querySelector("main"), fresh = page.querySelector("main");
    main.className = fresh.className;
    main.replaceChildren(...document.adoptNode(fresh).childNodes);
    window.htmx?.process(main);
    for (const form of forms()) keepDraft(form);
    show();
    document.dispatchEvent(new Event("talon:entry"));
    const asked = main.querySelector("[autofocus]");
    const first = asked ?? firstOf(main, READ_FIRST) ?? main;
    first.scrollIntoView({ block: asked ? "center" : "start" });
    first.focus();
  };

  // A page that follows the play shows a refusal beside what has happened, and goes on.
  const isLive = () => document.querySelector("meta[name=live]") !== null;
  const isAsked = (page) => page.querySelector("form[data-slot] .errorlist") !== null;

  // A part of such a page is asked for at once.
  const isPart = (form) => isLive() && form.closest("[data-live-part]") !== null;
  const follow = (form) => form.dispatchEvent(new Event("talon:answered", { bubbles: true }));

  const answerIn = (page) => tidy(firstOf(page, ANSWERS)?.textContent);

  const refused = (sending, page) => {
    const fields = sending.fields.filter(([name]) => !sending.secret.includes(name));
    update(sending, { state: "refused", fields, answer: answerIn(page) });
    const form = formOf(sending);
    if (form) {
      lock(form, false);
      keepDraft(form);
      if (isPart(form)) follow(form);
    }
    show();
  };

  // One after the other, as they were sent: an approval never overtakes its deal.
  const deliverAll = async () => {
    const tried = new Set(), stuck = new Set();
    const next = () => sendings().find(({ key, state }) => state !== "refused" && !tried.has(key));
    for (let sending = next(); sending; sending = next()) {
      tried.add(sending.key);
      const isDecided = stuck.has(sending.game) ? wait(sending, "kept") : await deliver(sending);
      if (!isDecided) stuck.add(sending.game);
    }
    if (stuck.size) setTimeout(flush, AGAIN_AFTER);
  };

  let flushing = false;
  const flush = async () => {
    if (flushing) return;
    flushing = true;
    try {
      await deliverAll();
    } finally {
      flushing = false;
    }
  };

  // --- a page opens ---------------------------------------------------------------------------------------

  // Where a refused deal is opened again its form may be that of another version.
  const dealOf = (slot) => slot.split("/").slice(0, 2).join("/");
  const formToFill = (sending) => forms().find((form) =>
    isDraft(form) ? dealOf(form.dataset.slot) === dealOf(sending.slot) : form.dataset.slot === sending.slot && sending.read.length);

  const takeBack = (sending, form) => {
    forget(sending);
    lastWords.delete(sending.key);
    fill(form, sending.fields);
    keepDraft(form);
    show("restored");
  };

  const holdOn = (sending, form) => {
    lock(form, true);
    fill(form, sending.fields);
    form.elements.key.value = sending.key;
  };

  const openForm = (form) => {
    const sending = sendings().find(({ slot }) => slot === form.dataset.slot);
    const draft = isDraft(form) && kept(DRAFT + form.dataset.slot);
    if (sending?.state === "refused") return isDraft(form) ? takeBack(sending, form) : undefined;
    if (sending) return holdOn(sending, form);
    if (!draft) return undefined;
    fill(form, draft.fields);
    return show("restored");
  };

  const open = () => {
    forgetOldDrafts();
    tellLastWords();
    show();
    forms().forEach(openForm);
    flush();
  };

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.dataset.slot || (isDraft(form) && event.submitter?.name === "act")) return;
    event.preventDefault();
    const sending = submitted(form, event.submitter);
    keep(SENDING + sending.key, sending);
    dropDraft(sending.slot);
    lock(form, true);
    show();
    flush();
  });

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-draft]");
    if (form) keepDraft(form);
  });

  const ACTS = {
    afresh: () => {
      for (const form of forms()) dropDraft(form.dataset.slot);
      location.reload();
    },
    send: (key) => {
      const sending = kept(SENDING + key);
      if (sending) update(sending, { state: "sending", since: Date.now() });
      show();
      flush();
    },
    fill: (key) => {
      const sending = kept(SENDING + key);
      if (sending) takeBack(sending, formToFill(sending));
    },
    dismiss: (key) => {
      store.removeItem(SENDING + key);
      lastWords.delete(key);
      show();
    },
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("#outbox button");
    if (button) ACTS[button.value](button.closest("[data-key]")?.dataset.key);
    const leaving = event.target.closest("[data-drops-draft]");
    if (leaving) dropDraft(leaving.closest("form").dataset.slot);
  });

  // Another window of the same device has had the answer.
  window.addEventListener("storage", (event) => {
    const isOurs = forms().some((form) => form.inert && event.key === SENDING + form.elements.key.value);
    if (isOurs && event.newValue === null) location.reload();
    else if (event.key?.startsWith(SENDING)) show();
  });

  window.addEventListener("online", flush);
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) flush();
  });
  // A page that comes back from the browser's memory may show what has been sent since.
  window.addEventListener("pageshow", (event) => {
    if (event.persisted) location.reload();
  });
  // What a page that follows the play has put in is as it was.
  document.addEventListener("talon:live", () => {
    show();
    forms().forEach(openForm);
  });

  // htmx listens from then on: what is filled in is counted.
  document.addEventListener("DOMContentLoaded", open);
})();
