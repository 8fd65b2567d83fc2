import { contract } from '@runnel/contract'
import type { Route } from '@runnel/contract/route'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { presetOf, useWalls } from '#test/features/walling.ts'
import { callOf } from '#test/features/walls.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24, limits: false })
const { start } = useWalls(world)

const fromGermany = { 'x-forwarded-for': '193.99.144.80' }
const fromUnitedStates = { 'x-forwarded-for': '8.8.8.8' }
const fromNowhere = { 'x-forwarded-for': '192.0.2.1' }

const guarded = Object.entries(contract).flatMap(([feature, routes]) =>
  Object.entries<Route>(routes).flatMap(([name, route]) =>
    route.closedTo === undefined ? [] : [{ name: `${feature}.${name}`, route, closedTo: route.closedTo }],
  ),
)

const codeOf = async (person: Person, { method, path }: Route, headers: Record<string, string>): Promise<unknown> => {
  const filled = path.replace('{day}', '1').replaceAll(/\{\w+\}/g, newId())
  const { body } = await person.raw({ method, path: filled, headers, ...(method !== 'GET' && { body: {} }) })
  return body['code']
}

const codes = { earn: 'COUNTRY_CLOSED_EARN', withdraw: 'COUNTRY_CLOSED_WITHDRAW' }
const nothingClosed = { closed_countries_register: [], closed_countries_earn: [], closed_countries_withdraw: [] }

describe('a closed country', () => {
  test('is asked about by every way to earn and to withdraw', () => {
    const named = (kind: 'earn' | 'withdraw') =>
      guarded.filter(({ closedTo }) => closedTo === kind).map(({ name }) => name)
    expect(named('earn').toSorted()).toEqual([
      'bonus.claim',
      'challenge.claim',
      'coupon.check',
      'faucet.claim',
      'link.open',
      'link.verify',
      'offerwall.click',
      'offerwall.feed',
      'offerwall.wall',
      'ptc.open',
      'ptc.verify',
      'task.start',
      'task.submit',
    ])
    expect(named('withdraw').toSorted()).toEqual(['withdraw.preview', 'withdraw.request', 'withdraw.scan'])
  })

  test.each(guarded)('keeps its users from $name, and nobody else', async ({ route, closedTo }) => {
    const code = codes[closedTo]
    const [user, owner] = [await world.user('wanderer'), await world.owner()]
    await world.settings({ ...nothingClosed, [`closed_countries_${closedTo}`]: ['DE'] })
    expect(await codeOf(user, route, fromGermany)).toBe(code)
    expect(await codeOf(user, route, fromUnitedStates)).not.toBe(code)
    expect(await codeOf(user, route, fromNowhere)).not.toBe(code)
    expect(await codeOf(owner, route, fromGermany)).not.toBe(code)
    const other = closedTo === 'earn' ? 'withdraw' : 'earn'
    await world.settings({ ...nothingClosed, [`closed_countries_${other}`]: ['DE'] })
    expect(await codeOf(user, route, fromGermany)).not.toBe(code)
    await world.settings(nothingClosed)
  })

  test('is told in the language of the user', async () => {
    const user = await world.user('speaker')
    await world.settings({ closed_countries_earn: ['DE'] })
    const headers = { ...fromGermany, 'accept-language': 'fr' }
    const { status, body } = await user.raw({ method: 'POST', path: '/api/coupon/check', body: {}, headers })
    const where = 'dans le pays depuis lequel vous vous connectez'
    const msg = `Les gains ne sont pas disponibles ${where}. Votre solde est conservé.`
    expect({ status, msg: body['msg'] }).toEqual({ status: 403, msg })
    await world.settings(nothingClosed)
  })

  test('loses nobody what a partner owes for an offer that is done', async () => {
    const { user, owned } = await start('adgate')
    await world.settings({ closed_countries_earn: ['DE'] })
    const call = callOf(presetOf('adgate'), { kind: 'credit', user, tx: 'closed', amount: '450' })
    expect((await world.guest().raw({ ...call, headers: fromGermany })).status).toBe(200)
    expect((await owned()).main).toBeGreaterThan(0)
    await world.settings(nothingClosed)
  })
})

test('only codes of countries are saved', async () => {
  const owner = await world.owner()
  for (const wrong of ['de', 'XX', 'Germany', '']) {
    const refused = await refusal(owner.admin.saveSettings({ body: { closed_countries_earn: [wrong] } }))
    expect(refused).toMatchObject({ status: 422, failure: { code: 'INVALID_FIELDS' } })
    expect(JSON.stringify(refused.failure)).toContain('Use the two-letter code of a country')
  }
  const { settings } = await owner.admin.saveSettings({ body: { closed_countries_earn: ['DE', 'TR'] } })
  expect(settings.closed_countries_earn).toEqual(['DE', 'TR'])
  await owner.admin.saveSettings({ body: nothingClosed })
})
