import { expect, test } from 'vitest'
import type { AutomaticPayout } from '#adapters/payout/payout.ts'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { runningCampaign } from '#test/features/advertising.ts'
import { addMethod, requestWithdrawal, earn, openHanded, payoutDeps } from '#test/features/withdrawing.ts'
import { openTask } from '#test/features/working.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: openHanded })

const reason = 'Several accounts of one person.'
const later = (days: number): string => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString()
const statusesOf = async (table: 'campaigns' | 'tasks' | 'withdrawals', userId: string): Promise<string[]> =>
  (await world.db.read.selectFrom(table).select('status').where('user_id', '=', userId).execute()).map(
    (row) => row.status,
  )

test('a ban says why, until when, by bell and by mail; the session stays and opens nothing else', async () => {
  const owner = await world.owner()
  const ann = await world.user('ban_ann')
  world.mails.length = 0
  const until = later(3)
  const { user } = await owner.admin.banUser({ params: { id: ann.id }, body: { reason, until } })
  expect(user).toMatchObject({ status: 'locked', lockReason: reason, lockedUntil: until })
  expect((await ann.user.me()).user).toMatchObject({ lockReason: reason, lockedUntil: until })
  expect((await ann.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(418)
  await world.runJobs()
  expect(world.mails).toMatchObject([{ to: 'ban_ann@example.com' }])
  expect(world.mails[0]?.text).toContain(reason)
  const again = await owner.admin.banUser({ params: { id: ann.id }, body: { reason, until } })
  expect(again.msg).toBe(inEnglish(say('owner.settings.noChangesSave')))
  const longer = await owner.admin.banUser({ params: { id: ann.id }, body: { reason: 'It went on.' } })
  expect(longer.user).toMatchObject({ lockedAt: user.lockedAt, lockedUntil: null, lockReason: 'It went on.' })
  expect((await owner.admin.unban({ params: { id: ann.id } })).user.status).toBe('active')
  expect((await ann.raw({ method: 'GET', path: '/api/faucet/info' })).status).toBe(200)
  expect((await owner.admin.unban({ params: { id: ann.id } })).msg).toBe(inEnglish(say('owner.users.accountLocked')))
  const { measures } = await owner.admin.userDetail({ params: { id: ann.id } })
  expect(measures.map(({ action }) => action)).toEqual(['user.unban', 'user.ban', 'user.ban'])
  expect(JSON.parse(measures[1]?.before ?? '')).toEqual({ reason, until })
})

test('nobody bans the people of the site, the past, or nobody', async () => {
  const owner = await world.owner()
  const moderator = await world.moderator()
  const ban = (id: string, body: { reason: string; until?: string }) =>
    refusal(owner.admin.banUser({ params: { id }, body }))
  expect(await ban(owner.id, { reason })).toMatchObject({ status: 409, failure: { code: 'IS_STAFF' } })
  expect(await ban(moderator.id, { reason })).toMatchObject({ failure: { code: 'IS_STAFF' } })
  const bob = await world.user('ban_bob')
  expect(await ban(bob.id, { reason, until: later(-1) })).toMatchObject({ failure: { code: 'UNTIL_PAST' } })
  expect(await ban('019ccc00-0000-7000-8000-999999999999', { reason })).toMatchObject({ status: 404 })
  const asModerator = moderator.admin.banUser({ params: { id: bob.id }, body: { reason } })
  expect(await refusal(asModerator)).toMatchObject({ status: 403 })
  const unproved = await world.owner({ proved: false })
  const stale = unproved.admin.banUser({ params: { id: bob.id }, body: { reason } })
  expect(await refusal(stale)).toMatchObject({ status: 403, failure: { code: 'STEP_UP_REQUIRED' } })
})

test('many at once: staff and those that stand so already are left as they are', async () => {
  const owner = await world.owner()
  const [cid, dan] = [await world.user('ban_cid'), await world.user('ban_dan')]
  const ids = [cid.id, dan.id, owner.id, cid.id]
  const both = await Promise.all([
    owner.admin.banUsers({ body: { ids, reason } }),
    owner.admin.banUsers({ body: { ids, reason } }),
  ])
  expect(both.map(({ done }) => done).toSorted((a, b) => a - b)).toEqual([0, 2])
  expect(both.map(({ skipped }) => skipped).toSorted((a, b) => a - b)).toEqual([1, 3])
  expect(await owner.admin.unbanUsers({ body: { ids } })).toMatchObject({ done: 2, skipped: 1 })
  expect(await owner.admin.unbanUsers({ body: { ids } })).toMatchObject({ done: 0, skipped: 3 })
})

test('the same ban again, moments later, changes nothing and is not written down twice', async () => {
  const owner = await world.owner()
  const gil = await world.user('ban_gil')
  const users = [gil.id]
  const deeds = async () => (await owner.admin.userDetail({ params: { id: gil.id } })).measures.length
  const locks = async () =>
    (await world.db.raw(`SELECT "until" FROM measures WHERE user_id = $1 AND kind = 'lock'`, [gil.id])).length
  // For 30 days from the moment at which it is sent.
  await owner.admin.banSuspects({ body: { users, reason } })
  world.clock.turn(20)
  expect(await owner.admin.banSuspects({ body: { users, reason } })).toMatchObject({ done: 0, skipped: 1 })
  const again = await owner.admin.banUser({ params: { id: gil.id }, body: { reason, until: later(30) } })
  expect(again.msg).toBe(inEnglish(say('owner.settings.noChangesSave')))
  expect([await deeds(), await locks()]).toEqual([1, 1])
  const banned = (await gil.user.me()).notification.notifications.filter(({ kind }) => kind === 'account-locked')
  expect(banned).toHaveLength(1)
  world.clock.turn(3_600)
  expect(await owner.admin.banSuspects({ body: { users, reason } })).toMatchObject({ done: 1 })
  expect(await owner.admin.banSuspects({ body: { users, reason, forever: true } })).toMatchObject({ done: 1 })
  expect(await owner.admin.banSuspects({ body: { users, reason, forever: true } })).toMatchObject({ done: 0 })
  expect(await deeds()).toBe(3)
})

test('payouts wait for a person again; what is advertised pauses only when nobody will come back', async () => {
  const owner = await world.owner()
  const eve = await world.user('ban_eve')
  const method = await addMethod(owner)
  await earn(world, eve, 100_000)
  await requestWithdrawal(eve, { method })
  await runningCampaign(world, eve)
  await openTask(world, eve)
  expect(await statusesOf('withdrawals', eve.id)).toEqual(['approved'])
  await owner.admin.banUser({ params: { id: eve.id }, body: { reason, until: later(2) } })
  expect(await statusesOf('withdrawals', eve.id)).toEqual(['review'])
  expect([await statusesOf('campaigns', eve.id), await statusesOf('tasks', eve.id)]).toEqual([['active'], ['active']])
  await world.runJobs()
  expect(await statusesOf('withdrawals', eve.id)).toEqual(['review'])
  await owner.admin.banUser({ params: { id: eve.id }, body: { reason } })
  expect([await statusesOf('campaigns', eve.id), await statusesOf('tasks', eve.id)]).toEqual([['paused'], ['paused']])
  await owner.admin.unban({ params: { id: eve.id } })
  expect(await statusesOf('campaigns', eve.id)).toEqual(['paused'])
})

test('what a lock paused is its owner’s to resume once it is over, and what a person paused is not', async () => {
  const owner = await world.owner()
  const hal = await world.user('ban_hal')
  const params = { id: (await runningCampaign(world, hal))._id }
  const task = { id: (await openTask(world, hal))._id }
  const resume = async () => {
    await hal.advertise.edit({ params, body: { status: 'active' } })
    await hal.task.setStatus({ params: task, body: { status: 'active' } })
    expect([await statusesOf('campaigns', hal.id), await statusesOf('tasks', hal.id)]).toEqual([['active'], ['active']])
  }
  const users = [hal.id]
  const ban = () => owner.admin.banSuspects({ body: { users, reason, forever: true } })
  await ban()
  await owner.admin.unban({ params: { id: hal.id } })
  await resume()
  await ban()
  await owner.admin.releaseSuspects({ body: { users } })
  await resume()
  await ban()
  await hal.appeal.appeal({ body: { message: 'I have one account, and one only.' } })
  const { items } = await owner.admin.appeals({ query: { username: 'ban_hal' } })
  const answer = { verdict: 'shorten', message: 'Two days will do.', until: later(2) } as const
  await owner.admin.answerAppeal({ params: { id: items[0]?._id ?? '' }, body: answer })
  world.clock.turn(2 * 86_400 + 1)
  await resume()
  await owner.admin.editPtc({ params, body: { status: 'paused' } })
  await ban()
  await owner.admin.unban({ params: { id: hal.id } })
  const stopped = await refusal(hal.advertise.edit({ params, body: { status: 'active' } }))
  expect(stopped.failure).toMatchObject({ code: 'PAUSED_BY_STAFF' })
})

test('a payout that was on its way and comes back waits for a person too', async () => {
  const owner = await world.owner()
  const fay = await world.user('ban_fay')
  const method = await addMethod(owner)
  await earn(world, fay, 100_000)
  await requestWithdrawal(fay, { method })
  const sandbox: AutomaticPayout = {
    way: 'automatic',
    closed: () => null,
    send: async () => {
      await owner.admin.banUser({ params: { id: fay.id }, body: { reason } })
      return { kind: 'retry', reason: 'The provider is busy.' }
    },
    find: async () => ({ kind: 'unknown' }),
  }
  await runPayouts(payoutDeps(world, { sandbox }))
  expect(await statusesOf('withdrawals', fay.id)).toEqual(['review'])
})
