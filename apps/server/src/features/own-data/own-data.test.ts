import { describe, expect, it } from 'vitest'
import { erase, deletionPolicies } from '#features/own-data/anonymize.ts'
import { newId } from '#kernel/id.ts'
import { balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { post } from '#money/ledger.ts'
import { inReview, withPendingWithdrawals } from '#test/features/withdrawing.ts'
import { openTask, pendingTask, sentWork } from '#test/features/working.ts'
import { personaOf, byGoogle, tokenOf, useGoogle } from '#test/google.ts'
import { expectRefused, PASSWORD, registration, signedIn, signIn, signUp } from '#test/sign-up.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24, settings: inReview })
const google = useGoogle(world)

/** Gives units to a balance of somebody, as the owner may. */
const give = (userId: string, amount: number, kind: 'main' | 'deposit' | 'held' = 'main') =>
  world.db.write((tx) =>
    post(
      tx,
      [
        {
          kind: 'adjustment',
          debit: houseAccount('adjustment'),
          credit: userAccount(userId, kind),
          amount,
          key: newId(),
        },
      ],
      world.clock.now(),
    ),
  )

const exported = async (visitor: { raw: ReturnType<typeof world.guest>['raw'] }, token: string) => {
  const headers = { authorization: `Bearer ${token}` }
  return visitor.raw({ method: 'GET', path: '/api/user/export', headers })
}

const columnsToUsers = async (): Promise<string[]> => {
  const rows = await world.db.raw(
    `SELECT DISTINCT c.table_name FROM information_schema.columns c JOIN information_schema.tables t
       ON t.table_name = c.table_name AND t.table_schema = c.table_schema AND t.table_type = 'BASE TABLE'
     WHERE c.table_schema = 'public' AND c.column_name = 'user_id' ORDER BY 1`,
    [],
  )
  return rows.map((row) => String(row['table_name']))
}

describe('one’s own data', () => {
  it('is one JSON file with every part, and nothing that is secret or of others', async () => {
    const { visitor, token, id } = await signUp(world, 'exporter')
    await signUp(world, 'brought_by_me', { ref: 'exporter' })
    await give(id, 700)
    await give(id, 40, 'deposit')
    const captcha = await visitor.solve.captcha('contact')
    const message = { email: 'exporter@example.com', subject: 'A question', message: 'How are you today?' }
    await visitor.contact.send({ body: { ...message, captcha } })
    await world.db.raw('UPDATE contact_messages SET user_id = $1', [id])
    const mark = [newId(), id, 'place', 'referral-device:another', 'Shares a device.']
    await world.db.raw('INSERT INTO risk_marks VALUES ($1, $2, $3, $4, 1, $5, now())', mark)
    const answer = await exported(visitor, token)
    expect(answer.status).toBe(200)
    expect(JSON.stringify(answer.headers)).toContain('exporter-2026-03-10.json')
    expect(answer.body).toMatchObject({
      site: 'Runnel',
      profile: { username: 'exporter', email: 'exporter@example.com', balance: 700, hasPassword: true },
      statement: [{ amount: 40 }, { amount: 700 }],
      sessions: [{ ip_net: expect.any(String) }],
      devices: [{ device_id: expect.any(String) }],
      referred: [{ name: 'br***e' }],
      notifications: [{ kind: 'welcome' }],
      messages: [{ subject: 'A question', answers: [] }],
      withdrawals: [],
      marks: [{ family: 'place', detail: 'Shares a device.' }],
    })
    const text = JSON.stringify(answer.body)
    expect(text).not.toContain('referral-device')
    expect(text).not.toContain('brought_by_me')
    expect(text).not.toMatch(/hash|argon2|secret|token/i)
  })

  it('does not give away a short name by what is left of it', async () => {
    const { visitor, token } = await signUp(world, 'short_names')
    await signUp(world, 'zoe', { ref: 'short_names' })
    expect((await exported(visitor, token)).body).toMatchObject({ referred: [{ name: 'z***' }] })
  })

  it('is made in pieces, so that no line is lost or doubled however many there are', async () => {
    const { visitor, token, id } = await signUp(world, 'busy')
    for (let batch = 0; batch < 7; batch++) {
      await world.db.write(async (tx) => {
        for (let at = 0; at < 100; at++) {
          const way = { debit: userAccount(id, 'main'), credit: userAccount(id, 'deposit') }
          const gift = { kind: 'adjustment', debit: houseAccount('adjustment'), credit: way.debit, amount: 1 } as const
          await post(
            tx,
            [
              { ...gift, key: newId() },
              { kind: 'exchange', ...way, amount: 1, key: newId() },
            ],
            world.clock.now(),
          )
        }
      })
    }
    const { body } = await exported(visitor, token)
    const { statement } = body as { statement: { id: string; amount: number }[] }
    expect(statement).toHaveLength(2_100)
    expect(new Set(statement.map(({ id: line, amount }) => `${line} ${amount}`)).size).toBe(2_100)
    expect(statement.reduce((sum, { amount }) => sum + amount, 0)).toBe(700)
  })

  it('is for who it is about', async () => {
    expect((await world.guest().raw({ method: 'GET', path: '/api/user/export' })).status).toBe(401)
    const { visitor, token } = await signUp(world, 'often')
    for (let times = 0; times < 6; times++) expect((await exported(visitor, token)).status).toBe(200)
    expect((await exported(visitor, token)).status).toBe(429)
  })
})

describe('deleting the account', () => {
  const wanted = (username: string, rest: object = {}) => ({
    body: { username, password: PASSWORD, waive: false, ...rest },
  })

  it('ends sessions, takes name and address away, keeps the ledger, and writes a last letter', async () => {
    const { visitor, me, id, email } = await signUp(world, 'leaver')
    await give(id, 500)
    await give(id, 60, 'deposit')
    await expectRefused(me.ownData.remove(wanted('leaver')), 409, 'BALANCE_LEFT')
    await me.ownData.remove(wanted('leaver', { waive: true }))
    await expectRefused(me.user.me(), 401, 'SESSION_ENDED')
    expect(await balancesOf(world.db.read, id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 0 })
    const everything = JSON.stringify([
      await world.db.raw('SELECT * FROM users WHERE id = $1', [id]),
      await world.db.raw('SELECT * FROM sessions WHERE user_id = $1', [id]),
      await world.db.raw('SELECT * FROM device_users WHERE user_id = $1', [id]),
      await world.db.raw('SELECT * FROM notifications WHERE user_id = $1', [id]),
    ])
    expect(everything).not.toContain('leaver')
    expect(everything).toContain('deleted_')
    await world.runJobs()
    expect(world.mails.findLast(({ to }) => to === email)?.subject).toContain('was deleted')
    const captcha = await visitor.solve.captcha('login')
    const login = visitor.auth.login({ body: { login: 'leaver', password: PASSWORD, captcha }, headers: {} })
    await expectRefused(login, 422, 'WRONG_LOGIN')
  })

  it('keeps the name from everybody, and gives the address back', async () => {
    const { me } = await signUp(world, 'famous')
    await me.ownData.remove(wanted('famous'))
    const visitor = world.guest()
    const taken = visitor.auth.register(await registration(visitor, 'famous', { email: 'another@example.com' }))
    await expectRefused(taken, 422, 'USERNAME_TAKEN')
    await visitor.auth.register(await registration(visitor, 'famous_two', { email: 'famous@example.com' }))
    const newcomer = world.guest()
    const token = tokenOf(await byGoogle(google.server, newcomer, { persona: personaOf('impostor') }))
    const init = signedIn(newcomer, token).oidc.init({ body: { username: 'famous' } })
    await expectRefused(init, 422, 'USERNAME_TAKEN')
  })

  it('asks the name, and that it is them', async () => {
    const { me } = await signUp(world, 'careful')
    await expectRefused(me.ownData.remove(wanted('carefull')), 422, 'NAME_DIFFERS')
    await expectRefused(me.ownData.remove(wanted('careful', { password: 'wrong' })), 422, 'WRONG_PASSWORD')
    await expectRefused(me.ownData.remove(wanted('careful', { password: undefined })), 422, 'PASSWORD_NEEDED')
    await me.user.me()
  })

  it('takes Google’s word of the last ten minutes where there is no password', async () => {
    const visitor = world.guest()
    const persona = personaOf('g-leaver')
    const me = signedIn(visitor, tokenOf(await byGoogle(google.server, visitor, { persona })))
    await me.oidc.init({ body: { username: 'google_leaver' } })
    world.clock.turn(601)
    const body = { username: 'google_leaver', waive: false }
    await expectRefused(me.ownData.remove({ body }), 403, 'STEP_UP_REQUIRED')
    await byGoogle(google.server, { oidc: me.oidc }, { persona, purpose: 'prove' })
    await me.ownData.remove({ body })
    // The same person at Google is somebody new here.
    expect(await byGoogle(google.server, visitor, { persona })).toMatchObject({ isNew: true })
  })

  it('happens once, though it is asked twice at once', async () => {
    const { me, id } = await signUp(world, 'hasty')
    await give(id, 9)
    const tries = await Promise.allSettled([1, 2].map(() => me.ownData.remove(wanted('hasty', { waive: true }))))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await world.db.raw("SELECT count(*)::int AS n FROM transfers WHERE kind = 'waived' AND ref = $1", [
      id,
    ])
    expect(row?.['n']).toBe(1)
  })

  it('waits for withdrawals, campaigns and tasks', async () => {
    const { me, id } = await signUp(world, 'busy_one')
    await world.db.raw(
      `INSERT INTO campaigns (id, user_id, kind, title, description, url, timer, price, reward, views, views_left,
         countries, min_level, device, interval_seconds, status, reports_since, created_at, updated_at)
       VALUES ($1, $2, 'iframe', 'Still here', '', 'https://example.com/', 5, 2, 1, 1, 0, '{}', 1, 'any', 60, 'paused',
         now(), now(), now())`,
      [newId(), id],
    )
    const refusal = await expectRefused(me.ownData.remove(wanted('busy_one')), 409, 'CAMPAIGN_OPEN')
    expect(refusal['msg']).toContain('Still here')
    const { person } = await withPendingWithdrawals(world, 'payee')
    const leave = (who: Person) => who.ownData.remove({ body: { username: who.username, waive: true } })
    await expectRefused(leave(person), 409, 'WITHDRAWAL_OPEN')
    await world.runJobs()
    const giver = await world.user('giver')
    const task = await pendingTask(world, giver)
    expect((await expectRefused(leave(giver), 409, 'TASK_OPEN'))['msg']).toContain(task.title)
  })

  it('waits for a payment that is seen and not final', async () => {
    const { me, id } = await signUp(world, 'payer')
    await world.db.raw(
      `INSERT INTO deposits (id, user_id, method, processor, currency, amount, fee_basis_points, status,
         created_at, updated_at, expires_at)
       VALUES ($1, $2, 'sandbox', 'sandbox', 'USD', 500, 0, 'processing', now(), now(), now())`,
      [newId(), id],
    )
    await expectRefused(me.ownData.remove(wanted('payer', { waive: true })), 409, 'DEPOSIT_OPEN')
  })

  it('is not for who has a role at the site, nor for who is locked', async () => {
    const { me, id } = await signUp(world, 'roled')
    await world.db.raw("UPDATE users SET role = 'moderator' WHERE id = $1", [id])
    await expectRefused(me.ownData.remove(wanted('roled')), 403, 'STAFF_STAYS')
    // Nor while the role sleeps for want of a second step.
    await world.settings({ two_step_staff: true })
    await expectRefused(me.ownData.remove(wanted('roled')), 403, 'STAFF_STAYS')
    await world.settings({ two_step_staff: false })
    const { me: locked, id: lockedId } = await signUp(world, 'locked_one')
    await world.db.raw("UPDATE users SET locked_at = now(), lock_reason = 'x' WHERE id = $1", [lockedId])
    await expectRefused(locked.ownData.remove(wanted('locked_one')), 418, 'ACCOUNT_LOCKED')
  })

  it('gives to the site what comes in later', async () => {
    const { me, id } = await signUp(world, 'early')
    await me.ownData.remove(wanted('early'))
    await give(id, 33)
    expect(await world.runJob('own-data.waive')).toContain(': 33 units.')
    expect((await balancesOf(world.db.read, id)).main).toBe(0)
    expect(await world.runJob('own-data.waive')).toContain(': 0 units.')
  })

  it('gives it once where two nodes do so at the same time', async () => {
    const { me, id } = await signUp(world, 'early_twice')
    await me.ownData.remove(wanted('early_twice'))
    for (let round = 0; round < 5; round++) {
      await give(id, 10)
      const told = await Promise.all(Array.from({ length: 4 }, () => world.runJob('own-data.waive')))
      expect(told.filter((words) => words.endsWith(': 10 units.'))).toHaveLength(1)
      expect((await balancesOf(world.db.read, id)).main).toBe(0)
    }
  })

  it('takes proofs away as soon as nobody has to look at them any more', async () => {
    const giver = await world.user('task_giver')
    const task = await openTask(world, giver)
    const worker = await world.user('hard_worker')
    const work = await sentWork(task, worker)
    await worker.ownData.remove({ body: { username: 'hard_worker', waive: false } })
    const answers = async () => {
      const [row] = await world.db.raw('SELECT answers FROM task_submissions WHERE id = $1', [work._id])
      return row?.['answers']
    }
    expect(await answers()).not.toEqual([])
    await giver.task.accept({ params: { id: task._id }, body: { submissionIds: [work._id] } })
    world.clock.turn(30 * 86_400)
    await world.runJob('tasks.due')
    await world.runJob('own-data.waive')
    expect(await answers()).toEqual([])
    expect(await balancesOf(world.db.read, worker.id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 0 })
  })

  it('has a fate for every table that names a user', async () => {
    const known = Object.values(deletionPolicies).flat()
    const missing = (await columnsToUsers()).filter((table) => !known.some((name) => name === table))
    expect(missing).toEqual([])
    expect(new Set(known).size).toBe(known.length)
  })

  it('works for somebody with rows in every table that it empties', async () => {
    const { me, id, visitor } = await signUp(world, 'full')
    await signIn(visitor, 'full')
    await me.user.sessions()
    await world.db.raw(
      `INSERT INTO risk_marks (id, user_id, family, reason, points, detail, at)
         VALUES ($1, $2, 'place', 'x', 1, 'y', now())`,
      [newId(), id],
    )
    await world.db.write((tx) => erase(tx, { id, username: 'full', now: world.clock.now() }))
    for (const table of [...deletionPolicies.erased, ...deletionPolicies.unnamed]) {
      const [row] = await world.db.raw(`SELECT count(*)::int AS n FROM ${table} WHERE user_id = $1`, [id])
      expect(row?.['n'], table).toBe(0)
    }
  })
})
