import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { refusal } from '#test/refusal.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()

const give = async (userId: string, amount: number, key = `adjustment:test-${userId}`): Promise<void> => {
  const leg = { kind: 'adjustment', debit: houseAccount('adjustment'), credit: userAccount(userId, 'main') } as const
  await world.db.write((tx) => post(tx, [{ ...leg, amount, key }], world.clock.now()))
}

const auditOf = async (target: string) =>
  world.db.read
    .selectFrom('audit')
    .select(['action', 'before', 'after'])
    .where('target', '=', target)
    .orderBy('id')
    .execute()

test('finds people by name, address, id, role, standing and dates, and sorts them', async () => {
  const owner = await world.owner()
  const ada = await world.user('search_ada')
  const bob = await world.user('search_bob')
  world.clock.turn(60)
  const cid = await world.user('search_cid')
  await give(bob.id, 500)
  await give(cid.id, 900)
  await world.db.write(async (tx) => {
    await tx.updateTable('users').set({ email: 'Nice.Ada@Example.org', level: 7 }).where('id', '=', ada.id).execute()
    await tx
      .updateTable('users')
      .set({ referrer_id: ada.id, email_verified_at: null })
      .where('id', '=', bob.id)
      .execute()
    await tx.updateTable('sessions').set({ country: 'FR' }).where('user_id', '=', cid.id).execute()
    const mark = { user_id: cid.id, score: 44, own: 44, families: ['device'], reasons: 1, tied: 0 }
    await tx
      .insertInto('suspects')
      .values({ ...mark, at: world.clock.now(), changed_at: world.clock.now() })
      .execute()
  })
  await world.runJob('users.figures')
  const found = async (query: NonNullable<Parameters<typeof owner.admin.users>[0]>['query']) =>
    (await owner.admin.users({ query })).items.map(({ username }) => username)
  expect(await found({ search: 'SEARCH_' })).toEqual(['search_cid', 'search_bob', 'search_ada'])
  expect(await found({ search: 'nice.ada@' })).toEqual(['search_ada'])
  expect(await found({ search: 'nice' })).toEqual(['search_ada'])
  expect(await found({ search: bob.id })).toEqual(['search_bob'])
  expect(await found({ search: '%' })).toEqual([])
  expect(await found({ search: 'search_', sort: 'balance' })).toEqual(['search_cid', 'search_bob', 'search_ada'])
  expect(await found({ search: 'search_', status: 'unverified' })).toEqual(['search_bob'])
  expect(await found({ search: 'search_', country: 'FR' })).toEqual(['search_cid'])
  expect(await found({ minLevel: '7' })).toEqual(['search_ada'])
  expect(await found({ referrer: 'search_ada' })).toEqual(['search_bob'])
  expect(await found({ role: 'admin' })).toEqual(['admin'])
  expect(await found({ scoreFrom: '40' })).toEqual(['search_cid'])
  expect(await found({ sort: 'score' })).toEqual(['search_cid'])
  expect(await found({ search: 'search_', joinedTo: '2026-03-09' })).toEqual([])
  expect(await found({ search: 'search_', joinedFrom: '2026-03-10', limit: '2', page: '2' })).toEqual(['search_ada'])
  const row = (await owner.admin.users({ query: { search: 'search_cid' } })).items[0]
  expect(row).toMatchObject({ balance: 900, status: 'active', country: 'FR', score: 44, emailVerified: true })
  for (const sort of ['joined', 'lastSeen', 'earned', 'balance', 'score'] as const) {
    const file = await owner.raw({ method: 'GET', path: `/api/user/list.csv?sort=${sort}` })
    expect(file.status).toBe(200)
    expect(String(file.body['text'])).toContain('search_cid')
  }
})

test('a file of all users has each once, however many chunks it is read in', async () => {
  const owner = await world.owner()
  await world.db.write(async (tx) => {
    const now = world.clock.now()
    const many = Array.from({ length: 1_200 }, (_, index) => {
      const username = `many_${String(index).padStart(5, '0')}`
      const email = `${username}@example.com`
      const id = `019ccc00-0000-7000-8000-${String(index).padStart(12, '0')}`
      return {
        id,
        username,
        email,
        email_key: email,
        joined_at: now,
        last_seen_at: now,
        password_hash: null,
        referrer_id: null,
      }
    })
    for (let at = 0; at < many.length; at += 300)
      await tx
        .insertInto('users')
        .values(many.slice(at, at + 300))
        .execute()
  })
  for (const sort of ['joined', 'balance'] as const) {
    const { body } = await owner.raw({ method: 'GET', path: `/api/user/list.csv?search=many_&sort=${sort}` })
    const lines = String(body['text']).trim().split('\r\n').slice(1)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(1_200)
    expect(lines).toHaveLength(1_200)
  }
})

test('shows everything about one user', async () => {
  const owner = await world.owner()
  const dora = await world.user('dora')
  await give(dora.id, 70)
  const { user, sessions, counters, withdrawals } = await owner.admin.userDetail({ params: { id: dora.id } })
  expect(user).toMatchObject({ username: 'dora', balance: 70, note: '', twoStep: false, cooldown: null })
  expect(sessions).toHaveLength(1)
  expect(counters).toEqual([])
  expect(withdrawals).toMatchObject({ count: 0, open: 0 })
  const unknown = { id: '019ccc00-0000-7000-8000-999999999999' }
  expect(await refusal(owner.admin.userDetail({ params: unknown }))).toMatchObject({ status: 404 })
  expect(await refusal(owner.admin.userStatement({ params: unknown }))).toMatchObject({ status: 404 })
  const statement = await owner.admin.userStatement({ params: { id: dora.id } })
  expect(statement.items).toMatchObject([{ kind: 'adjustment', amount: 70, reversible: true }])
  const file = await owner.raw({ method: 'GET', path: `/api/admin/user/${dora.id}/statement.csv` })
  expect(String(file.body['text'])).toContain('adjustment,main,70,70')
})

test('edits a profile, with what was there before in the audit log', async () => {
  const owner = await world.owner()
  const emil = await world.user('emil')
  const params = { id: emil.id }
  const edit = (data: object) => owner.admin.editUser({ params, body: { data } })
  const { user } = await edit({
    username: 'emil_new',
    email: 'Other@Example.com',
    note: 'Wrote twice.',
    tz: 'Europe/Rome',
  })
  expect(user).toMatchObject({ username: 'emil_new', email: 'Other@Example.com', emailVerified: false })
  expect((await edit({ emailVerified: true })).user.emailVerified).toBe(true)
  expect((await edit({ emailVerified: true })).msg).toBe(inEnglish(say('owner.settings.noChangesSave')))
  expect((await owner.admin.userDetail({ params })).user.note).toBe('Wrote twice.')
  const deeds = await auditOf(emil.id)
  expect(deeds.map(({ action }) => action)).toEqual(['user.edit', 'user.edit'])
  expect(deeds[0]).toMatchObject({
    before: { username: 'emil', email: 'e…@example.com' },
    after: { username: 'emil_new', email: 'O…@Example.com', admin_note: 'Wrote twice.' },
  })
  await world.user('taken')
  const no = async (data: object) => (await refusal(edit(data))).failure
  expect(await no({ username: 'taken' })).toMatchObject({ code: 'USERNAME_TAKEN' })
  expect(await no({ username: 'admin' })).toMatchObject({ code: 'USERNAME_RESERVED' })
  expect(await no({ email: 'taken@example.com' })).toMatchObject({ code: 'EMAIL_TAKEN' })
  expect(await no({ tz: 'Mars/Base' })).toMatchObject({ code: 'TZ_UNKNOWN' })
  expect(
    (await refusal(owner.admin.editUser({ params: { id: owner.id }, body: { data: { username: 'boss' } } }))).failure,
  ).toMatchObject({ code: 'IS_STAFF' })
})

test('no admin gets into the account of another', async () => {
  const owner = await world.owner()
  const partner = await world.user('partner', { role: 'admin' })
  const params = { id: partner.id }
  for (const data of [{ email: 'mine@example.org' }, { emailVerified: true }]) {
    expect((await refusal(owner.admin.editUser({ params, body: { data } }))).failure).toMatchObject({
      code: 'IS_STAFF',
    })
  }
  const drop = owner.admin.dropTwoStep({ params, body: { reason: 'Let me in.' } })
  expect((await refusal(drop)).failure).toMatchObject({ code: 'IS_STAFF' })
  const note = await owner.admin.editUser({ params, body: { data: { note: 'On leave in May.' } } })
  expect(note.user).toMatchObject({ username: 'partner', email: 'partner@example.com' })
})

test('gives and takes, never below zero unless as a debt, and never to oneself', async () => {
  const owner = await world.owner()
  const fay = await world.user('fay')
  const params = { id: fay.id }
  const adjust = (body: Parameters<typeof owner.admin.adjustUser>[0]['body']) =>
    owner.admin.adjustUser({ params, body })
  const reason = 'A mistake of ours.'
  expect(await adjust({ account: 'main', amount: 300, reason })).toMatchObject({ approval: null, balance: 300 })
  expect(await adjust({ account: 'deposit', amount: 50, reason })).toMatchObject({ depositBalance: 50 })
  expect(await adjust({ account: 'main', amount: -100, reason })).toMatchObject({ balance: 200 })
  const short = await refusal(adjust({ account: 'main', amount: -201, reason }))
  expect(short).toMatchObject({ status: 409, failure: { code: 'BALANCE_TOO_LOW' } })
  expect(await adjust({ account: 'main', amount: -260, reason, asDebt: true })).toMatchObject({
    balance: 0,
    depositBalance: 0,
    debt: 10,
  })
  expect(await adjust({ account: 'main', amount: -5, reason, asDebt: true })).toMatchObject({ balance: 0, debt: 15 })
  expect((await refusal(adjust({ account: 'deposit', amount: -260, reason, asDebt: true }))).status).toBe(422)
  expect((await refusal(adjust({ account: 'main', amount: 260, reason, asDebt: true }))).status).toBe(422)
  expect((await refusal(adjust({ account: 'main', amount: 0, reason }))).status).toBe(422)
  const own = owner.admin.adjustUser({ params: { id: owner.id }, body: { account: 'main', amount: 5, reason } })
  expect(await refusal(own)).toMatchObject({ status: 403, failure: { code: 'OWN_ACCOUNT' } })
  expect((await auditOf(fay.id)).map(({ action }) => action)).toEqual(Array(5).fill('user.adjust'))
  expect((await fay.user.me()).notification.notifications[0]).toMatchObject({
    kind: 'account-adjusted',
    values: { amount: -5, reason },
  })
})

test('the same adjustment sent many times at once moves once', async () => {
  const owner = await world.owner()
  const gus = await world.user('gus')
  const body = { account: 'main', amount: 40, reason: 'Once.' } as const
  const call = { params: { id: gus.id }, body, idempotencyKey: 'adjust-gus-0001' }
  await Promise.all(Array.from({ length: 6 }, () => owner.admin.adjustUser(call)))
  expect((await balancesOf(world.db.read, gus.id)).main).toBe(40)
})

test('undoes one movement once, and only what may be undone by hand', async () => {
  const owner = await world.owner()
  const hal = await world.user('hal')
  const params = { id: hal.id }
  await owner.admin.adjustUser({ params, body: { account: 'main', amount: 90, reason: 'Wrong one.' } })
  const [line] = (await owner.admin.userStatement({ params })).items
  const body = { transferId: line?._id ?? '', reason: 'It was the wrong one.' }
  const done = await Promise.allSettled(Array.from({ length: 4 }, () => owner.admin.reverseTransfer({ params, body })))
  expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await balancesOf(world.db.read, hal.id)).main).toBe(0)
  expect((await refusal(owner.admin.reverseTransfer({ params, body }))).failure).toMatchObject({
    code: 'ALREADY_REVERSED',
  })
  const items = (await owner.admin.userStatement({ params })).items
  expect(items.map(({ kind, reversible }) => [kind, reversible])).toEqual([
    ['reversal', false],
    ['adjustment', false],
  ])
  const undoing = { params, body: { ...body, transferId: items[0]?._id ?? '' } }
  expect((await refusal(owner.admin.reverseTransfer(undoing))).failure).toMatchObject({ code: 'NOT_REVERSIBLE' })
  const other = await world.user('hal_other')
  const stranger = owner.admin.reverseTransfer({ params: { id: other.id }, body })
  expect(await refusal(stranger)).toMatchObject({ status: 404 })
  await owner.admin.adjustUser({ params, body: { account: 'main', amount: 30, reason: 'Again.' } })
  const [again] = (await owner.admin.userStatement({ params })).items
  await owner.admin.adjustUser({ params, body: { account: 'main', amount: -10, reason: 'Spent.' } })
  const late = owner.admin.reverseTransfer({ params, body: { transferId: again?._id ?? '', reason: 'Too late.' } })
  expect((await refusal(late)).failure).toMatchObject({ code: 'BALANCE_TOO_LOW' })
})

test('ends sessions, mails a link, and lets people wait', async () => {
  const owner = await world.owner()
  const ida = await world.user('ida')
  const again = await world.user('ida')
  const params = { id: ida.id }
  const [first] = (await owner.admin.userDetail({ params })).sessions
  await owner.admin.endUserSession({ params: { ...params, sessionId: first?._id ?? '' } })
  const gone = owner.admin.endUserSession({ params: { ...params, sessionId: first?._id ?? '' } })
  expect(await refusal(gone)).toMatchObject({ status: 404 })
  expect(await owner.admin.endUserSessions({ params })).toMatchObject({ ended: 1 })
  expect((await again.raw({ method: 'GET', path: '/api/user/me' })).status).toBe(401)
  await owner.admin.resetUserPassword({ params })
  await world.runJobs()
  expect(world.mails.map(({ to }) => to)).toContain('ida@example.com')
  const { user } = await owner.admin.cooldownUser({ params, body: { minutes: 10, reason: 'Slow down.' } })
  expect(user.status).toBe('cooldown')
  expect((await owner.admin.userDetail({ params })).user.cooldown).toMatchObject({ reason: 'Slow down.' })
  expect((await owner.admin.cooldownUser({ params, body: { minutes: 0, reason: 'Enough.' } })).user.status).toBe(
    'active',
  )
  const trusted = { grants: 2, reason: 'Met in person.' }
  await owner.admin.trustUser({ params, body: trusted })
  const { trust } = await owner.admin.userDetail({ params })
  expect(trust).toMatchObject({ level: 'new', grants: 2 })
  expect(trust.next.map(({ need }) => need)).toEqual(['email', 'days', 'answers'])
  expect((await refusal(owner.admin.trustUser({ params, body: { ...trusted, grants: 3 } }))).status).toBe(422)
  expect((await refusal(ida.admin.trustUser({ params, body: trusted }))).status).toBe(401)
  expect((await refusal((await world.user('ida')).admin.trustUser({ params, body: trusted }))).status).toBe(403)
  expect((await refusal(owner.admin.trustUser({ params: { id: newId() }, body: trusted }))).status).toBe(404)
  expect((await refusal(owner.admin.dropTwoStep({ params, body: { reason: 'Lost it.' } }))).failure).toMatchObject({
    code: 'NO_TWO_STEP',
  })
  expect((await auditOf(ida.id)).map(({ action }) => action)).toEqual([
    'user.end-session',
    'user.end-sessions',
    'user.password-reset',
    'user.cooldown',
    'user.cooldown',
    'user.trust',
  ])
})
