import type { Contract } from '@runnel/contract'
import { LINK_DECOY_SECRET } from '@runnel/contract/check/link-proof'
import type { Settings } from '@runnel/contract/settings/settings'
import type { Selectable } from 'kysely'
import { closedBy, fitsBudget } from '#features/outflow/outflow.ts'
import { notify } from '#features/user/user.ts'
import { loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { queueFrom } from '#guard/suspicion/score.ts'
import { recordRiskSignal, type Trap, writeTrap } from '#guard/trap.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import type { LinkVisitRow } from '#kernel/tables/earning.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import { beyondAllowance } from '#money/allowance/allowance.ts'
import { reward } from '#money/reward.ts'
import { linkTerms } from './link-terms.ts'
import { leftFor, leftIn } from './offers.ts'
import { refuseSpent } from './open.ts'
import { payPlainVisit } from './plain-visit.ts'
import type { ProviderRow } from './provider.ts'
import { isOurToken } from './token.ts'
import { isTooRegular, classifyDuration, REGULAR_FROM_AT_MOST } from './visit-timing.ts'

const HASTE_POINTS = 15
const REGULAR_POINTS = 35
/** Only accounts that stood some days teach what people need for a link. */
const TRUSTED_AFTER_SECONDS = 3 * 86_400

type VerifyContext = Context<Contract['link']['verify']>
type VisitRow = Selectable<LinkVisitRow>

/** What of a user says whether their visits teach anything. */
interface Standing {
  readonly joined_at: Date
  readonly email_verified_at: Date | null
}

interface Returned {
  readonly visit: VisitRow
  readonly provider: ProviderRow
  readonly user: Standing
  readonly seconds: number
  /** Why a person checks it first; null: nothing speaks against it. */
  readonly doubt: string | null
}

interface Ending {
  readonly secret: string
  readonly token: string | undefined
}

/** Ends a visit: pays for it, or keeps it for a person where something speaks against it. */
export const verifyVisit = async (context: VerifyContext, given: Ending) => {
  const { caller, now, notifyLive } = context
  const plain = await paidAtOnce(context, given)
  if (plain === undefined) return verifyClosely(context, given)
  notifyLive(caller.id)
  const { reward: units, balance, provider_id: id, count, offers } = plain
  const msg = say('receivedUnits', { units })
  return { reward: units, status: 'paid' as const, balance, history: { _id: id, count }, ...leftIn(offers, now), msg }
}

/** Most visits are like this: neither stopped nor without a proof, and nothing speaks against them. */
const paidAtOnce = async (context: VerifyContext, { secret, token }: Ending) => {
  if (token === undefined || stoppedBy(context) !== null) return undefined
  return payPlainVisit(context, { secret, token, trustedSince: trustedSince(context.now) })
}

const verifyClosely = async (context: VerifyContext, given: Ending) => {
  const { tx, caller, visitor, now, notifyLive } = context
  const visit = await ownVisit(context, given.secret)
  const isSigned = await isSignedHere(context, { visit, ...given })
  const { provider, user } = await lockRest(tx, visit)
  const returned = timed(context, { visit, provider, user, isSigned })
  const count = await refuseSpent(tx, { provider, userId: caller.id, now })
  const { balance, reward: paid, status } = await settle(context, returned)
  await recordRegularTiming(context, provider)
  notifyLive(caller.id)
  const left = await leftFor(tx, { userId: caller.id, country: visitor.country, now })
  const msg = status === 'paid' ? say('receivedUnits', { units: paid }) : say('link.visitLooksUnusualReview')
  return { reward: paid, status, balance, history: { _id: provider.id, count: count + 1 }, ...left, msg }
}

/** The visit behind a secret, locked, so that of many calls at once one gets to end it. */
const ownVisit = async (context: VerifyContext, secret: string): Promise<VisitRow> => {
  const { tx, caller, visitor, now } = context
  const visit = await tx
    .selectFrom('link_visits')
    .selectAll()
    .where('secret_hash', '=', sha256(secret))
    .forUpdate()
    .executeTakeFirst()
  if (visit === undefined) {
    if (secret === LINK_DECOY_SECRET) trap(context, 'decoy-secret')
    return refuseDead()
  }
  if (visit.user_id !== caller.id) {
    refuse('forbidden', 'LINK_NOT_YOURS', say('link.visitBelongsAnotherAccount'))
  }
  if (visit.status === 'void') {
    refuse('conflict', 'LINK_DEAD', say('link.openedShortlinkAgainSince'))
  }
  if (visit.status === 'opening' || visit.status === 'failed') refuseDead()
  if (visit.status !== 'open') refuse('conflict', 'LINK_USED', say('link.visitAlreadyEndedStart'))
  if (visit.device_id !== visitor.deviceId) refuseElsewhere()
  if (visit.expires_at <= now) {
    refuse('conflict', 'LINK_EXPIRED', say('link.visitExpiredStartNew'))
  }
  return visit
}

const refuseDead = (): never => refuse('notFound', 'LINK_DEAD', say('link.visitFoundStartNew'))

const refuseElsewhere = (): never => refuse('forbidden', 'LINK_OTHER_DEVICE', say('link.visitStartedAnotherBrowser'))

const trap = ({ onRollback, visitor, caller, now }: VerifyContext, name: Trap): void =>
  onRollback((tx) => writeTrap(tx, { trap: name, visitor, userId: caller.id, sample: { part: 'link' }, now }))

/** Whether the browser has shown that it opened the visit. A wrong proof is answered like a foreign one. */
const isSignedHere = async (
  context: VerifyContext,
  { visit, secret, token }: Ending & { readonly visit: VisitRow },
): Promise<boolean> => {
  const { tx, caller, visitor, now } = context
  if (token === undefined) return false
  const { vt } = visit
  const signed = { token, secret, userId: caller.id, deviceId: visitor.deviceId, vt }
  if (await isOurToken(tx, signed, now)) return true
  // A tab in which two people sign in one after the other can hold the proof of the other's visit.
  return refuseElsewhere()
}

/** Lock order: visit, user. Holding the user is what makes the day's limit hold when several visits end at once. */
const lockRest = async (tx: Tx, visit: VisitRow): Promise<Pick<Returned, 'provider' | 'user'>> => {
  const user = await tx
    .selectFrom('users')
    .select(['joined_at', 'email_verified_at'])
    .where('id', '=', visit.user_id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  const provider = await tx
    .selectFrom('link_providers')
    .selectAll()
    .where('id', '=', visit.provider_id)
    .executeTakeFirst()
  assert(provider !== undefined, 'a provider with visits is never deleted')
  return { provider, user }
}

interface VisitTimingInput extends Pick<Returned, 'visit' | 'provider' | 'user'> {
  readonly isSigned: boolean
}

/** Checks the time that the visit took, on our own clock. */
const timed = (context: VerifyContext, { isSigned, ...returned }: VisitTimingInput): Returned => {
  const { visit, provider } = returned
  const seconds = Math.max(0, context.now.getTime() - visit.opened_at.getTime()) / 1_000
  const judged = classifyDuration(seconds, {
    minSeconds: provider.min_seconds,
    floorSeconds: provider.floor_seconds,
    expectedSeconds: provider.expected_seconds,
  })
  if (judged === 'impossible') return refuseHaste(context, { visit, seconds })
  if (judged === 'unlikely') {
    return {
      ...returned,
      seconds,
      doubt: say('link.returnedAfterSFar', { seconds: Math.floor(seconds) }),
    }
  }
  const doubt = isSigned ? stoppedBy(context) : say('link.browserCouldntShowStarted')
  return { ...returned, seconds, doubt }
}

/** A visit opened before a budget was used up is paid; while links are stopped a person checks each first. */
const stoppedBy = (context: VerifyContext): string | null =>
  closedBy(context, 'link')?.code === 'PAUSED_FOR_CHECK' ? say('link.completedWhileShortlinksPaused') : null

/** Nobody can have passed the link: the visit is over, unpaid, and remembered against the account. */
const refuseHaste = (context: VerifyContext, { visit, seconds }: { visit: VisitRow; seconds: number }): never => {
  const { caller, now, onRollback } = context
  const detail = say('link.returnedFromShortlinkAfter', { seconds: Math.floor(seconds) })
  onRollback(async (tx) => {
    await tx
      .updateTable('link_visits')
      .set({ status: 'refused', arrived_at: now, seconds: seconds.toFixed(3), reason: detail })
      .where('id', '=', visit.id)
      .where('status', '=', 'open')
      .execute()
    await recordRiskSignal(tx, {
      userId: caller.id,
      family: 'links',
      reason: 'hasty-link',
      points: HASTE_POINTS,
      detail,
      now,
    })
  })
  return refuse('conflict', 'LINK_TOO_FAST', say('link.completedTooQuicklyVisit'))
}

interface Settled {
  readonly balance: number
  readonly reward: number
  readonly status: 'paid' | 'held'
}

const settle = async (context: VerifyContext, { visit, user, seconds, doubt: found }: Returned): Promise<Settled> => {
  const { tx, caller, settings, now } = context
  const doubt = found ?? (await unpaidFor(context, visit))
  const status = doubt === null ? 'paid' : 'held'
  await tx
    .updateTable('link_visits')
    .set({
      status,
      trusted: await isTrusted(tx, user, { userId: caller.id, now }),
      arrived_at: now,
      seconds: seconds.toFixed(3),
      reason: doubt,
      proof_hash: null,
    })
    .where('id', '=', visit.id)
    .execute()
  if (status === 'held') return { balance: (await balancesOf(tx, caller.id)).main, reward: 0, status }
  return { balance: await payVisit(tx, { visit, settings, now }), reward: visit.reward, status }
}

/** What was worked for is not lost where its budget or the allowance has no space for it: a person decides. */
const unpaidFor = async (context: VerifyContext, { reward: amount }: VisitRow): Promise<string | null> => {
  if (!(await fitsBudget(context, { source: 'link', amount }))) return say('link.todaysBudgetHadNo')
  const { tx, caller, settings, now } = context
  const own = { userId: caller.id, settings, amount: linkTerms(amount, settings).allowance, now }
  return (await beyondAllowance(tx, own)) === null ? null : say('link.rewardAboveRemainingFull')
}

/** Pays for a visit, once whatever happens, and returns the new balance. */
export const payVisit = async (
  tx: Tx,
  { visit, settings, now }: { visit: Pick<VisitRow, 'id' | 'user_id' | 'reward'>; settings: Settings; now: Date },
): Promise<number> => {
  const { id, user_id: userId, reward: amount } = visit
  const own = { ...linkTerms(amount, settings), exp: settings.link_exp }
  const paid = await reward(tx, { userId, source: 'link', amount, ...own, key: `link:${id}`, ref: id }, now)
  if (paid.level > paid.levelBefore) {
    await notify(tx, { userId, kind: 'level-up', values: { level: paid.level }, now })
  }
  return paid.balance
}

/** Whose visits teach what people need: nothing speaks against them, and they were not made for this day. */
const isTrusted = async (tx: Tx, user: Standing, { userId, now }: { userId: string; now: Date }): Promise<boolean> => {
  if (user.email_verified_at === null || user.joined_at > trustedSince(now)) return false
  return (await loadRiskProfile(tx, userId, now)).score < queueFrom.listed
}

const trustedSince = (now: Date): Date => later(now, -TRUSTED_AFTER_SECONDS)

/** A program that waits as long as it must waits always equally long. */
const recordRegularTiming = async ({ tx, caller, now }: VerifyContext, provider: ProviderRow): Promise<void> => {
  const visits = await tx
    .selectFrom('link_visits')
    .select('seconds')
    .where('user_id', '=', caller.id)
    .where('provider_id', '=', provider.id)
    .where('status', 'in', ['paid', 'held'])
    .orderBy('arrived_at', 'desc')
    .limit(REGULAR_FROM_AT_MOST)
    .execute()
  if (!isTooRegular(visits.map(({ seconds }) => Number(seconds)))) return
  const detail = say('link.lastVisitsTookAlmost', { count: visits.length, name: provider.name })
  await recordRiskSignal(tx, {
    userId: caller.id,
    family: 'links',
    reason: 'regular-link',
    points: REGULAR_POINTS,
    detail,
    now,
  })
}
