// Keeps the files of this folder, so that the page works without a network. A new version of the folder has another name.
const NAME = "yardstick-@VERSION@";
const FILES = ["./", "index.html", "style.css", "parts.js", "assignment.js", "page.js", "engine.js", "yardstick.js", "python.js"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const others = (names) => names.filter((name) => name.startsWith("yardstick-") && name !== NAME);
  event.waitUntil(caches.keys().then((names) => Promise.all(others(names).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const kept = caches.open(NAME).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(kept.then((found) => found ?? fetch(event.request)));
});
