import { create } from 'zustand'
import { useRoute } from '#base/route.ts'
import { rememberedPush } from '#features/user/own-subscription.ts'
import { useToasts } from '#ui/overlay/toast.ts'
import { pageTimer } from '#ui/timer/page-timer.ts'

/** The worker of a newer build, which waits until it is let in. */
export const useUpdate = create<{ waiting: ServiceWorker | null; isTyped: boolean }>(() => ({
  waiting: null,
  isTyped: false,
}))

/** What the page shows first has the network for itself; whoever does something has seen it. */
const laterMs = 10_000
const lookEveryMs = 3_600_000

let isStarted = false

/** Registers the site's worker, once, when the page has nothing better to do. */
export const startAppUpdates = (): void => {
  // Only a built site has one, and only a secure page may.
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return
  isStarted = true
  const begin = () => {
    callOff()
    for (const sign of signs) window.removeEventListener(sign, begin)
    // Without one the site works as before.
    register().catch(() => undefined)
  }
  const signs = ['pointerdown', 'keydown'] as const
  const callOff = pageTimer(begin, laterMs)
  for (const sign of signs) window.addEventListener(sign, begin, { once: true, passive: true })
}

const register = async (): Promise<void> => {
  const registration = await navigator.serviceWorker.register('/sw.js')
  const offer = () => {
    // The first one of all is no update.
    if (registration.waiting && navigator.serviceWorker.controller)
      useUpdate.setState({ waiting: registration.waiting })
  }
  offer()
  registration.addEventListener('updatefound', () => {
    const { installing } = registration
    installing?.addEventListener('statechange', offer)
  })
  const ready = await navigator.serviceWorker.ready
  keepOpened(ready)
  keepPush(ready)
  lookForUpdates(registration)
  applyBetweenPages()
}

/** Whoever is told by push stays so when the browser's push service moves; the worker says when it did. */
const keepPush = (registration: ServiceWorkerRegistration): void => {
  const sync = () => {
    if (rememberedPush() === null) return
    void import('#features/user/push.ts').then((file) => file.syncPush(registration)).catch(() => undefined)
  }
  navigator.serviceWorker.addEventListener('message', ({ data }) => data === 'push' && sync())
  sync()
}

/** The worker has not seen the files that came before it. */
const keepOpened = ({ active }: ServiceWorkerRegistration): void => {
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === window.location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  active?.postMessage([...new Set(paths)])
}

/** The browser itself only looks when a document is loaded, which an open application may not do for days. */
const lookForUpdates = (registration: ServiceWorkerRegistration): void => {
  let lookedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

/** A page that has just been opened has nothing to lose, unless a message of the page before still stands there. */
const applyBetweenPages = (): void => {
  document.addEventListener('input', () => useUpdate.setState({ isTyped: true }))
  useRoute.subscribe(({ shown }, before) => {
    if (shown?.pathname === before.shown?.pathname) return
    useUpdate.setState({ isTyped: false })
    if (useUpdate.getState().waiting && useToasts.getState().toasts.length === 0) applyUpdate()
  })
}

/** Lets the waiting worker in and loads the page anew with it. */
export const applyUpdate = (): void => {
  const { waiting } = useUpdate.getState()
  if (!waiting) return
  const reload = () => {
    callOff()
    // It may take its time, in which somebody began to type.
    if (!useUpdate.getState().isTyped) window.location.reload()
  }
  // Chromium leaves it waiting when a request reaches the worker before at that moment. A document comes from the site,
  // whichever of them works.
  const callOff = pageTimer(reload, 1_000)
  navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true })
  waiting.postMessage('update')
}
