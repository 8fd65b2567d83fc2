import { beforeAll, expect, test } from 'vitest'
import { balancesOf } from '#money/accounts.ts'
import { addMethod, inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: inReview })
const rule = { four_eyes: true, four_eyes_adjust_min: 1_000, four_eyes_withdrawal_min: 10_000 }
const reason = 'A prize by hand.'

// The rate of a coin was known before the rule.
beforeAll(async () => addMethod(await world.owner()))

const admins = async () => {
  // What was done alone a day ago counts no more.
  world.clock.turn(86_401)
  await world.settings(rule)
  return { first: await world.owner(), second: await world.user('partner', { role: 'admin' }) }
}
const mainOf = async (userId: string) => (await balancesOf(world.db.read, userId)).main
const stateOf = async (id: string) =>
  (await (await world.owner()).admin.approvals()).items.find(({ _id }) => _id === id)?.state

test('the rule needs two admins', async () => {
  const owner = await world.owner()
  const alone = await refusal(owner.admin.saveSettings({ body: { four_eyes: true } }))
  expect(alone).toMatchObject({ status: 422, failure: { errors: { four_eyes: expect.any(String) } } })
  await world.user('partner', { role: 'admin' })
  expect((await owner.admin.saveSettings({ body: { four_eyes: true } })).settings.four_eyes).toBe(true)
})

test('a large change of a balance waits for another admin, and happens once', async () => {
  const { first, second } = await admins()
  const ann = await world.user('eyes_ann')
  const params = { id: ann.id }
  const small = await first.admin.adjustUser({ params, body: { account: 'main', amount: 999, reason } })
  expect(small).toMatchObject({ approval: null, balance: 999 })
  const large = await first.admin.adjustUser({ params, body: { account: 'main', amount: 1_000, reason } })
  const act = { id: large.approval ?? '' }
  expect(large.balance).toBe(999)
  const listed = (await second.admin.approvals({ query: { state: 'pending' } })).items
  expect(listed).toMatchObject([
    { kind: 'user.adjust', amount: 1_000, proposedBy: 'admin', mine: false, user: { username: 'eyes_ann' } },
  ])
  const fileOf = async (state: string) =>
    String((await second.raw({ method: 'GET', path: `/api/admin/approval.csv?state=${state}` })).body['text'])
  expect(await fileOf('pending')).toContain('eyes_ann')
  expect(await fileOf('denied')).not.toContain('eyes_ann')
  expect(await refusal(first.admin.acceptApproval({ params: act }))).toMatchObject({
    status: 403,
    failure: { code: 'OWN_PROPOSAL' },
  })
  const third = await world.user('third_eye', { role: 'admin' })
  const both = await Promise.allSettled([
    second.admin.acceptApproval({ params: act }),
    third.admin.acceptApproval({ params: act }),
    second.admin.acceptApproval({ params: act }),
    third.admin.acceptApproval({ params: act }),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await mainOf(ann.id)).toBe(1_999)
  expect(await refusal(second.admin.acceptApproval({ params: act }))).toMatchObject({
    failure: { code: 'ALREADY_DECIDED' },
  })
  const deeds = (await first.admin.audit({ query: { target: act.id } })).items
  expect(deeds.map(({ action }) => action)).toEqual(['approval.accept', 'approval.propose'])
})

test('the world is checked again: what is not there any more is refused, and goes on waiting', async () => {
  const { first, second } = await admins()
  const bob = await world.user('eyes_bob')
  const params = { id: bob.id }
  await world.settings({ four_eyes: false })
  await first.admin.adjustUser({ params, body: { account: 'main', amount: 1_998, reason } })
  world.clock.turn(86_401)
  await world.settings(rule)
  const taking = await first.admin.adjustUser({ params, body: { account: 'main', amount: -1_500, reason } })
  await first.admin.adjustUser({ params, body: { account: 'main', amount: -800, reason } })
  const act = { id: taking.approval ?? '' }
  expect(await refusal(second.admin.acceptApproval({ params: act }))).toMatchObject({
    status: 409,
    failure: { code: 'BALANCE_TOO_LOW' },
  })
  expect(await stateOf(act.id)).toBe('pending')
  const { approval } = await second.admin.denyApproval({ params: act, body: { reason: 'It is spent.' } })
  expect(approval).toMatchObject({ state: 'denied', outcome: 'It is spent.', decidedBy: 'partner' })
  expect(await mainOf(bob.id)).toBe(1_198)
})

test('who proposed can take it back, nobody accepts what is about themselves, and time ends it', async () => {
  const { first, second } = await admins()
  const cid = await world.user('eyes_cid')
  const propose = async (id: string) =>
    (await first.admin.adjustUser({ params: { id }, body: { account: 'main', amount: 5_000, reason } })).approval ?? ''
  const back = await propose(cid.id)
  await first.admin.denyApproval({ params: { id: back }, body: { reason: 'My mistake.' } })
  expect(await stateOf(back)).toBe('denied')
  const own = await propose(second.id)
  expect(await refusal(second.admin.acceptApproval({ params: { id: own } }))).toMatchObject({
    failure: { code: 'OWN_ACCOUNT' },
  })
  const old = await propose(cid.id)
  world.clock.turn(8 * 86_400)
  expect(await stateOf(old)).toBe('expired')
  expect(await refusal(second.admin.acceptApproval({ params: { id: old } }))).toMatchObject({
    failure: { code: 'APPROVAL_EXPIRED' },
  })
  expect((await first.admin.approvals({ query: { state: 'pending' } })).items).toEqual([])
  const moderator = await world.moderator()
  expect(await refusal(moderator.admin.approvals())).toMatchObject({ status: 403 })
  expect(await refusal(moderator.admin.approvalsCsv())).toMatchObject({ status: 403 })
})

test('a movement is undone once, with one proposal at a time', async () => {
  const { first, second } = await admins()
  await world.settings({ four_eyes: false })
  const dan = await world.user('eyes_dan')
  const params = { id: dan.id }
  await first.admin.adjustUser({ params, body: { account: 'main', amount: 2_000, reason } })
  await world.settings(rule)
  const [line] = (await first.admin.userStatement({ params })).items
  const body = { transferId: line?._id ?? '', reason: 'It was a mistake.' }
  const { approval } = await first.admin.reverseTransfer({ params, body })
  const twice = first.admin.reverseTransfer({ params, body })
  expect(await refusal(twice)).toMatchObject({ failure: { code: 'PROPOSED_ALREADY' } })
  await second.admin.acceptApproval({ params: { id: approval ?? '' } })
  expect(await mainOf(dan.id)).toBe(0)
})

test('large withdrawals wait for another admin; one that was decided meanwhile is settled', async () => {
  const { first, second } = await admins()
  const { ids } = await withPendingWithdrawals(world, 'eyes_eve', [9_000, 10_000, 12_000])
  const [, large = '', larger = ''] = ids
  const approved = await first.admin.approveWithdrawals({ body: { ids } })
  expect(approved).toMatchObject({ done: 1, skipped: 0, proposed: 2 })
  expect(await first.admin.approveWithdrawals({ body: { ids } })).toMatchObject({ done: 0, proposed: 2 })
  const pending = (await second.admin.approvals({ query: { state: 'pending' } })).items
  const actOf = (ref: string) => ({ id: pending.find((act) => act.ref === ref)?._id ?? '' })
  await first.admin.rejectWithdrawals({ body: { ids: [larger], reason: 'Not like this.' } })
  const settled = await second.admin.acceptApproval({ params: actOf(larger) })
  expect(settled.approval).toMatchObject({ state: 'failed', outcome: expect.stringContaining('already been decided') })
  await Promise.allSettled([
    second.admin.acceptApproval({ params: actOf(large) }),
    second.admin.acceptApproval({ params: actOf(large) }),
  ])
  const row = await world.db.read
    .selectFrom('withdrawals')
    .select(['status', 'approved_by'])
    .where('id', '=', large)
    .executeTakeFirst()
  expect(row).toMatchObject({ status: 'approved', approved_by: second.id })
})

test('an import does not bring in what no admin may move alone', async () => {
  const { first } = await admins()
  const text = 'username,email,balance\nrich_one,rich@old.example,5'
  const call = { query: { source: 'rich', dry: 'false' as const }, file: new Blob([text]) }
  expect(await refusal(first.admin.import(call))).toMatchObject({ status: 409, failure: { code: 'FOUR_EYES' } })
})
