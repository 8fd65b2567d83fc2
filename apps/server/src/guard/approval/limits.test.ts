import { beforeAll, expect, test } from 'vitest'
import { addMethod, inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: inReview, connections: 30 })
const rule = { four_eyes: true, four_eyes_adjust_min: 1_000, four_eyes_withdrawal_min: 10_000 }
const reason = 'A prize by hand.'
const DAY_SECONDS = 86_400

// The rate of a coin was known before the rule.
beforeAll(async () => addMethod(await world.owner()))

const admins = async () => {
  world.clock.turn(DAY_SECONDS + 1)
  await world.settings({ ...world.defaults, ...inReview, ...rule })
  return { first: await world.owner(), second: await world.user('partner', { role: 'admin' }) }
}
type Admin = Awaited<ReturnType<typeof admins>>['first']

const give = async (admin: Admin, id: string, amount: number): Promise<string | null> =>
  (await admin.admin.adjustUser({ params: { id }, body: { account: 'main', amount, reason } })).approval

test('small changes of one account add up over a day, whoever makes them and whichever way they go', async () => {
  const { first, second } = await admins()
  const ann = await world.user('slice_ann')
  expect(await give(first, ann.id, 600)).toBeNull()
  const id = await give(first, ann.id, 400)
  expect(id).toEqual(expect.any(String))
  expect(await give(second, ann.id, 400)).toEqual(expect.any(String))
  expect(await give(first, ann.id, -400)).toEqual(expect.any(String))
  expect(await give(first, ann.id, 399)).toBeNull()
  // What two admins wanted does not use up what one may do alone.
  const bob = await world.user('slice_bob')
  const large = await give(first, bob.id, 5_000)
  await second.admin.acceptApproval({ params: { id: large ?? '' } })
  expect(await give(second, bob.id, 999)).toBeNull()
  world.clock.turn(DAY_SECONDS)
  expect(await give(first, ann.id, 999)).toBeNull()
})

test('of many small changes at once only as many are made as one admin may make alone', async () => {
  const { first } = await admins()
  const cid = await world.user('slice_cid')
  const made = await Promise.all(Array.from({ length: 12 }, () => give(first, cid.id, 300)))
  expect(made.filter((approval) => approval === null)).toHaveLength(3)
})

test('an undone movement counts as much as a change', async () => {
  const { first } = await admins()
  const dan = await world.user('slice_dan')
  const params = { id: dan.id }
  await give(first, dan.id, 600)
  const [line] = (await first.admin.userStatement({ params })).items
  const { approval } = await first.admin.reverseTransfer({ params, body: { transferId: line?._id ?? '', reason } })
  expect(approval).toEqual(expect.any(String))
})

test('one admin does not spread over many accounts what no account may get', async () => {
  const { first, second } = await admins()
  const people = await Promise.all(Array.from({ length: 12 }, (_, at) => world.user(`slice_e${at}`)))
  const made: (string | null)[] = []
  for (const { id } of people) made.push(await give(first, id, 900))
  expect(made.filter((approval) => approval === null)).toHaveLength(11)
  expect(await give(second, people[11]?.id ?? '', 900)).toBeNull()
})

test('small imports add up', async () => {
  const { first } = await admins()
  const bring = (name: string, balance: number) =>
    first.admin.import({
      query: { source: 'slices', unit: 'units', dry: 'false' as const },
      file: new Blob([`username,email,balance\n${name},${name}@old.example,${balance}`]),
    })
  await bring('slice_fay', 600)
  await world.runJobs()
  expect(await refusal(bring('slice_gus', 400))).toMatchObject({ status: 409, failure: { code: 'FOUR_EYES' } })
  await bring('slice_gus', 0)
  await world.runJobs()
})

test('small withdrawals of one user add up over a day', async () => {
  const { first, second } = await admins()
  const { ids } = await withPendingWithdrawals(world, 'slice_hal', [4_000, 4_000, 4_000])
  const approved = await first.admin.approveWithdrawals({ body: { ids: ids.slice(0, 2) } })
  expect(approved).toMatchObject({ done: 2, proposed: 0 })
  expect(await second.admin.approveWithdrawals({ body: { ids: ids.slice(2) } })).toMatchObject({ done: 0, proposed: 1 })
})

test('what would let one admin do more alone waits for the other; the rest is saved', async () => {
  const { first, second } = await admins()
  const body = { four_eyes: false, four_eyes_adjust_min: 50_000, site_name: 'Slices' }
  const saved = await first.admin.saveSettings({ body })
  expect(saved.settings).toMatchObject({ four_eyes: true, four_eyes_adjust_min: 1_000, site_name: 'Slices' })
  expect(saved.msg).toContain('admin must approve')
  expect(await refusal(first.admin.saveSettings({ body }))).toMatchObject({ failure: { code: 'PROPOSED_ALREADY' } })
  const [act] = (await second.admin.approvals({ query: { state: 'pending' } })).items
  expect(act).toMatchObject({ kind: 'setting.save', user: null, amount: null, proposedBy: 'admin' })
  expect(act?.sentence).toBe('Set four_eyes to false and four_eyes_adjust_min to 50000.')
  const params = { id: act?._id ?? '' }
  expect(await refusal(first.admin.acceptApproval({ params }))).toMatchObject({ failure: { code: 'OWN_PROPOSAL' } })
  await second.admin.acceptApproval({ params })
  expect((await first.admin.settings()).settings).toMatchObject({ four_eyes: false, four_eyes_adjust_min: 50_000 })
  const { items } = await first.admin.audit({ query: { target: 'four_eyes' } })
  expect(items[0]).toMatchObject({ action: 'setting.save', by: 'partner' })
})

test.each([
  { four_eyes_withdrawal_min: 10_001 },
  { payout_auto_max: 10_000 },
  { google_issuer: 'https://accounts.evil.example' },
  { site_currency: 'BTC' },
  {
    rate_sources: [{ kind: 'json' as const, enabled: true, url: 'https://prices.evil.example/{coin}', path: 'price' }],
  },
])('%o does not go around the second admin', async (body) => {
  const { first } = await admins()
  const before = (await first.admin.settings()).settings
  expect((await first.admin.saveSettings({ body })).settings).toEqual(before)
  const [act] = (await first.admin.approvals({ query: { state: 'pending' } })).items
  await first.admin.denyApproval({ params: { id: act?._id ?? '' }, body: { reason: 'No, it stays.' } })
})

test('what somebody proposed who is no admin any more is not carried out', async () => {
  const { first, second } = await admins()
  const ivy = await world.user('slice_ivy')
  const params = { id: (await give(second, ivy.id, 5_000)) ?? '' }
  const become = (role: 'admin' | 'user') =>
    world.db.write((tx) => tx.updateTable('users').set({ role }).where('id', '=', second.id).execute())
  await become('user')
  expect(await refusal(first.admin.acceptApproval({ params }))).toMatchObject({ failure: { code: 'PROPOSER_LEFT' } })
  await become('admin')
  await first.admin.acceptApproval({ params })
})

test('what asks for more is done alone, and who is the only admin left is not locked in', async () => {
  const { first } = await admins()
  const tighter = { four_eyes_adjust_min: 10, four_eyes_withdrawal_min: 10, payout_user_day_max: 5 }
  expect((await first.admin.saveSettings({ body: tighter })).settings).toMatchObject(tighter)
  await world.db.write((tx) =>
    tx.updateTable('users').set({ role: 'user' }).where('username', '=', 'partner').execute(),
  )
  const { settings } = await first.admin.saveSettings({ body: { four_eyes: false } })
  expect(settings.four_eyes).toBe(false)
})
