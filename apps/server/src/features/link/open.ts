import { randomBytes } from 'node:crypto'
import type { Contract } from '@runnel/contract'
import { sql } from 'kysely'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import { refuseDuringCooldown } from '#guard/check/cooldown.ts'
import { later, secondsBetween } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId, newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { refuseBeyondAllowance } from '#money/allowance/allowance.ts'
import { recordProviderFailure, recordProviderSuccess } from './circuit-breaker.ts'
import { linkTerms } from './link-terms.ts'
import { closedSentence, dayBounds } from './offers.ts'
import { callable, type LinkDeps, type ProviderRow, returnAddress } from './provider.ts'
import { linkToken } from './token.ts'

const SECRET_BYTES = 16
const VT_BYTES = 16

type OpenContext = Context<Contract['link']['open']>

interface Visit {
  readonly id: string
  readonly secret: string
  readonly vt: Buffer
  readonly provider: ProviderRow
}

/**
 * Opens a visit: the row stands before the provider learns of it, and counts only once it has answered, so that one
 * that fails or is slow costs nobody a visit of the day.
 */
export const openVisit = async (deps: LinkDeps, context: OpenContext, providerId: string) => {
  const { db, adapters, caller, settings, now, log } = context
  refuseDuringCooldown(caller, now)
  refuseClosedSource(context, 'link')
  const visit = await db.write((tx) => insert(tx, context, providerId))
  const { provider, secret } = visit
  const target = returnAddress(deps.publicUrl, secret)
  const said = await adapters.shortener.shorten(callable(provider, deps.secrets), target)
  const answeredAt = deps.clock()
  if (said.kind !== 'ok') {
    log.warn({ link: provider.name, reason: said.reason }, 'a shortlink provider returned no URL')
    await db.write((tx) => transitionVisit(tx, { id: visit.id, set: { status: 'failed', reason: said.reason } }))
    await recordProviderFailure(db, { id: providerId, reason: said.reason, now: answeredAt })
    return refuse('maintenance', 'LINK_UNREACHABLE', say('link.respondingDoesntCountToward', { name: provider.name }))
  }
  await recordProviderSuccess(db, providerId)
  // The time runs from here on: what the provider took must not count for a visitor who hurries.
  const expiresAt = later(answeredAt, settings.link_visit_minutes * 60)
  const set = { status: 'open', opened_at: answeredAt, expires_at: expiresAt } as const
  if (!(await db.write((tx) => transitionVisit(tx, { id: visit.id, set })))) {
    refuse('conflict', 'LINK_OPENED_AGAIN', say('link.openedShortlinkAgainOnly'))
  }
  return { result: said.url, vt: visit.vt.toString('base64url'), expiresAt: expiresAt.toISOString() }
}

const insert = async (tx: Tx, context: OpenContext, providerId: string): Promise<Visit> => {
  const { caller, visitor, settings, now } = context
  // Two openings of one user take turns here, and the later one stays.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${caller.id}, 12))`.execute(tx)
  const provider = await fittingProvider(tx, context, providerId)
  await refuseSpent(tx, { provider, userId: caller.id, now })
  // Before anything is worked for; a visit that ends without room is held for a review.
  const { allowance: amount } = linkTerms(provider.reward, settings)
  await refuseBeyondAllowance({ tx, settings, now }, { userId: caller.id, amount })
  await tx
    .updateTable('link_visits')
    .set({ status: 'void' })
    .where('user_id', '=', caller.id)
    .where('provider_id', '=', providerId)
    .where('status', 'in', ['opening', 'open'])
    .execute()
  const [id, secret, vt] = [newId(), newSecret(SECRET_BYTES), randomBytes(VT_BYTES)]
  await tx
    .insertInto('link_visits')
    .values({
      id,
      provider_id: providerId,
      user_id: caller.id,
      secret_hash: sha256(secret),
      vt,
      reward: provider.reward,
      device_id: visitor.deviceId,
      ip_net: visitor.net,
      country: visitor.country,
      status: 'opening',
      opened_at: now,
      expires_at: later(now, settings.link_visit_minutes * 60),
      reason: null,
      proof_hash: sha256(linkToken(vt, { secret, userId: caller.id })),
    })
    .execute()
  return { id, secret, vt, provider }
}

const fittingProvider = async (tx: Tx, { visitor, now }: OpenContext, id: string): Promise<ProviderRow> => {
  const provider = await tx
    .selectFrom('link_providers')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .where('enabled', '=', true)
    // Held against its removal, and against nothing else.
    .forKeyShare()
    .executeTakeFirst()
  if (provider === undefined) return refuse('notFound', 'LINK_UNKNOWN', say('link.shortlinkNoLongerAvailable'))
  const { countries, out_until: outUntil } = provider
  if (countries.length > 0 && !(visitor.country !== null && countries.includes(visitor.country))) {
    refuse('conflict', 'LINK_NOT_FOR_YOU', say('link.shortlinkAvailableCountry'))
  }
  const closed = closedSentence(outUntil, now)
  if (closed !== null && outUntil !== null) {
    refuse('conflict', 'LINK_CLOSED', closed, { retryAfter: secondsBetween(now, outUntil) })
  }
  return provider
}

interface ViewLimitInput {
  readonly provider: Pick<ProviderRow, 'id' | 'max_view'>
  readonly userId: string
  readonly now: Date
}

/** Refuses who was paid for this link as often as a day allows; visits that wait for a person count too. */
export const refuseSpent = async (tx: Tx, { provider, userId, now }: ViewLimitInput): Promise<number> => {
  const { start, end } = dayBounds(now)
  const { count } = await tx
    .selectFrom('link_visits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('provider_id', '=', provider.id)
    .where('status', 'in', ['paid', 'held'])
    .where('arrived_at', '>=', start)
    .executeTakeFirstOrThrow()
  if (count >= provider.max_view) {
    const msg = say('link.reachedDailyLimitShortlink')
    refuse('conflict', 'LINK_DAILY_LIMIT', msg, { retryAfter: secondsBetween(now, end) })
  }
  return count
}

interface VisitTransition {
  readonly id: string
  readonly set:
    | { readonly status: 'open'; readonly opened_at: Date; readonly expires_at: Date }
    | { readonly status: 'failed'; readonly reason: string }
}

/** Moves a visit on from its opening; false where another visit has taken its place. */
const transitionVisit = async (tx: Tx, { id, set }: VisitTransition): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('link_visits')
    .set(set)
    .where('id', '=', id)
    .where('status', '=', 'opening')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
