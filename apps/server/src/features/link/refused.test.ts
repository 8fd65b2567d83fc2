import { LINK_DECOY_SECRET } from '@runnel/contract/check/link-proof'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newSecret } from '#kernel/id.ts'
import { say } from '#kernel/words/say.ts'
import { startShortlinks } from '#test/fakes/shortlinks.ts'
import { linking, tokenOf } from '#test/features/linking.ts'
import { refusedAs } from '#test/features/viewing.ts'
import { altered } from '#test/inputs/altered.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 30, limits: false })
let fake: Awaited<ReturnType<typeof startShortlinks>>
beforeAll(async () => {
  fake = await startShortlinks()
})
afterAll(() => fake.close())
const { someone, regular, addLink, onlyLink, open, verify, visit, paidFor, visitRow, marksOf } = linking(
  world,
  () => fake,
)

const trapsOf = async (person: Person) =>
  (await world.db.raw('SELECT trap FROM trap_hits WHERE user_id = $1', [person.id])).map(({ trap }) => trap)

describe('a visit that is not paid', () => {
  test('one that nobody opened, or whose secret is no secret', async () => {
    const ann = await someone()
    const sent = (secret: string) => ann.link.verify({ body: { secret } })
    await expect(sent(newSecret(16))).rejects.toMatchObject(refusedAs(404, 'LINK_DEAD'))
    await expect(sent('no secret!')).rejects.toMatchObject({ status: 422 })
    expect(await trapsOf(ann)).toEqual([])
  })

  test('the decoy, which only a program finds: answered like any unknown one, and remembered', async () => {
    const bot = await someone('bot')
    const call = bot.link.verify({ body: { secret: LINK_DECOY_SECRET } })
    await expect(call).rejects.toMatchObject(refusedAs(404, 'LINK_DEAD'))
    expect(await trapsOf(bot)).toEqual(['decoy-secret'])
    expect(await marksOf(bot)).toEqual([{ family: 'traps', reason: 'decoy-secret', points: 80 }])
  })

  test("another user's, whatever that user signs it with", async () => {
    const { _id: id } = await onlyLink()
    const [ann, thief] = [await someone(), await someone('thief')]
    const [opened, own] = [await open(ann, id), await open(thief, id)]
    world.clock.turn(40)
    await expect(verify(thief, opened)).rejects.toMatchObject(refusedAs(403, 'LINK_NOT_YOURS'))
    await expect(verify(thief, { ...opened, vt: own.vt })).rejects.toMatchObject(refusedAs(403, 'LINK_NOT_YOURS'))
    expect(await paidFor(id)).toBe(0)
    expect((await verify(ann, opened)).status).toBe('paid')
  })

  test('one that comes back in another browser of the same user', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const elsewhere = await world.user(ann.username)
    const opened = await open(ann, id)
    world.clock.turn(40)
    await expect(verify(elsewhere, opened)).rejects.toMatchObject(refusedAs(403, 'LINK_OTHER_DEVICE'))
    expect(await trapsOf(ann), 'a person may do this').toEqual([])
    expect((await verify(ann, opened)).status).toBe('paid')
  })

  test('one that ended before', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(40)
    await verify(ann, opened)
    await expect(verify(ann, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_USED'))
    expect(await paidFor(id)).toBe(1)
  })

  test('one that took longer than it may, by a second', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(3_600)
    await expect(verify(ann, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_EXPIRED'))
    const again = await open(ann, id)
    world.clock.turn(3_599)
    expect((await verify(ann, again)).status).toBe('paid')
  })

  test('one that a newer one has replaced', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const [old, fresh] = [await open(ann, id), await open(ann, id)]
    world.clock.turn(40)
    await expect(verify(ann, old)).rejects.toMatchObject(refusedAs(409, 'LINK_DEAD'))
    expect((await verify(ann, fresh)).status).toBe('paid')
    expect(await paidFor(id)).toBe(1)
  })

  test('one with a forged token: refused like one of another browser', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(40)
    for (const token of ['0', tokenOf({ id: '' }, opened), altered(tokenOf(ann, opened)), 'x'.repeat(100)]) {
      const call = ann.link.verify({ headers: { 'x-link-token': token }, body: { secret: opened.secret } })
      await expect(call).rejects.toMatchObject(refusedAs(403, 'LINK_OTHER_DEVICE'))
    }
    expect(await trapsOf(ann)).toEqual([])
    expect(await paidFor(id)).toBe(0)
  })

  test('one that is faster than anybody can be: over, unpaid, and 15 points', async () => {
    const { _id: id } = await onlyLink({ minSeconds: 6 })
    const bot = await someone('bot')
    const opened = await open(bot, id)
    world.clock.turn(5.9)
    await expect(verify(bot, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_TOO_FAST'))
    world.clock.turn(60)
    await expect(verify(bot, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_USED'))
    expect(await visitRow(opened)).toMatchObject({ status: 'refused', seconds: '5.900' })
    expect(await marksOf(bot)).toEqual([{ family: 'links', reason: 'hasty-link', points: 15 }])
    expect(await paidFor(id)).toBe(0)
    expect((await bot.link.list()).linkCount, 'it costs no visit of the day').toBe(3)
  })

  test('one of a clock that was set back', async () => {
    const { _id: id } = await onlyLink()
    const ann = await someone()
    const opened = await open(ann, id)
    world.clock.turn(-3_000)
    await expect(verify(ann, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_TOO_FAST'))
    world.clock.turn(3_000)
    expect(await paidFor(id)).toBe(0)
  })
})

describe('a visit that a person looks at first', () => {
  test('one far faster than what the owner expects, while nothing is learnt', async () => {
    const { _id: id } = await onlyLink({ expectedSeconds: 100 })
    const ann = await regular()
    const answer = await visit(ann, id, 34)
    expect(answer).toMatchObject({ reward: 0, status: 'held', balance: 0, history: { count: 1 }, linkCount: 2 })
    expect(await ann.link.list()).toMatchObject({ held: { count: 1, amount: 120 }, today: { count: 0, earned: 0 } })
    expect((await visit(ann, id, 35)).status).toBe('paid')
    expect(await marksOf(ann), 'quick is no crime').toEqual([])
  })

  test('one whose browser shows nothing: the header is optional, and then nobody vouches for the visit', async () => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    const opened = await open(ann, id)
    world.clock.turn(40)
    expect(await ann.link.verify({ body: { secret: opened.secret } })).toMatchObject({ reward: 0, status: 'held' })
    expect(await visitRow(opened)).toMatchObject({
      status: 'held',
      reason: say('link.browserCouldntShowStarted'),
    })
    await expect(verify(ann, opened)).rejects.toMatchObject(refusedAs(409, 'LINK_USED'))
    expect(await paidFor(id)).toBe(0)
  })

  test('counts for the day, so that nobody holds more than a day allows', async () => {
    const { _id: id } = await onlyLink({ maxView: 2, expectedSeconds: 100 })
    const ann = await someone()
    await visit(ann, id, 20)
    await visit(ann, id, 20)
    await expect(ann.link.open({ params: { id } })).rejects.toMatchObject(refusedAs(409, 'LINK_DAILY_LIMIT'))
  })
})

describe('whom a visit teaches about', () => {
  test.each([
    ['an account of three days with a verified address', "joined_at = $2::timestamptz - interval '3 days'", true],
    ['one that is younger', "joined_at = $2::timestamptz - interval '71 hours'", false],
    ['one without a verified address', 'email_verified_at = NULL, last_seen_at = $2::timestamptz', false],
  ])('%s', async (_name, set, trusted) => {
    const { _id: id } = await onlyLink()
    const ann = await regular()
    await world.db.raw(`UPDATE users SET ${set} WHERE id = $1`, [ann.id, world.clock.now()])
    const opened = await open(ann, id)
    // To the millisecond, so that the age is that of the moment in which it comes back.
    await world.db.raw(`UPDATE link_visits SET opened_at = opened_at - interval '40 s' WHERE secret_hash = $1`, [
      (await visitRow(opened)).secret_hash,
    ])
    await verify(ann, opened)
    expect((await visitRow(opened)).trusted).toBe(trusted)
  })

  test('one that something speaks against', async () => {
    const { _id: id } = await onlyLink()
    const { _id: other } = await addLink({ name: 'Other' })
    const ann = await regular()
    await world.db.raw(`INSERT INTO risk_marks VALUES (gen_random_uuid(), $1, 'pace', 'quick', 20, 'Quick.', $2)`, [
      ann.id,
      world.clock.now(),
    ])
    const opened = await open(ann, id)
    // Marks fade: by the end of the visit a full score of 20 is a hair less, and so it is put up to date.
    world.clock.turn(40)
    await world.db.raw('UPDATE risk_marks SET at = $2 WHERE user_id = $1', [ann.id, world.clock.now()])
    expect((await verify(ann, opened)).status, 'suspicion alone costs nobody the reward').toBe('paid')
    expect((await visitRow(opened)).trusted).toBe(false)
    await world.db.raw('DELETE FROM risk_marks WHERE user_id = $1', [ann.id])
    const clean = await open(ann, other)
    world.clock.turn(40)
    await verify(ann, clean)
    expect((await visitRow(clean)).trusted).toBe(true)
  })
})

test('who always takes equally long is remembered after ten visits, and who does not is not', async () => {
  const { _id: id } = await onlyLink({ maxView: 20 })
  const [bot, ann] = [await someone('bot'), await someone()]
  for (const seconds of [22, 21, 24, 23, 22, 25, 21, 23, 24]) await visit(bot, id, seconds)
  expect(await marksOf(bot)).toEqual([])
  await visit(bot, id, 22)
  expect(await marksOf(bot)).toEqual([{ family: 'links', reason: 'regular-link', points: 35 }])
  for (const seconds of [40, 62, 25, 88, 33, 51, 29, 120, 47, 38]) await visit(ann, id, seconds)
  expect(await marksOf(ann)).toEqual([])
})
