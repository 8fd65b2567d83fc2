import { sql } from 'kysely'
import { recordRiskSignal, recordTrapHit, type Trap } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import { newId } from '#kernel/id.ts'
import type { Occasion, Today } from './demo-world.ts'
import { act, type DemoHarness } from './harness.ts'

const DAY_SECONDS = 86_400

/** What a month leaves at its margins. */
export const fillMargins = async (stage: DemoHarness, now: Date): Promise<void> => {
  await readBells(stage, now)
  await rememberAnswers(stage, now)
}

interface Hit {
  readonly trap: Trap
  readonly hoursAgo: number
  readonly net: string
  readonly path: string
  /** Which member it was; unset: a guest. */
  readonly by?: number
}

const hits: readonly Hit[] = [
  { trap: 'hidden-field', hoursAgo: 410, net: '198.51.100.0/24', path: '/api/contact' },
  { trap: 'decoy-address', hoursAgo: 300, net: '203.0.113.0/24', path: '/api/faucet/auto' },
  { trap: 'decoy-address', hoursAgo: 222, net: '198.51.100.0/24', path: '/faucet/verify', by: 30 },
  { trap: 'canary-coupon', hoursAgo: 160, net: '203.0.113.0/24', path: '/api/coupon', by: 40 },
  { trap: 'forged', hoursAgo: 96, net: '192.0.2.0/24', path: '/api/faucet', by: 45 },
  { trap: 'decoy-address', hoursAgo: 44, net: '203.0.113.0/24', path: '/faucet/verify' },
  { trap: 'hidden-option', hoursAgo: 30, net: '198.51.100.0/24', path: '/api/antibot', by: 50 },
  { trap: 'trap-order', hoursAgo: 13, net: '198.51.100.0/24', path: '/api/faucet', by: 60 },
  { trap: 'hidden-field', hoursAgo: 7, net: '192.0.2.0/24', path: '/api/user/register' },
]

/** A program is somewhere that people never are. */
const hit = async ({ stage, members, from }: Today, { trap, net, by: number, path }: Hit): Promise<void> => {
  const member = number === undefined ? undefined : members.filter(({ lockedAt }) => lockedAt === null)[number]
  const visitor = {
    net,
    country: null,
    address: () => '192.0.2.1',
    isAmong: () => false,
    deviceId: member?.visitor.deviceId ?? newId(),
    isNewDevice: member === undefined,
    deviceCookie: null,
    userAgent: member?.visitor.userAgent ?? 'python-requests/2.32',
  }
  const userId = member?.caller.id ?? null
  await recordTrapHit(stage.db, { trap, visitor, userId, sample: { method: 'POST', path }, now: from })
}

/** Somebody's browser says that nobody checks it. */
const beHeadless = async ({ stage, members, from }: Today): Promise<void> => {
  const curious = members[24]
  if (curious === undefined) return
  const detail = 'The browser says that nobody looks at it.'
  const mark = { family: 'client', reason: 'headless-agent', points: 15, detail } as const
  await act(stage, from, ({ tx }) => recordRiskSignal(tx, { userId: curious.caller.id, ...mark, now: from }))
}

/** What programs ran into. */
export const trapped: readonly Occasion[] = [
  ...hits.map((one) => ({ when: -one.hoursAgo, happens: (today: Today) => hit(today, one) })),
  { when: -48, happens: beHeadless },
]

/** Whoever was here has read what their bell said; only the last day's news is still new. */
const readBells = (stage: DemoHarness, now: Date): Promise<unknown> =>
  act(stage, now, async ({ tx }) => {
    await sql`UPDATE users SET last_seen_at = greatest(last_seen_at, last_claim_at)
      WHERE last_claim_at IS NOT NULL`.execute(tx)
    await sql`UPDATE notifications SET read_at = created_at + interval '1 hour'
      WHERE created_at < ${later(now, -DAY_SECONDS)}`.execute(tx)
  })

/** Each claim followed a solved challenge; now and then one went wrong. */
const rememberAnswers = (stage: DemoHarness, now: Date): Promise<unknown> =>
  act(stage, now, async ({ tx }) => {
    await sql`
      INSERT INTO answer_records (user_id, right_count, wrong_count, llr, first_answer_at)
      SELECT id, faucet_claim, faucet_claim / 14, greatest(-3, -0.15 * faucet_claim), joined_at + interval '5 minutes'
      FROM users WHERE faucet_claim > 0`.execute(tx)
  })
