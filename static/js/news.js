// The own page offers messages on this phone where they can work: over TLS or on the machine itself, in a browser that
// takes them. Permission is asked for on a tap only. The address that a browser gives belongs to this phone; whether the
// server sends to it is asked of the server, since one phone may follow several entries.
(() => {
  "use strict";

  const workers = navigator.serviceWorker;
  const form = () => document.getElementById("news-phone"); // another one whenever the page is put in anew
  if (!form() || !window.isSecureContext || !workers || !("PushManager" in window) || !("Notification" in window)) return;

  let on = null; // not known yet
  let failure = ""; // what the last tap came to
  let busy = false;

  const octetsOf = (text) => {
    const base64 = text.replace(/-/gu, "+").replace(/_/gu, "/");
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  };

  const textOf = (buffer) => {
    const base64 = btoa(String.fromCharCode(...new Uint8Array(buffer)));
    return base64.replace(/\+/gu, "-").replace(/\//gu, "_").replace(/=+$/u, "");
  };

  const fill = (act, subscription) => {
    const { elements } = form();
    elements.act.value = act;
    elements.endpoint.value = subscription.endpoint;
    elements.public_key.value = textOf(subscription.getKey("p256dh"));
    elements.secret.value = textOf(subscription.getKey("auth"));
  };

  const current = async () => (await workers.getRegistration("/"))?.pushManager.getSubscription() ?? null;

  const isOn = async () => {
    const subscription = await current();
    if (!subscription || Notification.permission !== "granted") return false;
    fill("ask", subscription);
    const answer = await fetch(form().action, { method: "POST", body: new FormData(form()) });
    return answer.ok && (await answer.json()).on;
  };

  const show = () => {
    if (on === null || !form()) return;
    for (const button of form().querySelectorAll("[data-news]")) {
      button.hidden = button.dataset.news === (on ? "on" : "off");
      button.disabled = busy;
    }
    for (const note of form().querySelectorAll("[data-news-why]")) note.hidden = note.dataset.newsWhy !== failure;
    [form().hidden, document.getElementById("news-offer").hidden] = [false, false];
  };

  // A key of another installation, or of before a new secret, is in the way of ours.
  const subscribe = async () => {
    await workers.register("/service-worker.js");
    const { pushManager } = await workers.ready;
    const options = { userVisibleOnly: true, applicationServerKey: octetsOf(form().dataset.key) };
    try {
      return await pushManager.subscribe(options);
    } catch (error) {
      const other = error.name === "InvalidStateError" ? await pushManager.getSubscription() : null;
      if (!other) throw error;
      await other.unsubscribe();
      return pushManager.subscribe(options);
    }
  };

  const turnOn = async () => {
    if (await Notification.requestPermission() !== "granted") return "refused";
    fill("on", await subscribe());
    form().submit();
    return "";
  };

  const turnOff = async () => {
    const subscription = await current();
    on = false;
    if (!subscription) return "";
    fill("off", subscription);
    form().submit();
    return "";
  };

  // While it waits a second tap does nothing; what fails is said, and can be tried again.
  const tapped = async (run) => {
    if (busy) return;
    [busy, failure] = [true, ""];
    show();
    failure = await run().catch(() => "failed");
    busy = false;
    show();
  };

  document.addEventListener("click", ({ target }) => {
    const act = target.closest("[data-news]")?.dataset.news;
    if (act) tapped(act === "on" ? turnOn : turnOff);
  });
  document.addEventListener("talon:live", show);
  isOn().catch(() => false).then((known) => {
    on = known;
    show();
  });
})();
