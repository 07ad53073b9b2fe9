/** The files of this version, written by the build. */
declare const files: readonly string[]
declare const version: string

const self = globalThis as unknown as ServiceWorkerGlobalScope
const cacheName = `marquee-door-${version}`
/** The folder of this file: `<site>/door/`. */
const folder = new URL('.', self.location.href)
const page = new URL('../door', folder).href

self.addEventListener('install', event => {
  event.waitUntil(keepFiles())
})

async function keepFiles() {
  const cache = await caches.open(cacheName)
  for (const address of [page, ...files.map(file => new URL(file, folder).href)]) {
    await cache.add(new Request(address, { cache: 'reload' }))
  }
}

self.addEventListener('activate', event => {
  event.waitUntil(
    caches
      .keys()
      .then(names => names.filter(name => name.startsWith('marquee-door-') && name !== cacheName))
      .then(old => Promise.all(old.map(name => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

self.addEventListener('message', ({ data }) => {
  if (data === 'take over') void self.skipWaiting()
})

// The page and its files come from here, with a network or without; everything else goes past.
self.addEventListener('fetch', event => {
  const { request } = event
  const address = new URL(request.url)
  address.hash = ''
  address.search = ''
  if (request.method !== 'GET' || !address.href.startsWith(page)) return
  event.respondWith(caches.match(address.href).then(found => found ?? fetch(request)))
})
