// Keeps the files of this folder, so that the page works without a network. A new version of the folder has another name, and
// so has each folder of a server.
const PLACE = `yardstick ${self.registration.scope} `;
const NAME = `${PLACE}@VERSION@`;
const FILES = ["./", "index.html", "style.css", "parts.js", "assignment.js", "page.js", "engine.js", "yardstick.js", "python.js"];

self.addEventListener("install", (event) => {
  // The browser may have files of an older version besides.
  const fresh = FILES.map((name) => new Request(name, { cache: "reload" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith(PLACE) && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
