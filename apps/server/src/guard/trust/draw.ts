import type { TrustLevel } from '@runnel/contract/check/trust'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import { isFlagged, sequentialTest } from '#guard/check/answer-statistics.ts'
import { activeRestriction } from '#guard/restrictions.ts'
import type { RiskProfile } from '#guard/suspicion/risk-profile.ts'
import { isHoldDue } from '#guard/suspicion/score.ts'
import { dayOf } from '#kernel/clock.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'
import { asExecutor } from '#money/accounts.ts'
import { judgeTrust, trustLevelAt, trustRank } from './trust.ts'

/** Paid actions of which only some meet a captcha; a withdrawal always does. */
export const drawnActions = ['faucet', 'ptc', 'bonus'] as const
export type DrawnAction = (typeof drawnActions)[number]

export const isDrawnAction = (action: string): action is DrawnAction => drawnActions.some((known) => known === action)

/** What one action pays for which a setting says how often it meets a captcha; what pays more meets one more often. */
export const CHECKED_UNITS = 30
/** So many actions of a new account always meet a captcha: it learns the captcha, and the record begins. */
const FIRST_CHECKED = 5
/** After two wrong answers in a row so many more actions are checked than the one that was answered wrongly. */
const AFTER_WRONG = 3

/** How likely an action that pays so much is to meet a captcha at this level (ANTIBOT.md 4.1). */
export const checkRate = (settings: CheckSettings, { level, pay }: { level: TrustLevel; pay: number }): number =>
  Math.min(1, pay / CHECKED_UNITS / settings[`captcha_every_${level}`])

export type CheckSettings = Pick<Settings, `captcha_every_${TrustLevel}`>

/** The level whose rate an account has now: none where it is checked always. */
export const checkedAs = (
  level: TrustLevel,
  { risk, caller, now }: { risk: Pick<RiskProfile, 'llr' | 'marks'>; caller: Pick<Caller, 'measures'>; now: Date },
): TrustLevel | undefined => {
  const isHeld = activeRestriction(caller, 'challenge', now) ?? activeRestriction(caller, 'review', now)
  if (isHeld !== undefined || isFlagged(risk.llr) || isHoldDue(risk.marks, now)) return undefined
  return risk.llr >= sequentialTest.watch ? trustLevelAt(Math.max(0, trustRank(level) - 1)) : level
}

/**
 * Where the draw of one action falls, from 0 to 1. It comes of the account and the number of the action alone, so that
 * no reload, other device, other session or waiting gives another one.
 */
export const drawAt = (secrets: Secrets, drawn: { userId: string; action: DrawnAction; number: number }): number =>
  secrets.hmac('check', `${drawn.userId}|${drawn.action}|${drawn.number}`).readUIntBE(0, 6) / 2 ** 48

export interface DrawState {
  /** The level that `users.trust_level` holds, judged on that day. */
  readonly rank: number
  readonly judgedOn: string | null
  /** How many actions of this kind were paid, and how many claims of the faucet. */
  readonly number: number
  readonly claims: number
  /** The last action of this kind for which a captcha was drawn already; -1: none. */
  readonly until: number
  /** The newest risk signal that has drawn a captcha, and the newest after which one was passed. */
  readonly signalAt: Date | null
  readonly signalPassedAt: Date | null
}

export interface Draw {
  readonly isDrawn: boolean
  /** What is to be remembered before the captcha is shown; undefined where nothing is new. */
  readonly pin?: { readonly until: number; readonly signalAt: Date | null } | undefined
}

/** Whether an action meets a captcha: what was drawn once stays drawn, whatever the rate becomes. */
export const drawOf = (
  state: DrawState,
  found: { readonly rate: number; readonly at: number; readonly wrongStreak: number; readonly signalAt: Date | null },
): Draw => {
  const { number } = state
  const isAfter = (at: Date | null): boolean => found.signalAt !== null && (at === null || found.signalAt > at)
  const isFirst = state.claims < FIRST_CHECKED && number < FIRST_CHECKED
  const now = isFirst || found.at < found.rate ? number : -1
  const until = Math.max(state.until, now, found.wrongStreak >= 2 ? number + AFTER_WRONG : -1)
  const isNew = until > state.until || isAfter(state.signalAt)
  // A signal draws no number: whichever action passes a captcha first, the others are drawn as they were.
  return {
    isDrawn: until >= number || isAfter(state.signalPassedAt),
    ...(isNew && { pin: { until, signalAt: found.signalAt } }),
  }
}

interface DrawInput {
  readonly caller: Caller
  readonly settings: CheckSettings
  readonly now: Date
  readonly action: DrawnAction
  readonly risk: RiskProfile
  /** Units that the action pays. */
  readonly pay: number
}

/** Draws whether the next action of this kind meets a captcha, and gives its number. */
export const drawCheck = async (
  { db, secrets }: { db: Db; secrets: Secrets },
  { caller, settings, now, action, risk, pay }: DrawInput,
): Promise<Draw & { readonly number: number }> => {
  const asked = { userId: caller.id, action }
  const state = await loadState(db.read, asked)
  const level = await levelToday(db, { userId: caller.id, now, state })
  const as = checkedAs(level, { risk, caller, now })
  const rate = as === undefined ? 1 : checkRate(settings, { level: as, pay })
  const at = drawAt(secrets, { ...asked, number: state.number })
  return {
    number: state.number,
    ...drawOf(state, { rate, at, wrongStreak: risk.wrongStreak, signalAt: newestSignal(risk) }),
  }
}

/** The first check of a UTC day judges the account anew. */
const levelToday = async (
  db: Db,
  { userId, now, state }: { userId: string; now: Date; state: DrawState },
): Promise<TrustLevel> =>
  state.judgedOn === dayOf(now) ? trustLevelAt(state.rank) : (await judgeTrust(db, { userId, now })).level

/** When the newest reason appeared; one that is only seen again is not new. */
const newestSignal = ({ marks }: Pick<RiskProfile, 'marks'>): Date | null =>
  marks.reduce<Date | null>((newest, { since, at }) => {
    const moment = since ?? at
    return newest === null || moment > newest ? moment : newest
  }, null)

interface NumberQuery {
  readonly userId: string
  readonly action: DrawnAction
}

const numberSql = (action: DrawnAction) =>
  action === 'faucet' ? sql<number>`u.faucet_claim` : sql<number>`paid_actions(u.id, ${action})`

const loadState = async (db: Read, { userId, action }: NumberQuery): Promise<DrawState> => {
  const { rows } = await sql<DrawState>`
    SELECT u.trust_level AS rank, u.trust_on AS "judgedOn", ${numberSql(action)} AS number, u.faucet_claim AS claims,
      coalesce(d.${sql.ref(action)}, -1) AS until, d.signal_at AS "signalAt",
      d.signal_passed_at AS "signalPassedAt"
    FROM users u LEFT JOIN check_draws d ON d.user_id = u.id WHERE u.id = ${userId}`.execute(asExecutor(db))
  const [state] = rows
  if (state === undefined) throw new Error(`there is no user ${userId}`)
  return state
}

/** How many actions of a kind were paid by now. */
export const paidNumber = async (tx: Tx, { userId, action }: NumberQuery): Promise<number> => {
  const { rows } = await sql<{ number: number }>`
    SELECT ${numberSql(action)} AS number FROM users u WHERE u.id = ${userId}`.execute(tx)
  return rows[0]?.number ?? -1
}

/** Remembers that actions up to this one meet a captcha, and which signal has drawn one. */
export const pinDraw = async (
  tx: Tx,
  { userId, action, pin }: NumberQuery & { readonly pin: NonNullable<Draw['pin']> },
): Promise<void> => {
  const { until, signalAt } = pin
  await tx
    .insertInto('check_draws')
    .values({ user_id: userId, [action]: until, signal_at: signalAt })
    .onConflict((row) =>
      row.column('user_id').doUpdateSet({
        [action]: sql`greatest(check_draws.${sql.ref(action)}, ${until}::bigint)`,
        signal_at: sql`greatest(check_draws.signal_at, ${signalAt}::timestamptz)`,
      }),
    )
    .execute()
}
