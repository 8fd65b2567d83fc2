import { push as contract } from '@runnel/contract/account/push'
import type { Result } from '@runnel/contract/route'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { endOwnSubscription } from './user.ts'

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
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) return 'blocked'
  await push.calls.subscribe({ body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } })
  await refreshPush()
  return 'on'
}

/** Stops it for a device; for this one at its push service too. */
export const switchPushOff = async ({ _id, current }: PushState['devices'][number]): Promise<void> => {
  await push.calls.remove({ params: { id: _id } })
  if (current) await endOwnSubscription()
  await refreshPush()
}

export const refreshPush = (): Promise<void> => queryClient.invalidateQueries({ queryKey: push.keyOf('settings') })
