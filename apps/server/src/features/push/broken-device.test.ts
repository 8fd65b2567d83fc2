import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notify } from '#features/user/user.ts'
import { startPushService } from '#test/fakes/messages/push-service.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ settings: { happy_hours: [] } })

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.delivered.length = 0
})

const subscribe = (person: Pick<Person, 'push'>) => person.push.subscribe({ body: service.subscribe() })

const credit = (userId: string) =>
  world.db.write((tx) =>
    notify(tx, {
      userId,
      kind: 'offer-credited',
      values: { wall: 'Otter', offer: 'A game', amount: 500 },
      now: world.clock.now(),
    }),
  )

const send = () => world.runJob('push.send')
const waiting = () => world.db.read.selectFrom('push_outbox').selectAll().execute()

test('a device in trouble keeps no other from its notifications, and is given up at last', async () => {
  const [broken, other] = [await world.user('broken_device'), await world.user('whole_device')]
  await subscribe(broken)
  await subscribe(other)
  await world.db.write((tx) =>
    tx.updateTable('push_subscriptions').set({ auth: 'AAAA' }).where('user_id', '=', broken.id).execute(),
  )
  await credit(broken.id)
  await credit(other.id)
  await expect(send()).rejects.toThrow('Sent: 1')
  expect(service.delivered).toHaveLength(1)
  for (let tries = 2; tries <= 6; tries += 1) {
    world.clock.turn(301)
    await expect(send()).rejects.toThrow('auth')
  }
  world.clock.turn(301)
  expect(await send()).toMatch('dropped: 1')
  expect(await waiting()).toEqual([])
  await world.db.write((tx) => tx.deleteFrom('push_subscriptions').where('user_id', '=', broken.id).execute())
})

test('a device whose key is no key is forgotten', async () => {
  const person = await world.user('no_key')
  const { endpoint, auth } = service.subscribe()
  const p256dh = Buffer.alloc(65, 4).toString('base64url')
  await person.push.subscribe({ body: { endpoint, p256dh, auth } })
  await credit(person.id)
  expect(await send()).toMatch('expired devices: 1')
  expect((await person.push.settings()).devices).toEqual([])
})

test('a user whose time zone the database lacks is sent what all are', async () => {
  const person = await world.user('old_zone')
  await person.user.profile({ body: { tz: 'SystemV/EST5' } })
  await subscribe(person)
  await credit(person.id)
  await send()
  expect(service.delivered).toHaveLength(1)
})
