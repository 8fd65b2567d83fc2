// The site's worker beside its pages; the build makes `/sw.js` of it, see build/service-worker.ts. It keeps the
// application's shell and the files of the pages that were opened, in the reader's language. Calls of `/api` never pass
// through it, so that nothing of a member is ever stored.

/** As much as this file needs of the library of workers, which does not go together with that of pages. */
interface Extendable extends Event {
  waitUntil: (work: Promise<unknown>) => void
}
interface Fetching extends Extendable {
  readonly request: Request
  respondWith: (answer: Promise<Response>) => void
}
interface Told extends Extendable {
  readonly data: unknown
}
interface Pushed extends Extendable {
  readonly data: { json: () => unknown } | null
}
interface Clicked extends Extendable {
  readonly notification: Notification
}
interface Renewed extends Extendable {
  readonly oldSubscription: PushSubscription | null
  readonly newSubscription: PushSubscription | null
}
interface Page {
  readonly url: string
  focus: () => Promise<unknown>
  postMessage: (message: string) => void
}
interface Worker {
  addEventListener: ((type: 'install' | 'activate', listener: (event: Extendable) => void) => void) &
    ((type: 'fetch', listener: (event: Fetching) => void) => void) &
    ((type: 'message', listener: (event: Told) => void) => void) &
    ((type: 'push', listener: (event: Pushed) => void) => void) &
    ((type: 'pushsubscriptionchange', listener: (event: Renewed) => void) => void) &
    ((type: 'notificationclick', listener: (event: Clicked) => void) => void)
  readonly clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly Page[]>
    openWindow: (path: string) => Promise<unknown>
  }
  readonly registration: ServiceWorkerRegistration
  readonly location: Location
  skipWaiting: () => Promise<void>
}

// What `self` is depends on who runs the file.
const worker = self as unknown as Worker

/** Filled in by the build: another build is another worker. */
const build = '@@build@@'
const ofBuild = `runnel-${build}`
/** Any path of the application that is no page: its document has neither a page's first drawing nor its files. */
const shell = '/app/offline'

const appPaths = /^\/(app|login|register|forgot-password|reset-password|active|maintenance|dev)(\/|$)/
/** Fetched from the site first, and what was kept where it cannot be reached. */
const freshFiles = /^\/(?:[\w-]+[.](?:svg|png)|site[.]webmanifest)$/

const isDocument = (request: Request, { pathname }: URL): boolean =>
  request.mode === 'navigate' && request.destination === 'document' && !pathname.startsWith('/api/')

worker.addEventListener('install', (event) => event.waitUntil(keepShell()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== worker.location.origin) return
  if (isDocument(request, url)) event.respondWith(documentOf(event, url))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(assetOf(request))
  else if (freshFiles.test(url.pathname)) event.respondWith(freshOf(request, url.pathname))
})
worker.addEventListener('message', (event) => {
  const { data } = event
  if (data === 'update') event.waitUntil(worker.skipWaiting())
  else if (Array.isArray(data)) event.waitUntil(keepFiles(data.map(String)))
})

worker.addEventListener('push', (event) => event.waitUntil(show(event.data?.json())))
worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewPush(event)))
worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(String(event.notification.data)))
})

/** What the site sent (`push.job.ts`). A message that comes twice takes the place of the first. */
const show = (message: unknown): Promise<void> => {
  const { title, path, ...options } = message as NotificationOptions & { title: string; path: string }
  return worker.registration.showNotification(title, { ...options, data: path, icon: '/icon-192.png' })
}

/**
 * The push service gave a subscription up: another one is made for the same key of the site. Only a page knows who is
 * signed in, so the next one that is open tells the site (`push.ts`).
 */
const renewPush = async ({ oldSubscription, newSubscription }: Renewed): Promise<void> => {
  const applicationServerKey = oldSubscription?.options.applicationServerKey
  if (!newSubscription && applicationServerKey) {
    const options = { userVisibleOnly: true, applicationServerKey }
    await worker.registration.pushManager.subscribe(options).catch(() => null)
  }
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const page of pages) page.postMessage('push')
}

/** The page where it is open already; another page may have a form in it and stays. */
const openPage = async (path: string): Promise<void> => {
  const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname === path)
  await (open ? open.focus() : worker.clients.openWindow(path))
}

const keepShell = async (): Promise<void> => {
  const response = await fetch(shell, { headers: { accept: 'text/html' }, cache: 'no-cache' })
  if (!response.ok) throw new Error(`The shell answered ${response.status}`)
  const files = [...(await response.clone().text()).matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
  await keepFiles(files.map(([, path = '']) => path))
  await (await caches.open(ofBuild)).put(shell, response)
}

/** What a page has loaded already comes out of the browser's own cache: the names have hashes. */
const keepFiles = async (paths: readonly string[]): Promise<void> => {
  const cache = await caches.open(ofBuild)
  const missing = await Promise.all(paths.map(async (path) => ((await cache.match(path)) ? [] : [path])))
  // One that is gone keeps nobody from the others.
  await Promise.allSettled(missing.flat().map((path) => cache.add(path)))
}

const takeOver = async (): Promise<void> => {
  const old = (await caches.keys()).filter((name) => name.startsWith('runnel-') && name !== ofBuild)
  await Promise.all(old.map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** From the site; without it the shell of the application, or a public page that was read before. */
const documentOf = async (event: Fetching, { pathname }: URL): Promise<Response> => {
  const cache = await caches.open(ofBuild)
  try {
    const response = await fetch(event.request)
    if (response.ok) event.waitUntil(noteDocument(cache, { response: response.clone(), pathname }))
    return response
  } catch (error) {
    const kept = (await cache.match(pathname)) ?? (await cache.match(shell))
    if (kept) return kept
    throw error
  }
}

interface Received {
  readonly response: Response
  readonly pathname: string
}

/** Public pages are the same for everybody. The shell follows when the reader chooses another language. */
const noteDocument = async (cache: Cache, { response, pathname }: Received): Promise<void> => {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') === true && !response.redirected
  if (!isPage) return
  if (!appPaths.test(pathname)) return cache.put(pathname, response)
  const kept = await cache.match(shell)
  if (kept?.headers.get('content-language') !== response.headers.get('content-language')) await keepShell()
}

const assetOf = async (request: Request): Promise<Response> => {
  const cache = await caches.open(ofBuild)
  const kept = await cache.match(request.url)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await cache.put(request.url, response.clone())
  return response
}

const freshOf = async (request: Request, path: string): Promise<Response> => {
  const cache = await caches.open(ofBuild)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(path, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(path)
    if (kept) return kept
    throw error
  }
}
