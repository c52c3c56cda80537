// The service worker: pages of a table, and of events and games, are there again without a connection, as they were last
// seen. The server marks the pages that may be kept; none of them holds anything of a person who has signed in. A page is
// asked of the server first, and taken from here when that does not answer. What is sent goes past this worker.
(() => {
  "use strict";

  const { version, files, staticUrl, offlineUrl } = self.talon;
  const STATIC = `talon-static-${version}`;
  const PAGES = `talon-pages-${version}`;
  const MARK = "Talon-Offline"; // the header of a page that may be kept
  const KEPT = /^\/(?:$|t\/|events\/|games\/)/u;
  const PATIENCE = 4_000; // milliseconds until a page that is kept is shown
  const MOST_PAGES = 60;

  const install = async () => {
    const cache = await caches.open(STATIC);
    await cache.addAll([...files, offlineUrl]);
    await self.skipWaiting();
  };

  const activate = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("talon-") && name !== STATIC && name !== PAGES) await caches.delete(name);
    }
    await self.clients.claim();
  };

  // --- pages ----------------------------------------------------------------------------------------------

  const addressOf = (request) => request.url.replace(/#.*$/u, "");

  // The page says from when it is: live.js and offline.js read it.
  const keep = async (request, response) => {
    const html = (await response.text()).replace("<html ", `<html data-as-of="${new Date().toISOString()}" `);
    const headers = new Headers(response.headers);
    for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
    const cache = await caches.open(PAGES);
    await cache.put(addressOf(request), new Response(html, { headers }));
    const kept = await cache.keys();
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST_PAGES))) await cache.delete(old);
  };

  const mayKeep = (request, response) =>
    response.status === 200 && !response.redirected && response.headers.has(MARK) && KEPT.test(new URL(request.url).pathname);

  const ask = async (event) => {
    const response = await fetch(event.request);
    if (mayKeep(event.request, response)) event.waitUntil(keep(event.request, response.clone()));
    return response;
  };

  const after = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

  // A server that is being started answers with trouble: then too the page is shown as it was.
  const page = async (event, asked) => {
    const kept = await (await caches.open(PAGES)).match(addressOf(event.request));
    if (!kept) return asked.catch(() => caches.match(offlineUrl));
    const answered = asked.then((response) => (response.status >= 500 ? kept : response)).catch(() => kept);
    return Promise.race([answered, after(PATIENCE).then(() => kept)]);
  };

  // --- files ----------------------------------------------------------------------------------------------

  const file = async (request) => (await (await caches.open(STATIC)).match(request)) ?? fetch(request);

  const isOurs = ({ method, url }) => method === "GET" && new URL(url).origin === self.location.origin;

  const answer = (event) => {
    const { request } = event;
    if (!isOurs(request)) return;
    if (new URL(request.url).pathname.startsWith(staticUrl)) return event.respondWith(file(request));
    if (request.mode !== "navigate" && !KEPT.test(new URL(request.url).pathname)) return;
    const asked = ask(event);
    event.waitUntil(asked.catch(() => null)); // the page may be shown before it has come
    event.respondWith(request.mode === "navigate" ? page(event, asked) : asked);
  };

  // --- messages -------------------------------------------------------------------------------------------

  // What the server sends is encrypted for this phone (tournaments/notices/push.py). A later message with the same tag
  // takes the place of an earlier one. A browser wants every message shown, also one that cannot be read.
  const read = (message) => {
    try {
      return message.data.json();
    } catch {
      return { title: "Talon" };
    }
  };

  const show = (message) => {
    const { title, body, tag, lang, url } = read(message);
    return self.registration.showNotification(title, { body, tag, lang, renotify: Boolean(tag), data: { url } });
  };

  // It leads to the own page: the window that shows it already, or a new one; never to another site.
  const lead = async ({ notification }) => {
    notification.close();
    const address = new URL(notification.data?.url || "/", self.location.origin);
    if (address.origin !== self.location.origin) return null;
    const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
    const open = windows.find((one) => new URL(one.url).pathname === address.pathname);
    return open ? open.focus() : self.clients.openWindow(address.href);
  };

  self.addEventListener("push", (message) => message.waitUntil(show(message)));
  self.addEventListener("notificationclick", (click) => click.waitUntil(lead(click)));
  self.addEventListener("install", (event) => event.waitUntil(install()));
  self.addEventListener("activate", (event) => event.waitUntil(activate()));
  self.addEventListener("fetch", answer);
  self.addEventListener("message", (event) => event.waitUntil(self.clients.claim()));
})();
