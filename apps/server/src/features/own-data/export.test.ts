import { expect, test } from 'vitest'
import { presets } from '#features/offerwall/offerwall.ts'
import { forViewing, viewing } from '#test/features/viewing.ts'
import { wallFields } from '#test/features/walls.ts'
import { openTask, sentWork } from '#test/features/working.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld(forViewing)
const { campaign } = viewing(world)

const exported = async (person: Person): Promise<Record<string, unknown>> =>
  (await person.raw({ method: 'GET', path: '/api/user/export' })).body

test('the file has what both sides of a task wrote, each their own words', async () => {
  const [giver, worker] = [await world.user('giver'), await world.user('worker')]
  const task = await openTask(world, giver)
  const work = await sentWork(task, worker)
  const denied = { submissionIds: [work._id], reason: 'This says nothing of our page.' }
  await giver.task.deny({ params: { id: task._id }, body: denied })
  const words = 'It says what I think of it, as you asked.'
  await worker.task.dispute({ params: { id: work._id }, body: { reason: words } })
  expect((await exported(worker))['words']).toEqual([
    { id: expect.any(String), submission_id: work._id, step: 'disputed', text: words, at: expect.any(String) },
  ])
  expect((await exported(giver))['words']).toMatchObject([{ step: 'denied', text: denied.reason }])
})

test('the file has reports, pardons, what the human check counted, and where an account came from', async () => {
  const person = await world.user('reporter')
  const { id } = await campaign()
  const now = world.clock.now()
  const owner = await world.owner()
  await world.db.raw('INSERT INTO ptc_reports VALUES ($1, $2, $3, true, $4)', [id, person.id, 'It lies.', now])
  await world.db.raw('INSERT INTO answer_records (user_id, right_count, wrong_count) VALUES ($1, 9, 2)', [person.id])
  await world.db.raw(`INSERT INTO claim_days VALUES ($1, '2026-03-10', '{600}', '{1200}')`, [person.id])
  await world.db.raw(
    `INSERT INTO pardons (user_id, reason, family, detail, points, at, by_user)
     VALUES ($1, 'device-shared:x', 'place', 'Device shared by 2 accounts.', 25, $2, $3)`,
    [person.id, now, owner.id],
  )
  await world.db.raw(
    `WITH i AS (INSERT INTO imports (id, source, by_user, send_mails, mails_per_minute, rows, started_at)
       VALUES (gen_random_uuid(), 'old-site', $2, false, 1, 1, $3) RETURNING id)
     INSERT INTO imported_users (source, external_id, user_id, import_id, mail_due)
       SELECT 'old-site', '77', $1, id, false FROM i`,
    [person.id, owner.id, now],
  )
  const file = await exported(person)
  expect(file).toMatchObject({
    reports: [{ campaign_id: id, reason: 'It lies.' }],
    checks: [{ right_count: 9, wrong_count: 2 }],
    claims: [{ day: '2026-03-10', tenths: [600], solve_ms: [1_200] }],
    pardons: [{ family: 'place', detail: 'Device shared by 2 accounts.' }],
    movedIn: [{ source: 'old-site', external_id: '77' }],
  })
  expect(JSON.stringify(file), 'who of the site decided stays with the site').not.toContain(owner.id)
})

test('the file has passkeys, devices for push and clicked offers, without what only their holder knows', async () => {
  const [preset] = presets
  if (preset === undefined) throw new Error('there are presets of offerwalls')
  const { wall } = await (await world.owner()).admin.addWall({ body: wallFields(preset) })
  const person = await world.user('clicker')
  const now = world.clock.now()
  await world.db.raw(
    `INSERT INTO passkeys (id, user_id, user_handle, public_key, counter, transports, synced, name, created_at)
     VALUES ('credential-of-clicker', $1, 'handle-of-clicker', 'key', 0, '{}', true, 'My phone', $2)`,
    [person.id, now],
  )
  await world.db.raw(
    `INSERT INTO push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, created_at)
     SELECT gen_random_uuid(), $1, id, 'https://push.example.com/clicker', 'p-of-clicker', 'a-of-clicker', $2
     FROM sessions WHERE user_id = $1`,
    [person.id, now],
  )
  await world.db.raw(
    `INSERT INTO offer_clicks (id, wall_id, user_id, at, vendor_offer, offer, amount, steps)
     VALUES (gen_random_uuid(), $1, $2, $3, '7', 'Play to level 5', 900, 1)`,
    [wall._id, person.id, now],
  )
  const file = await exported(person)
  const moment = expect.stringContaining('2026-')
  expect(file['passkeys']).toEqual([{ name: 'My phone', synced: true, created_at: moment, last_used_at: null }])
  expect(file['push_devices']).toEqual([{ id: expect.any(String), created_at: moment }])
  expect(file['offer_clicks']).toMatchObject([{ offer: 'Play to level 5', amount: 900, at: moment }])
  expect(JSON.stringify(file)).not.toMatch(/credential-of|handle-of|push\.example|p-of|a-of/)
})
