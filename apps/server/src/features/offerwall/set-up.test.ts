import { describe, expect, test } from 'vitest'
import { findPreset, presets } from '#features/offerwall/preset/presets.ts'
import { callOf, deliver, refAt, wallFields } from '#test/features/walls.ts'
import { Refused, useWorld } from '#test/world.ts'

const world = useWorld()

const family = findPreset('family')
if (family === undefined) throw new Error('there is no family')
const fields = wallFields(family)
type Fields = Parameters<Awaited<ReturnType<typeof world.owner>>['admin']['addWall']>[0]['body']
const rules = (change: Partial<Fields['rules']>) => ({ rules: { ...family.rules, ...change } })

const refusedBy = async (work: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Refused ? error.failure['code'] : error
}

describe('a wall', () => {
  test.each<[string, Partial<Fields>]>([
    ['NO_PRESET', { preset: 'nobody' }],
    ['BAD_ADDRESS', { allowedIps: ['203.0.113.7', '203.0.113.0/33'] }],
    ['BAD_ADDRESS', { allowedIps: ['example.com'] }],
    ['BAD_FRAME', { frameUrl: 'javascript:alert(1)' }],
    ['BAD_FRAME', { frameUrl: 'wall.example.com/{userId}' }],
    ['BAD_FRAME', { frameUrl: 'http://wall.example.com/{userId}' }],
    ['BAD_FRAME', { frameUrl: 'data:text/html,{userId}' }],
    ['NAMES_MISSING', rules({ userParam: '' })],
    ['NAMES_MISSING', rules({ txParam: '' })],
    ['AMOUNT_MISSING', rules({ amountParam: '' })],
    ['AMOUNT_MISSING', { unitsPerAmount: '0', ...rules({ usdParam: '' }) }],
    ['UNSIGNED', rules({ algorithm: 'none' })],
    ['UNSIGNED', { ...rules({ algorithm: 'none' }), allowedIps: ['203.0.113.7'] }],
    ['SIGNATURE_MISSING', rules({ signatureParam: '' })],
    ['FORMULA_MISSING', rules({ signed: '' })],
    ['FORMULA_OPEN', rules({ signed: '{subId}{transId}{reward}' })],
    ['FORMULA_OPEN', rules({ signed: '@url' })],
    [
      'SIGNATURE_MISSING',
      rules({ signed: '@url', algorithm: 'hmac-sha1', signatureParam: '', signatureHeader: 'x-sig' }),
    ],
    ['SECRET_MISSING', { secret: '' }],
    ['SECRET_MISSING', { secret: 'short' }],
  ])('that could not work or not be told from strangers is refused: %s', async (code, change) => {
    const owner = await world.owner()
    expect(await refusedBy(owner.admin.addWall({ body: { ...fields, ...change } }))).toBe(code)
  })

  test('is added, changed and removed, with its secret sealed and in no record', async () => {
    const owner = await world.owner()
    const { wall } = await owner.admin.addWall({ body: { ...fields, slug: 'first', secret: 'very secret 1' } })
    expect(wall).toMatchObject({ slug: 'first', secretSet: true, postbackUrl: 'http://runnel.test/api/postback/first' })
    expect(wall).not.toHaveProperty('secret')
    expect(await refusedBy(owner.admin.addWall({ body: { ...fields, slug: 'first' } }))).toBe('SLUG_TAKEN')
    const second = await owner.admin.addWall({ body: { ...fields, slug: 'second', secret: '', enabled: false } })
    expect(second.wall).toMatchObject({ secretSet: false, enabled: false })
    const params = { id: wall._id }
    expect(await refusedBy(owner.admin.editWall({ params, body: { slug: 'second' } }))).toBe('SLUG_TAKEN')
    const edited = await owner.admin.editWall({ params, body: { name: 'New name', secret: '' } })
    expect(edited.wall).toMatchObject({ name: 'New name', secretSet: true, holdDays: fields.holdDays })
    await owner.admin.editWall({ params, body: { secret: 'very secret 2' } })
    const row = await world.db.read
      .selectFrom('offerwalls')
      .selectAll()
      .where('id', '=', wall._id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('very secret')
    const audits = await world.db.read
      .selectFrom('audit')
      .selectAll()
      .where('target', '=', wall._id)
      .orderBy('id')
      .execute()
    expect(audits.map(({ action }) => action)).toEqual(['wall.add', 'wall.edit', 'wall.edit'])
    expect(JSON.stringify(audits)).not.toContain('very secret')
    expect(JSON.stringify(await owner.admin.walls())).not.toContain('very secret')
    expect((await owner.admin.settingAudit({})).items[0]).toMatchObject({ action: 'wall.edit', target: wall._id })
    await owner.admin.removeWall({ params })
    expect(await refusedBy(owner.admin.editWall({ params, body: { name: 'Gone' } }))).toBe('NOT_FOUND')
  })

  test('that has credited stays, and its figures stand by day', async () => {
    const owner = await world.owner()
    const { wall } = await owner.admin.addWall({ body: fields })
    const bella = await world.user('bella')
    const user = await refAt(bella, wall._id)
    const tell = (kind: 'credit' | 'reversal', tx: string, amount: string) =>
      deliver(world, callOf(family, { kind, user, tx, amount }))
    await tell('credit', 'a', '450')
    await tell('credit', 'b', '100')
    world.clock.turn(86_400)
    await tell('reversal', 'a', '450')
    expect(await refusedBy(owner.admin.removeWall({ params: { id: wall._id } }))).toBe('WALL_USED')
    const { items } = await owner.admin.wallStatistic({})
    expect(items).toEqual([
      {
        wallId: wall._id,
        wall: wall.name,
        day: '2026-03-11',
        credits: 0,
        credited: 0,
        chargeBacks: 1,
        chargedBack: 900,
        revenue: -45_000,
        margin: -44_100,
      },
      {
        wallId: wall._id,
        wall: wall.name,
        day: '2026-03-10',
        credits: 2,
        credited: 1_100,
        chargeBacks: 0,
        chargedBack: 0,
        revenue: 55_000,
        margin: 53_900,
      },
    ])
    expect((await owner.admin.wallStatistic({ query: { from: '2026-03-11' } })).items).toHaveLength(1)
    const period = { from: '2026-03-12', to: '2026-03-11' }
    expect(await refusedBy(owner.admin.wallStatistic({ query: period }))).toBe('BAD_PERIOD')
    const long = { from: '2020-01-01', to: '2026-03-11' }
    expect(await refusedBy(owner.admin.wallStatistic({ query: long }))).toBe('PERIOD_TOO_LONG')
    const { items: chargeBacks } = await owner.admin.chargeBacks({ query: { wallId: wall._id, username: 'bel' } })
    expect(chargeBacks).toMatchObject([{ txId: 'a', amount: 900, taken: 900, debt: 0 }])
    expect((await owner.admin.chargeBacks({ query: { username: '%' } })).totalItems).toBe(0)
  })
})

describe('presets', () => {
  test('each can be set up as it comes, once it has a secret', async () => {
    const owner = await world.owner()
    const { presets: shown } = await owner.admin.walls()
    expect(shown.map(({ id }) => id)).toEqual(presets.map(({ id }) => id))
    for (const preset of shown) {
      const slug = `as-it-comes-${preset.id}`
      const body = { ...wallFields(preset), slug, allowedIps: preset.allowedIps, refuseOtherIps: true }
      const { wall } = await owner.admin.addWall({ body })
      expect(wall.rules).toEqual(preset.rules)
      expect(wall.postbackUrl.startsWith(`http://runnel.test/api/postback/${slug}`)).toBe(true)
      // Every name that the rules read stands in the address that the owner enters at the wall.
      if (preset.postbackQuery === '') continue
      const { userParam, txParam, signatureParam } = preset.rules
      for (const name of [userParam, txParam]) expect(wall.postbackUrl).toMatch(new RegExp(`[?&]${name}=`))
      if (preset.rules.signed !== '@url' && signatureParam !== '')
        expect(wall.postbackUrl).toContain(`&${signatureParam}=`)
    }
  })
})
