import { expect, test } from 'vitest'
import { ApprovalKind } from '#contract/admin/approval.ts'
import { dailyMost, settingGuards } from '#contract/settings/guards.ts'
import { defaults, secretSettings, type Settings } from '#contract/settings/settings.ts'
import { type ActGuard, actGuards, guarded } from './guards.ts'
import { contract } from './index.ts'
import type { Route } from './route.ts'

const routes: [string, Route][] = Object.entries(contract).flatMap(([feature, endpoints]) =>
  Object.entries(endpoints).map(([name, route]): [string, Route] => [`${feature}.${name}`, route]),
)
const guards: [string, ActGuard][] = Object.entries(actGuards).flatMap(([feature, acts]) =>
  Object.entries(acts).map(([name, guard]): [string, ActGuard] => [`${feature}.${name}`, guard]),
)
const isStaffAct = ({ access, method }: Route) => (access === 'admin' || access === 'moderator') && method !== 'GET'

test('every act of admins and moderators has a guard, and every guard an act', () => {
  const acts = routes.filter(([, route]) => isStaffAct(route)).map(([name]) => name)
  expect(guards.map(([name]) => name).toSorted()).toEqual(acts.toSorted())
})

test('only figures, logs and files for staff may come from a replica', () => {
  const lagging = routes.filter(([, { mayLag }]) => mayLag === true)
  expect(lagging.map(([name]) => name)).toContain('admin.withdrawalStatistic')
  for (const [name, { access, transaction, stepUp }] of lagging) {
    expect([['moderator', 'admin'].includes(access), transaction, stepUp], name).toEqual([true, 'read', undefined])
  }
})

test('an act asks for a proof exactly where its guard says so', () => {
  for (const [name, guard] of guards) {
    const route = routes.find(([known]) => known === name)?.[1]
    expect(route?.stepUp === true, name).toBe(guard.proof === 'always')
  }
})

test('a route table with an act that has no guard does not compile', () => {
  const act = { ...contract.admin.stopOutflow, path: '/api/admin/new' }
  // @ts-expect-error: `added` is not classified.
  guarded({ admin: { added: act } }, { admin: {} })
  guarded({ admin: { added: act } }, { admin: { added: actGuards.admin.stopOutflow } })
  // @ts-expect-error: `faucet_reward` is not classified.
  const missing: Record<keyof Settings, unknown> = (({ faucet_reward: _one, ...rest }) => rest)(settingGuards)
  expect(missing).not.toHaveProperty('faucet_reward')
})

test('every kind of proposal belongs to one guard at most once, and to one at least', () => {
  const kinds = guards.flatMap(([, { waitsAs }]) => (waitsAs === null ? [] : [waitsAs]))
  expect([...new Set(kinds)].toSorted()).toEqual([...ApprovalKind.options].toSorted())
  const own = new Set(['method.edit', 'setting.save'])
  const sent = kinds.filter((kind) => !own.has(kind))
  expect(sent).toEqual([...new Set(sent)])
})

test('what loosens always asks for a proof, and waits', () => {
  for (const [name, { kind, proof, waitsAs }] of guards) {
    if (kind === 'loosens') expect([proof, waitsAs === null], name).toEqual(['always', false])
    if (kind === 'bounded') expect(proof, name).not.toBe('never')
  }
})

test('every setting has a guard, and no secret is free', () => {
  expect(Object.keys(settingGuards).toSorted()).toEqual(Object.keys(defaults).toSorted())
  for (const name of secretSettings) expect(settingGuards[name].kind, name).not.toBe('free')
})

test.each<[Partial<Settings>, number]>([
  // 289 claims fit into a day, 26 of them into two happy hours; a level adds a quarter.
  [{}, Math.ceil(30 * 1.25 * (289 + 26 * 0.5))],
  [{ faucet_reward: 0 }, 0],
  [{ dailyClaimLimit: 10, happy_hours: [] }, 375],
  [{ dailyClaimLimit: 10, happy_hours: [{ from: '23:30', to: '00:30' }] }, 563],
  [{ dailyClaimLimit: 10, happy_hours: [{ from: '00:00', to: '00:00' }] }, 563],
])('the most that a user gets from the faucet in a day, with %o', (changes, most) => {
  expect(dailyMost.faucet({ ...defaults, ...changes })).toBe(most)
})
