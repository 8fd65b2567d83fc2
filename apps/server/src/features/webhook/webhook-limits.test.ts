import { WEBHOOKS_MAX } from '@runnel/contract/account/webhook'
import { WebhookEvent } from '@runnel/contract/account/webhook-events'
import { describe, expect, test } from 'vitest'
import { createHttp } from '#adapters/deposit/http.ts'
import { createWebhooks } from '#adapters/webhook/webhook.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { useReceiver } from '#test/features/webhooks.ts'
import { inReview, payoutDeps, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview, limits: false })
const hooks = useReceiver(world)
const { register, send, messagesOf } = hooks

test('a name that leads into the private network is not called, whoever registered it', async () => {
  const webhooks = createWebhooks({ account: createHttp(), site: createHttp() })
  const request = { id: 'msg_1', at: new Date(), body: '{}', secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'] }
  for (const audience of ['account', 'site'] as const) {
    const answer = await webhooks.send({ ...request, audience, url: 'https://localhost:1/hook' })
    expect(answer).toMatchObject({ status: null, answer: expect.stringContaining('private') })
  }
})

describe('an event', () => {
  test('is one, however often the job that makes it runs and at how many nodes', async () => {
    const { owner, person, ids } = await withPendingWithdrawals(world, 'once_wanda', [10_000, 20_000])
    const { params } = await register(person, ['withdrawal.paid', 'withdrawal.failed'])
    await Promise.allSettled([1, 2].map(() => owner.admin.approveWithdrawals({ body: { ids } })))
    await Promise.all([1, 2, 3].map(() => runPayouts(payoutDeps(world))))
    await world.runJobs()
    await runPayouts(payoutDeps(world))
    const messages = await messagesOf(person, params)
    expect(messages.map(({ event }) => event)).toEqual(['withdrawal.paid', 'withdrawal.paid'])
    expect(new Set(messages.map(({ body }) => body)).size).toBe(2)
  })

  test('whose sender fell after it had arrived comes again with the same id and body', async () => {
    const person = await world.user('fallen')
    const { params } = await register(person)
    await person.webhook.test({ params })
    await world.db.raw(`CREATE FUNCTION fall() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'fallen'; END $$`)
    await world.db.raw('CREATE TRIGGER fall BEFORE INSERT ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION fall()')
    await expect(send()).rejects.toThrow('fallen')
    await world.db.raw('DROP FUNCTION fall CASCADE')
    await send()
    expect(hooks.receiver.received, 'it is still lent to the one that fell').toHaveLength(1)
    world.clock.turn(301)
    await send()
    const [first, second] = hooks.receiver.received
    expect(hooks.receiver.received).toHaveLength(2)
    expect(second).toEqual(first)
    expect(await messagesOf(person, params)).toMatchObject([{ state: 'delivered', attempts: { length: 1 } }])
  })

  test('to endpoints that take nothing keeps no other waiting', async () => {
    const failing = [await world.user('bad_hooks'), await world.user('worse_hooks')]
    for (const person of failing) {
      for (let index = 0; index < WEBHOOKS_MAX; index += 1) {
        const { params } = await register(person)
        await person.webhook.test({ params })
      }
    }
    await world.db.raw('UPDATE webhook_endpoints SET failing_since = $1', [world.clock.now()])
    const good = await world.user('good_hooks')
    const { path, params } = await register(good)
    await good.webhook.test({ params })
    await send()
    const paths = hooks.receiver.received.map((each) => each.path)
    expect(paths).toHaveLength(21)
    expect(paths.indexOf(path), 'one of the 20 endpoints that are called first').toBeLessThan(20)
  })

  test('and its attempts are gone after 30 days', async () => {
    const person = await world.user('old_hooks')
    const { params } = await register(person)
    await person.webhook.test({ params })
    await send()
    world.clock.turn(29 * 86_400)
    await world.runJob('history.sweep')
    const left = () =>
      world.db.raw('SELECT m.id FROM webhook_messages m JOIN webhook_attempts a ON a.message_id = m.id')
    expect(await left()).toHaveLength(1)
    world.clock.turn(2 * 86_400)
    await world.runJob('history.sweep')
    expect(await left()).toEqual([])
    expect(await world.db.raw('SELECT id FROM webhook_attempts')).toEqual([])
  })
})

describe('an endpoint', () => {
  test('stands in the file of its user without a secret, and is gone with the account', async () => {
    const [person, other] = [await world.user('leaving'), await world.user('staying')]
    const { id, params, secret } = await register(person)
    await register(other)
    await person.webhook.rotate({ params })
    await person.webhook.test({ params })
    const { body } = await person.raw({ method: 'GET', path: '/api/user/export' })
    expect(body['webhooks']).toMatchObject([{ id, audience: 'account', description: 'Books', disabled_at: null }])
    expect(JSON.stringify(body['webhooks'])).not.toContain('secret')
    expect(JSON.stringify(body)).not.toContain(secret.slice(6))
    await person.ownData.remove({ body: { username: 'leaving', waive: true } })
    const left = await world.db.raw('SELECT user_id FROM webhook_endpoints')
    expect(left).toEqual([{ user_id: other.id }])
    expect(await world.db.raw('SELECT id FROM webhook_messages')).toEqual([])
    await send()
    expect(hooks.receiver.received).toEqual([])
  })

  test('that is off is sent nothing that happens meanwhile', async () => {
    const { owner, person, ids } = await withPendingWithdrawals(world, 'off_wanda')
    const { params } = await register(person)
    await person.webhook.change({ params, body: { enabled: false } })
    await owner.admin.approveWithdrawals({ body: { ids } })
    await world.runJobs()
    await person.webhook.change({ params, body: { enabled: true } })
    await send()
    expect(hooks.receiver.received).toEqual([])
  })

  test('is refused when a change makes it wrong, and keeps what it had', async () => {
    const person = await world.user('wrong_change')
    const { params } = await register(person, ['deposit.credited'])
    const code = async (body: object) => (await refusal(person.webhook.change({ params, body }))).failure.code
    expect(await code({ url: 'https://10.0.0.1/' })).toBe('WEBHOOK_URL')
    expect(await code({ events: ['user.registered'] })).toBe('WEBHOOK_EVENT')
    expect(await code({ events: [] })).toBe('INVALID_FIELDS')
    expect(await code({ description: 'x'.repeat(61) })).toBe('INVALID_FIELDS')
    const { webhooks } = await person.webhook.list({ query: {} })
    expect(webhooks).toMatchObject([{ events: ['deposit.credited'], description: 'Books', disabled: null }])
  })

  test('of the site leaves a row in the audit log for each change, without a secret; others none', async () => {
    const [owner, person] = [await world.owner(), await world.user('unlogged')]
    const site = await register(owner, [...WebhookEvent.options], 'site')
    const mine = await register(person)
    await owner.webhook.change({ params: site.params, body: { events: ['user.registered'], enabled: false } })
    const { secret } = await owner.webhook.rotate({ params: site.params })
    for (const each of [owner, person]) {
      await each.webhook.remove({ params: each === owner ? site.params : mine.params })
    }
    const rows = await world.db.read
      .selectFrom('audit')
      .select(['actor', 'action', 'target', 'before', 'after'])
      .where('action', 'like', 'webhook.%')
      .orderBy('id')
      .execute()
    expect(rows).toMatchObject([
      { action: 'webhook.add', after: { enabled: true } },
      { action: 'webhook.edit', before: { enabled: true }, after: { events: ['user.registered'], enabled: false } },
      { action: 'webhook.rotate' },
      { action: 'webhook.remove', before: { description: 'Books' } },
    ])
    expect(rows.every(({ actor, target }) => actor === owner.id && target === site.id)).toBe(true)
    for (const hidden of [site.secret, secret]) expect(JSON.stringify(rows)).not.toContain(hidden.slice(6))
  })
})

test('an endpoint of an account is told to its owner by bell and mail, one of the site is not', async () => {
  const person = await world.user('hook_told')
  const owner = await world.owner()
  const bellOf = async (one: typeof person) =>
    (await one.user.me()).notification.notifications.filter(({ kind }) => kind === 'webhook-added')
  await world.runJobs()
  const earlier = world.mails.length
  await register(owner, ['withdrawal.paid'], 'site')
  const { params } = await register(person)
  await person.webhook.change({ params, body: { description: 'Ledger' } })
  await world.runJobs()
  const { host } = new URL(hooks.receiver.url)
  expect(await bellOf(person)).toMatchObject([{ values: { host } }])
  expect(await bellOf(owner)).toEqual([])
  const told = world.mails
    .slice(earlier)
    .filter(({ subject }) => subject.includes('A webhook was added to your account'))
  expect(told.map(({ to }) => to)).toEqual([expect.stringContaining('hook_told')])
  expect(told[0]?.text).toContain(host)
  await person.webhook.change({ params, body: { url: hooks.receiver.url.replace('127.0.0.1', 'localhost') } })
  expect(await bellOf(person), 'events go elsewhere').toHaveLength(2)
})
