/*
 * Keeps the page for offline use. The build puts PAGE, FILES and VERSION before this text; see
 * plugin.ts. A version is taken in whole, each file checked against its hash, or not at all. It
 * serves its own files only, and waits until a person lets it take over, so that no page is ever
 * made of two versions.
 */

/** Other copies of the page may live on the same host, under other paths. */
const CACHE_PREFIX = `kube-orrery ${self.registration.scope} `;
const CACHE = CACHE_PREFIX + VERSION;
const addressOf = (path) => new URL(path, self.registration.scope).href;
const PAGE_ADDRESS = addressOf(PAGE);
const KNOWN = new Map(FILES.map(([path, integrity]) => [addressOf(path), integrity]));
/** Other names of the page. */
const PAGE_NAMES = new Set([PAGE_ADDRESS, addressOf('index.html')]);

async function fill() {
  const cache = await caches.open(CACHE);
  try {
    await Promise.all([...KNOWN].map((file) => keep(cache, file)));
  } catch (error) {
    await caches.delete(CACHE);
    throw error;
  }
}

async function keep(cache, [address, integrity]) {
  const answer = await fetch(address, { cache: 'no-cache', integrity });
  if (!answer.ok) throw new Error(`${address}: status ${answer.status}`);
  await cache.put(address, answer);
}

async function forgetOthers() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

/** What is asked for, as an address of ours; undefined for everything else. */
function ownAddress({ method, mode, url }) {
  if (method !== 'GET') return undefined;
  const { origin, pathname } = new URL(url);
  const address = origin + pathname;
  if (PAGE_NAMES.has(address)) return mode === 'navigate' ? PAGE_ADDRESS : undefined;
  return KNOWN.has(address) ? address : undefined;
}

async function answer(address, request) {
  const cache = await caches.open(CACHE);
  // A browser short of room may have dropped it.
  return (await cache.match(address)) ?? fetch(request);
}

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(forgetOthers()));
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const address = ownAddress(event.request);
  if (address !== undefined) event.respondWith(answer(address, event.request));
});
