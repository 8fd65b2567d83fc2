import { push as contract } from '@runnel/contract/account/push'
import type { Result } from '@runnel/contract/route'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { endOwnSubscription, rememberedPush, rememberPush } from './own-subscription.ts'

export const push = connect('user', contract)

export type PushState = Result<typeof contract.settings>

/** `blocked`: the user or the browser said no. */
export type PushOutcome = 'on' | 'blocked'

/** Only a page that is served securely has a worker, and on iPhones only one that was installed has a push service. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Subscribes this browser at its push service and tells the site. Must be called by a click: the browser asks. */
export const switchPushOn = async (publicKey: string): Promise<PushOutcome> => {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // One that was made for another key of the site would never be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    .catch(() => null)
  if (!subscription || !(await tellSite(subscription))) return 'blocked'
  await refreshPush()
  return 'on'
}

/** False where the browser gave no keys to encrypt for. */
const tellSite = async (subscription: PushSubscription, signal?: AbortSignal): Promise<boolean> => {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return false
  const body = { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] }
  await push.calls.subscribe({ body, ...(signal && { signal }) })
  rememberPush(endpoint)
  return true
}

/**
 * Brings the site up to date with what the browser has become: its push service may have moved the subscription, or
 * somebody has withdrawn the permission in the browser's own settings. Nobody is told when it fails; it is tried again
 * with the next visit.
 */
export const syncPush = async ({ pushManager }: ServiceWorkerRegistration): Promise<void> => {
  const told = rememberedPush()
  if (told === null) return
  const signal = silence(new AbortController().signal)
  const isAllowed = Notification.permission === 'granted'
  const subscription = await pushManager.getSubscription()
  if (isAllowed && subscription?.endpoint === told) return
  if (isAllowed) {
    const { publicKey } = await push.calls.settings({ signal })
    const options = { userVisibleOnly: true, applicationServerKey: publicKey }
    await tellSite(subscription ?? (await pushManager.subscribe(options)), signal)
  } else {
    const { devices } = await push.calls.settings({ signal })
    const current = devices.find((device) => device.current)
    if (current) await push.calls.remove({ params: { id: current._id }, signal })
    await endOwnSubscription()
  }
  await refreshPush()
}

/** Stops it for a device; for this one at its push service too. */
export const switchPushOff = async ({ _id, current }: PushState['devices'][number]): Promise<void> => {
  await push.calls.remove({ params: { id: _id } })
  if (current) await endOwnSubscription()
  await refreshPush()
}

export const refreshPush = (): Promise<void> => queryClient.invalidateQueries({ queryKey: push.keyOf('settings') })
