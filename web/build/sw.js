// Keeps the client, so that it opens without a network. What the server answers (/api/…) is never kept.
const cacheName = 'tatami-' + 'VERSION';
const shell = ['SHELL'];
// The engine that this browser knows (src/engine/vectors.ts).
const engine = WebAssembly.validate(new Uint8Array(['VECTOR'])) ? 'ENGINE' : 'PLAIN ENGINE';
// Large files that are kept once they were needed, across versions as long as they do not change.
const netsName = 'tatami-nets';
const nets = ['NETS'];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(cacheName).then((cache) => cache.addAll([...shell, engine])).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('tatami-') && name !== cacheName && name !== netsName;
  const drop = async () => {
    const kept = await caches.open(netsName);
    for (const request of await kept.keys()) if (!nets.includes(new URL(request.url).pathname)) await kept.delete(request);
  };
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(drop)
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || url.origin !== location.origin) return;
  if (url.pathname.startsWith('/api/') || url.pathname === '/health' || url.pathname === '/metrics') return;
  const page = event.request.mode === 'navigate';
  const keep = async (answer) => {
    if (answer.ok) await (await caches.open(netsName)).put(event.request, answer.clone());
    return answer;
  };
  if (nets.includes(url.pathname)) {
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request).then(keep)));
    return;
  }
  event.respondWith(caches.match(page ? '/' : event.request, { ignoreSearch: page }).then((kept) => kept ?? fetch(event.request)));
});

// It is somebody's turn at a table, and no page is open there. The server says only that, in words for people.
self.addEventListener('push', (event) => {
  let said = {};
  try {
    said = event.data?.json() ?? {};
  } catch {
    // Not from our server, or not readable: a notification must be shown all the same.
  }
  const path = /^[0-9a-z]{1,32}$/.test(said.table ?? '') ? `/t/${said.table}` : '/#/turns';
  const show = () => self.registration.showNotification(String(said.title ?? 'Tatami'), { body: String(said.body ?? ''), tag: `tatami-${path}`, icon: '/icon.svg', data: path });
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const seen = pages.some(({ url, visibilityState }) => visibilityState === 'visible' && new URL(url).pathname === path);
      return seen ? undefined : show();
    }),
  );
});

// A tap on “Your turn” leads to the table, where it is open already if it is.
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const path = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then((pages) => {
      const page = pages.find(({ url }) => new URL(url).pathname === path);
      return page ? page.focus() : self.clients.openWindow(path);
    }),
  );
});
