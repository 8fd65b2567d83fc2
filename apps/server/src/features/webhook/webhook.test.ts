import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WEBHOOKS_MAX } from '@runnel/contract/account/webhook'
import { WebhookEvent, webhookBody } from '@runnel/contract/account/webhook-events'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'
import { createHttp } from '#adapters/deposit/http.ts'
import { createWebhooks, signatureOf } from '#adapters/webhook/webhook.ts'
import { fund, pendingCampaign } from '#test/features/advertising.ts'
import { useReceiver } from '#test/features/webhooks.ts'
import { inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { openTask, proof, sentWork } from '#test/features/working.ts'
import { localHttp } from '#test/local-http.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, settings: inReview, limits: false })

const hooks = useReceiver(world)
const { register, send, types, messagesOf } = hooks

test('signs as the published vector of the specification', () => {
  const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body: '{"test": 2432232314}' }
  const signature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='
  expect(signatureOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(signature)
})

test('a status counts as soon as it has come, however long the body is', async () => {
  const server = createServer((_, response) => void response.writeHead(200).write('y'.repeat(4_096)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.close().closeAllConnections())
  const http = localHttp()
  const { send: post } = createWebhooks({ account: http, site: http })
  // A server that listens on a port has an address of this form.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const message = { audience: 'site', url, id: 'msg_1', at: new Date(), body: '{}', secrets: [] } as const
  expect(await post(message)).toEqual({ status: 200, answer: 'y'.repeat(500), laterSeconds: null })
})

test('members reach neither private networks nor anything without TLS', () => {
  const real = createWebhooks({ account: createHttp(), site: createHttp({ privateHosts: ['10.0.0.5'] }) })
  const refused = ['http://example.com/', 'https://127.0.0.1/', 'https://169.254.169.254/', 'https://[::1]/', 'x']
  for (const url of [...refused, 'https://10.0.0.5/', 'https://a:b@example.com/', 'ftp://example.com/']) {
    expect(real.problem('account', url), url).not.toBeNull()
  }
  expect(real.problem('account', 'https://hooks.example.com/in')).toBeNull()
  expect(real.problem('site', 'https://10.0.0.5/')).toBeNull()
})

describe('events', () => {
  test('of withdrawals reach their user and the site, signed, as the contract says, and no other user', async () => {
    const owner = await world.owner()
    const site = await register(owner, [...WebhookEvent.options], 'site')
    const stranger = await world.user('hook_stranger')
    await register(stranger)
    const { person, ids } = await withPendingWithdrawals(world, 'hook_wanda', [10_000])
    const mine = await register(person)
    await owner.admin.approveWithdrawals({ body: { ids } })
    await world.runJobs()
    await send()
    expect(hooks.receiver.refused).toEqual([])
    const told = (path: string) =>
      hooks.receiver.received.filter((each) => each.path === path).map(({ event }) => event)
    expect(told(mine.path).map(({ type }) => type)).toEqual(['withdrawal.paid'])
    expect(told(site.path).map(({ type }) => type)).toEqual(['withdrawal.requested', 'withdrawal.paid'])
    expect(told(mine.path)[0]?.data).toMatchObject({ withdrawalId: ids[0], userId: person.id, amount: 10_000 })
    expect(hooks.receiver.received.every(({ path }) => [mine.path, site.path].includes(path))).toBe(true)
    for (const { event } of hooks.receiver.received) {
      expect(z.safeParse(webhookBody(event.type as WebhookEvent), event).error).toBeUndefined()
      expect(JSON.stringify(event)).not.toContain(person.username)
    }
  })

  test('of campaigns, deposits and submissions reach whom they concern, without the worker', async () => {
    const [advertiser, worker] = [await world.user('hook_adam'), await world.user('hook_work')]
    await fund(world, advertiser, 500_000)
    await register(advertiser)
    await register(worker)
    const { _id: id } = await pendingCampaign(world, advertiser)
    await (await world.owner()).admin.editPtc({ params: { id }, body: { status: 'active' } })
    const task = await openTask(world, advertiser)
    const work = await sentWork(task, worker)
    await advertiser.task.accept({ params: { id: task._id }, body: { submissionIds: [work._id] } })
    await send()
    expect(types().toSorted()).toEqual(['campaign.approved', 'submission.decided', 'submission.received'])
    for (const { event } of hooks.receiver.received) {
      expect(z.safeParse(webhookBody(event.type as WebhookEvent), event).error).toBeUndefined()
      expect(JSON.stringify(event)).not.toContain(worker.id)
      expect(JSON.stringify(event)).not.toContain(proof.answers[0])
    }
  })

  test('of a transaction that fails, and those nobody wants, are not written', async () => {
    const person = await world.user('hook_undone')
    const { params } = await register(person, ['deposit.credited'])
    const note = (event: string) => sql`SELECT webhook_note(${event}, ${person.id}, now(), '{}')`
    await expect(
      world.db.write(async (tx) => {
        await note('deposit.credited').execute(tx)
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    await world.db.write((tx) => note('campaign.approved').execute(tx))
    expect(await messagesOf(person, params)).toEqual([])
  })
})

describe('delivery', () => {
  test('is one per attempt, however many nodes send at once, and again under the same id on replay', async () => {
    const person = await world.user('hook_once')
    const { params } = await register(person)
    for (let turn = 0; turn < 12; turn += 1) await person.webhook.test({ params })
    await Promise.all([send(), send(), send(), send()])
    expect(hooks.receiver.received).toHaveLength(12)
    expect(new Set(hooks.receiver.received.map(({ id }) => id)).size).toBe(12)
    await send()
    expect(hooks.receiver.received).toHaveLength(12)
    const [message] = await messagesOf(person, params)
    expect(message).toMatchObject({ state: 'delivered', dueAt: null, attempts: [{ status: 204 }] })
    await person.webhook.replay({ params: { ...params, messageId: message?._id ?? '' } })
    await send()
    expect(hooks.receiver.received.at(-1)?.id).toBe(`msg_${message?._id}`)
  })

  test('that fails is tried for a day with growing pauses, and the log has status and answer', async () => {
    const person = await world.user('hook_retry')
    const { params } = await register(person)
    await person.webhook.test({ params })
    const started = world.clock.now().getTime()
    const pauses: number[] = []
    for (let turn = 0; turn < 8; turn += 1) {
      hooks.receiver.answerNext({ status: 500, body: 'we are\0 down' })
      await send()
      const [message] = await messagesOf(person, params)
      if (message === undefined || message.dueAt === null) break
      // The job runs once a minute, so that the next run takes it up.
      const minutes = Math.ceil((Date.parse(message.dueAt) - world.clock.now().getTime()) / 60_000)
      pauses.push(minutes)
      world.clock.turn(minutes * 60)
    }
    // As docs/webhooks.md promises.
    expect(pauses).toEqual([1, 5, 30, 120, 300, 480, 500])
    expect(world.clock.now().getTime() - started).toBeGreaterThan(23 * 3_600_000)
    const [message] = await messagesOf(person, params)
    expect(message).toMatchObject({ state: 'failed', attempts: { length: 8 } })
    expect(message?.attempts[0]).toMatchObject({ status: 500, answer: 'we are down' })
    hooks.receiver.answerNext()
    await send()
    expect(hooks.receiver.received).toEqual([])
  })

  test('waits as long as the receiver asks, follows no redirect, and 410 turns the endpoint off', async () => {
    const person = await world.user('hook_later')
    const { params } = await register(person)
    await person.webhook.test({ params })
    hooks.receiver.answerNext({ status: 429, headers: { 'retry-after': '900' } })
    await send()
    const due = Date.parse((await messagesOf(person, params))[0]?.dueAt ?? '')
    expect(due - world.clock.now().getTime()).toBe(900_000)
    world.clock.turn(900)
    hooks.receiver.answerNext({ status: 302, headers: { location: hooks.receiver.url } }, { status: 410 })
    await send()
    expect(hooks.receiver.received).toEqual([])
    world.clock.turn(300)
    await send()
    expect((await person.webhook.list({ query: {} })).webhooks[0]).toMatchObject({ disabled: 'gone' })
    expect(await refusal(person.webhook.test({ params }))).toMatchObject({ failure: { code: 'WEBHOOK_DISABLED' } })
  })

  test('that fails for three days turns the endpoint off once, tells its user, and can be turned on', async () => {
    const person = await world.user('hook_dead')
    const { params } = await register(person)
    await person.webhook.test({ params })
    hooks.receiver.answerNext({ status: 503 })
    await send()
    world.clock.turn(3 * 86_400)
    for (let turn = 0; turn < 3; turn += 1) await person.webhook.test({ params })
    hooks.receiver.answerNext({ status: 503 }, { status: 503 }, { status: 503 }, { status: 503 })
    await Promise.all([send(), send()])
    expect((await person.webhook.list({ query: {} })).webhooks[0]).toMatchObject({ disabled: 'failing' })
    const { notifications } = (await person.user.refresh()).notification
    expect(notifications.filter(({ kind }) => kind === 'webhook-disabled')).toMatchObject([
      { values: { host: new URL(hooks.receiver.url).host } },
    ])
    hooks.receiver.answerNext()
    await person.webhook.change({ params, body: { enabled: true } })
    await person.webhook.test({ params })
    await send()
    expect(types()).toEqual(['webhook.test'])
  })

  test('of a locked user, and of an admin who is none any more, stops', async () => {
    const [owner, person] = [await world.owner(), await world.user('hook_locked')]
    const mine = await register(person)
    const site = await register(owner, ['user.registered'], 'site')
    await person.webhook.test({ params: mine.params })
    await owner.webhook.test({ params: site.params })
    await world.db.raw('UPDATE users SET locked_at = now(), lock_reason = $2 WHERE id = $1', [person.id, 'A test'])
    await world.db.raw(`UPDATE users SET role = 'user' WHERE id = $1`, [owner.id])
    await send()
    await world.db.raw(`UPDATE users SET role = 'admin' WHERE id = $1`, [owner.id])
    expect(hooks.receiver.received).toEqual([])
    await world.db.raw('UPDATE users SET locked_until = $2 WHERE id = $1', [person.id, world.clock.now()])
    await send()
    expect(types(), 'a lock that is over is none').toEqual(['webhook.test', 'webhook.test'])
  })

  test('is signed by both secrets for a day after a change, and the secret is kept only sealed', async () => {
    const person = await world.user('hook_rotate')
    const { params, path, secret } = await register(person)
    const stored = JSON.stringify(await world.db.raw('SELECT secret FROM webhook_endpoints'))
    expect(stored).not.toContain(secret.slice(6))
    const rotated = await person.webhook.rotate({ params })
    await person.webhook.test({ params })
    await send()
    hooks.receiver.trust(path, rotated.secret)
    await person.webhook.test({ params })
    await send()
    expect(hooks.receiver.received.map(({ signatures }) => signatures)).toEqual([2, 2])
    world.clock.turn(86_401)
    await person.webhook.test({ params })
    await send()
    expect(hooks.receiver.received.at(-1)?.signatures).toBe(1)
    expect(hooks.receiver.refused).toEqual([])
  })
})

describe('an endpoint', () => {
  test('is refused with what is wrong with it', async () => {
    const person = await world.user('hook_wrong')
    const body = { url: hooks.receiver.url, description: '', events: ['deposit.credited'] as WebhookEvent[] }
    const code = (changes: object) => refusal(person.webhook.create({ body: { ...body, ...changes } }))
    expect(await code({ url: 'http://example.com/' })).toMatchObject({ status: 422, failure: { code: 'WEBHOOK_URL' } })
    expect(await code({ events: ['user.registered'] })).toMatchObject({ failure: { code: 'WEBHOOK_EVENT' } })
    expect(await code({ events: [] })).toMatchObject({ failure: { code: 'INVALID_FIELDS' } })
    expect(await code({ audience: 'site' })).toMatchObject({ status: 403, failure: { code: 'FORBIDDEN' } })
    expect(await refusal(person.webhook.list({ query: { audience: 'site' } }))).toMatchObject({ status: 403 })
    const unproved = await world.user('hook_wrong', { proved: false })
    expect(await refusal(unproved.webhook.create({ body }))).toMatchObject({ failure: { code: 'STEP_UP_REQUIRED' } })
    await Promise.all(
      Array.from({ length: WEBHOOKS_MAX + 5 }, () => person.webhook.create({ body }).catch(() => undefined)),
    )
    expect((await person.webhook.list({ query: {} })).webhooks).toHaveLength(WEBHOOKS_MAX)
    expect(await code({})).toMatchObject({ status: 409, failure: { code: 'TOO_MANY_WEBHOOKS' } })
  })

  test('is neither seen, changed, sent to nor deleted by others, and one of the site only by admins', async () => {
    const [owner, moderator] = [await world.owner(), await world.moderator()]
    const [carol, mallory] = [await world.user('hook_carol'), await world.user('hook_mallory')]
    const { params } = await register(carol)
    const site = await register(owner, ['user.registered'], 'site')
    await carol.webhook.test({ params })
    const [message] = await messagesOf(carol, params)
    for (const { who, at } of [mallory, owner]
      .map((who) => ({ who, at: params }))
      .concat([mallory, moderator].map((who) => ({ who, at: site.params })))) {
      const calls = [
        () => who.webhook.change({ params: at, body: { enabled: false } }),
        () => who.webhook.remove({ params: at }),
        () => who.webhook.rotate({ params: at }),
        () => who.webhook.test({ params: at }),
        () => who.webhook.messages({ params: at }),
        () => who.webhook.replay({ params: { ...at, messageId: message?._id ?? '' } }),
      ]
      for (const call of calls) {
        expect(await refusal(call())).toMatchObject({ status: 404, failure: { code: 'NO_SUCH_WEBHOOK' } })
      }
    }
    const foreign = { ...site.params, messageId: message?._id ?? '' }
    expect(await refusal(owner.webhook.replay({ params: foreign }))).toMatchObject({ status: 404 })
    const partner = await world.user('partner_admin', { role: 'admin' })
    expect((await partner.webhook.list({ query: { audience: 'site' } })).webhooks).toHaveLength(1)
    await carol.webhook.remove({ params })
    expect((await carol.webhook.list({ query: {} })).webhooks).toEqual([])
  })
})
