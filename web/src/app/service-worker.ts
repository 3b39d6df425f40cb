// Keeps the files of the app, so that it opens without a network. It never stores or answers calls
// of the API, signed pictures and films, or the page of a share link.

type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
type WorkerScope = {
  addEventListener: {
    (type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void
    (type: 'fetch', listener: (event: FetchEvent) => void): void
  }
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
}
const worker = globalThis as unknown as WorkerScope

/** The build writes the version and the paths of all scripts, styles and texts (web/build). */
const [VERSION, ...FILES] = '__FILES__' as unknown as [version: string, ...files: string[]]
const PREFIX = 'reelay.app.'
const PAGE = '/'
/** Tabs that are open during an update still load the code of the version before. */
const KEPT_VERSIONS = 2
const PARALLEL = 4
const PAGE_TIMEOUT_MS = 3_000
/** What the service answers itself, and the page of a share link. */
const NOT_APP = /^\/(api|docs|s|scim|metrics|health|\.well-known|openapi\.json)(\/|$)/

worker.addEventListener('install', (event) => {
  event.waitUntil(install().then(() => worker.skipWaiting()))
})
worker.addEventListener('activate', (event) => {
  event.waitUntil(removeOldVersions().then(() => worker.clients.claim()))
})
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(answerAsset(request))
  else if (request.mode === 'navigate' && !NOT_APP.test(pathname))
    event.respondWith(answerPage(request))
  else if (FILES.includes(pathname)) event.respondWith(fromNetworkFirst(request))
})

/** Files of the version before are copied: their names contain a digest of their content. */
async function install(): Promise<void> {
  const cache = await caches.open(PREFIX + VERSION)
  const waiting = [PAGE, ...FILES]
  const store = async () => {
    for (let path = waiting.shift(); path; path = waiting.shift()) {
      const known = path.startsWith('/assets/') ? await caches.match(path) : undefined
      const response = known ?? (await fetch(path))
      if (!response.ok) throw new Error(`${path}: status ${response.status}`)
      if (path === PAGE) await checkVersion(response.clone())
      await cache.put(path, response)
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, store))
}

/** A newer version may have been installed since this file was loaded. Its own worker follows. */
async function checkVersion(page: Response): Promise<void> {
  const named = [...(await page.text()).matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)]
  if (!named.every(([path]) => FILES.includes(path))) throw new Error('The page is newer')
}

/** `keys` lists the caches in the order of their creation. */
async function removeOldVersions(): Promise<void> {
  const versions = (await caches.keys()).filter((name) => name.startsWith(PREFIX))
  await Promise.all(versions.slice(0, -KEPT_VERSIONS).map((name) => caches.delete(name)))
}

/** The name contains a digest of the content. */
const answerAsset = async (request: Request): Promise<Response> =>
  (await caches.match(request.url)) ?? fetch(request)

/** The page names the files of its version, so a stored one is shown only without a network. */
async function answerPage(request: Request): Promise<Response> {
  const stored = await storedFile(PAGE)
  if (!stored) return fetch(request)
  const timeout = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(stored), PAGE_TIMEOUT_MS),
  )
  const response = await Promise.race([fetch(request), timeout]).catch(() => stored)
  return response.status >= 500 ? stored : response
}

async function fromNetworkFirst(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const stored = await storedFile(new URL(request.url).pathname)
    if (stored) return stored
    throw error
  }
}

const storedFile = async (path: string) => (await caches.open(PREFIX + VERSION)).match(path)
