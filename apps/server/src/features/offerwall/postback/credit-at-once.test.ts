import { expect, test } from 'vitest'
import { recordClick } from '#features/offerwall/click.ts'
import type { Tx } from '#kernel/db.ts'
import { callAlone } from '#kernel/postgres/statements.ts'
import { presetOf, userRow, useWalls } from '#test/features/walling.ts'
import { callOf } from '#test/features/walls.ts'
import { useWorld } from '#test/world.ts'
import { handlePostback } from './postback.ts'

const world = useWorld({ connections: 24 })
const { start, renewOwner } = useWalls(world)

/** Takes calls as a route does that knows the walls it was called by, and tells which functions it called. */
const node = () => {
  const called: string[] = []
  const isAmong = () => false
  const deps = { secrets: world.secrets, publicUrl: 'http://runnel.test', limits: world.deps.limits, walls: new Map() }
  const visitor = { isAmong, net: '10.0.0.0/24' } as unknown as Parameters<typeof handlePostback>[1]['visitor']
  const take = (path: string, stopped?: Tx) =>
    world.db.write((tx) => {
      const [slug = '', query = ''] = path.replace('/api/postback/', '').split('?')
      const context = {
        tx: stopped ?? tx,
        visitor,
        settings: world.deps.settings.current(),
        closed: [],
        now: world.clock.now(),
        notifyLive: () => undefined,
        callAlone: <Row>(call: Parameters<typeof callAlone>[1]) => {
          called.push(call.name)
          return callAlone<Row>(tx, call)
        },
      }
      const raw = { query, body: Buffer.alloc(0), headers: {} }
      return handlePostback(deps, context, { slug, method: 'GET', raw })
    })
  return { take, called }
}

/** Whoever asks it anything fails. */
const unasked = new Proxy({}, { get: (_tx, name) => expect.fail(`a statement beside the function: ${String(name)}`) })

test('a credit of a known wall is one call of the database, with all that it brings', async () => {
  const met = await start('bitlabs')
  const credit = (tx: string, extra: readonly (readonly [string, string])[] = []) =>
    callOf(presetOf('bitlabs'), { kind: 'credit', user: met.user, tx, amount: '450', extra }).path
  const { take, called } = node()
  expect(await take(credit('first'))).toMatchObject({ status: 200 })
  expect(called).toEqual([])
  const clickId = await world.db.write((tx) =>
    recordClick(tx, { wallId: met.wall._id, userId: met.person.id, now: world.clock.now() }),
  )
  await take(credit('second', [['click_id', clickId.toUpperCase()]]), unasked as Tx)
  expect(called).toEqual(['postback_credit'])
  const offers = await world.db.read
    .selectFrom('offers')
    .select(['amount', 'status', 'click_id', 'told_usd', 'revenue', 'offer'])
    .where('user_id', '=', met.person.id)
    .orderBy('id')
    .execute()
  expect(offers[1]).toEqual({ ...offers[0], click_id: clickId })
  expect(await met.last()).toMatchObject({ verdict: 'credited', txId: 'second', amount: offers[0]?.amount, detail: '' })
  const counted = await world.db.raw(
    `SELECT t.meta, (t.meta ->> 'revenue')::bigint AS "left",
       (SELECT revenue FROM day_counters d WHERE d.user_id = $2 AND d.source = 'offerwall') AS revenue
     FROM transfers t WHERE t.credit = $1 AND t.kind = 'offerwall' ORDER BY t.id`,
    [`main:${met.person.id}`, met.person.id],
  )
  expect(counted[1]).toEqual(counted[0])
  const left = Number(counted[0]?.['left'])
  expect(left).toBeGreaterThan(0)
  expect(counted[0]?.['revenue']).toBe(2 * left)
  expect(await userRow(world, met.person)).toMatchObject({ exp: 100, level: 2 })
  const told = await world.db.read
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', met.person.id)
    .orderBy('id')
    .execute()
  expect(told.map(({ kind }) => kind)).toEqual(['offer-credited', 'level-up', 'offer-credited'])
})

test('the same postback many times at once is paid once, and told as repeated otherwise', async () => {
  const met = await start('family')
  await met.tell('credit', { tx: 'known' })
  const answers = await Promise.all(Array.from({ length: 40 }, () => met.tell('credit')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await met.owned()).toEqual({ main: 1_800, held: 0 })
  const verdicts = await world.db.read
    .selectFrom('postbacks')
    .select('verdict')
    .where('tx_id', '=', met.tx)
    .orderBy('verdict')
    .execute()
  expect(verdicts.map(({ verdict }) => verdict)).toEqual(['credited', ...Array.from({ length: 39 }, () => 'duplicate')])
})

test('a wall that was changed without a word to this node counts as it is now', async () => {
  const met = await start('family')
  const change = (columns: string) => world.db.raw(`UPDATE offerwalls SET ${columns} WHERE id = $1`, [met.wall._id])
  await met.tell('credit', { tx: 'one' })
  await change('units_per_amount = 3')
  await met.tell('credit', { tx: 'two' })
  expect(await met.owned()).toEqual({ main: 900 + 1_350, held: 0 })
  await change('hold_above = 1')
  await met.tell('credit', { tx: 'three' })
  expect(await met.owned()).toEqual({ main: 2_250, held: 1_350 })
  await change('enabled = false')
  await met.tell('credit', { tx: 'four' })
  await renewOwner()
  expect((await met.last())?.verdict).toBe('wall-off')
  await change(`enabled = true, secret_sealed = ''`)
  expect(await met.tell('credit', { tx: 'five' })).toMatchObject({ status: 403 })
  await change(`slug = 'elsewhere'`)
  expect(await met.tell('credit', { tx: 'six' })).toMatchObject({ status: 404 })
  expect(await met.owned()).toEqual({ main: 2_250, held: 1_350 })
})
