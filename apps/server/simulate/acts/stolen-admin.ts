import type { Settings } from '@runnel/contract/settings/settings'
import { later } from '#kernel/clock.ts'
import { type ActKind, NothingToDoError, RefusedError, type ActContext } from '#simulate/act-context.ts'

const MUCH = 50_000_000

/** Ways in which somebody with an admin's session lets more leave than any day has. */
const greedy: readonly Partial<Settings>[] = [
  { faucet_reward: MUCH },
  { bonus_rewards: [MUCH, MUCH, MUCH, MUCH, MUCH, MUCH, MUCH] },
  { leaderboard_prizes_day: [MUCH] },
  { referral_commission: 10_000 },
  { happyHourBonus: 1_000, happy_hours: [{ from: '00:00', to: '23:59' }] },
  { payout_auto_max: MUCH },
  { outflow_dry_run: true },
  { four_eyes_adjust_min: MUCH },
]

/** What waits for a second admin is denied, so that the site does not go on with it. */
const denyAll = async (context: ActContext): Promise<void> => {
  const waiting = await context.rows(`SELECT id FROM pending_acts WHERE state = 'pending'`)
  for (const { id } of waiting) {
    const body = { reason: 'Nobody wants this.' }
    await context.as(context.site.partner).admin.denyApproval({ params: { id: String(id) }, body })
  }
}

const proposals = async ({ rows }: ActContext): Promise<number> =>
  Number((await rows('SELECT count(*) AS count FROM pending_acts'))[0]?.['count'])

const storedSettings = async (context: ActContext): Promise<Map<string, string>> =>
  new Map(
    (await context.rows('SELECT name, value::text AS value FROM settings')).map((row) => [
      String(row['name']),
      String(row['value']),
    ]),
  )

const differing = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after].filter(([name, value]) => before.get(name) !== value).map(([name]) => name)

/** With two admins asked for, one alone raises nothing that somebody gets by so much. */
const greed: ActKind = {
  weight: 1,
  moves: [],
  run: async (context) => {
    const { dice, site } = context
    if (!site.settings().four_eyes) throw new NothingToDoError()
    const change = dice.pick(greedy) ?? {}
    const before = await storedSettings(context)
    await context.as(site.owner).admin.saveSettings({ body: change }).catch(refusedOnly)
    const changed = differing(before, await storedSettings(context))
    if (changed.length > 0)
      context.problem(`one admin alone changed ${changed.join(', ')} to ${JSON.stringify(change)}`)
    await denyAll(context)
    return `an admin alone wants ${JSON.stringify(change)}`
  },
}

/** A screen that was left open: without a fresh proof nothing large is decided. */
const stale: ActKind = {
  weight: 0.7,
  moves: [],
  run: async (context) => {
    const { dice, site } = context
    const old = later(site.clock(), -7_200)
    await context.rows('UPDATE sessions SET proved_at = $2 WHERE user_id = $1', [site.owner.id, old])
    const change = dice.pick(greedy.slice(0, 6)) ?? {}
    const before = await storedSettings(context)
    const proposed = await proposals(context)
    await context.as(site.owner).admin.saveSettings({ body: change }).catch(refusedOnly)
    const changed = differing(before, await storedSettings(context))
    if ((await proposals(context)) > proposed)
      context.problem(`proposed without a fresh proof: ${JSON.stringify(change)}`)
    await context.rows('UPDATE sessions SET proved_at = $2 WHERE user_id = $1', [site.owner.id, site.clock()])
    if (changed.length > 0)
      context.problem(`without a fresh proof ${changed.join(', ')} became ${JSON.stringify(change)}`)
    await denyAll(context)
    return `an admin without a fresh proof wants ${JSON.stringify(change)}`
  },
}

const refusedOnly = (error: unknown): void => {
  if (!(error instanceof RefusedError)) throw error
}

/** The key of a provider is not sent to another address. */
const moveProvider: ActKind = {
  weight: 0.3,
  moves: [],
  run: async (context) => {
    const { site, dice } = context
    const { admin } = context.as(site.owner)
    const { id = '' } = await context.one(`SELECT id FROM link_providers WHERE api = 'adlinkfly'`)
    const params = { id }
    const apiUrl = `https://short${Math.floor(dice.next() * 2 ** 40)}.example.com/api`
    const { link } = await admin.editLink({ params, body: { apiUrl } })
    if (link.keySet) context.problem('the key of a provider went along to another address')
    await admin.editLink({ params, body: { apiKey: 'a key' } })
    return `an admin moves a provider to ${apiUrl}`
  },
}

export const power = { greed, stale, moveProvider }
