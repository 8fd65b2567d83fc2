import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#web/test/fake-server.tsx'
import { rememberedPush, rememberPush } from './own-subscription.ts'
import { syncPush } from './push.ts'

const id = '01890000-0000-7000-8000-000000000001'
const settings = {
  publicKey: 'B'.repeat(87),
  devices: [{ _id: id, device: 'Firefox on Linux', current: true, createdAt: '2026-01-01T12:00:00.000Z' }],
  kindsOff: [],
  quiet: null,
}
const subscriptionAt = (endpoint: string) => ({
  endpoint,
  toJSON: () => ({ endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
  unsubscribe: () => Promise.resolve(true),
})
const telling = 'POST /api/user/push'
const removing = 'DELETE /api/user/push/{id}'
const answers = () =>
  fakeServer({ 'GET /api/user/push': () => settings, [telling]: () => ({}), [removing]: () => ({}) })

/** A browser whose push service gives it this subscription, or another one when it is asked. */
const browserWith = (known: string | null, permission: NotificationPermission) => {
  vi.stubGlobal('Notification', { permission })
  const subscribe = vi.fn(() => Promise.resolve(subscriptionAt('https://push.example/new')))
  const pushManager = { getSubscription: () => Promise.resolve(known && subscriptionAt(known)), subscribe }
  return { registration: { pushManager } as unknown as ServiceWorkerRegistration, subscribe }
}

beforeEach(() => rememberPush('https://push.example/old'))
afterEach(() => {
  rememberPush(null)
  vi.unstubAllGlobals()
})

test('a subscription that is as the site knows it asks nothing', async () => {
  const server = answers()
  await syncPush(browserWith('https://push.example/old', 'granted').registration)
  expect(server.requests).toEqual([])
})

test('one that the push service moved is told to the site', async () => {
  const server = answers()
  const { registration, subscribe } = browserWith('https://push.example/moved', 'granted')
  await syncPush(registration)
  expect(server.sentTo(telling)[0]?.body).toMatchObject({ endpoint: 'https://push.example/moved' })
  expect(subscribe).not.toHaveBeenCalled()
  expect(rememberedPush()).toBe('https://push.example/moved')
})

test('one that was given up is made anew for the key of the site', async () => {
  const server = answers()
  const { registration, subscribe } = browserWith(null, 'granted')
  await syncPush(registration)
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: settings.publicKey })
  expect(server.sentTo(telling)[0]?.body).toMatchObject({ endpoint: 'https://push.example/new' })
})

test('where the permission was withdrawn the site forgets this device', async () => {
  const server = answers()
  await syncPush(browserWith(null, 'denied').registration)
  expect(server.sentTo(removing)[0]?.path).toBe(`/api/user/push/${id}`)
  expect(server.sentTo(telling)).toEqual([])
  expect(rememberedPush()).toBeNull()
})

test('whoever is not told by push is asked nothing', async () => {
  rememberPush(null)
  const server = answers()
  await syncPush(browserWith('https://push.example/other', 'granted').registration)
  expect(server.requests).toEqual([])
})
