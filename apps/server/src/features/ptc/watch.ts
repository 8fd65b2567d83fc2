import type { Contract } from '@runnel/contract'
import { sql } from 'kysely'
import { notify } from '#features/user/user.ts'
import { recordRiskSignal } from '#guard/trap.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { inSeconds, say } from '#kernel/words/say.ts'
import { bonusPercent } from '#money/loop.ts'
import { type PaidView, payView, type UnpaidView } from '#money/pay-view.ts'
import { historyOf, nextAd } from './ads.ts'
import { refuseClaimed, refuseGone } from './open.ts'
import { viewerOf } from './viewer.ts'

/** What the way through the network may cost of the time that was counted. */
const SLACK_MS = 1_000
/** A page never says that a view is over at half of its time; a program that does not wait does. */
const HASTE_POINTS = 10

interface Ticket {
  readonly ticket: string
  readonly campaignId: string
}

/** Counts what was watched until now, and whether watching goes on. */
export const beatOf = async (
  { tx, caller, now }: Context<Contract['ptc']['beat']>,
  { ticket, campaignId, watching }: Ticket & { watching: boolean },
): Promise<{ counted: number }> => {
  // A beat that a slower way brings later must not set the clock back: the time between would count twice.
  const { rows } = await sql<{ counted: number }>`
    UPDATE ptc_views v SET watched_ms = watched_until(v, c.kind, ${now}), watching = ${watching},
      beat_at = greatest(v.beat_at, ${now}), beats = v.beats + 1
    FROM campaigns c
    WHERE v.id = ${ticket} AND v.user_id = ${caller.id} AND v.campaign_id = ${campaignId} AND c.id = v.campaign_id
      AND v.status = 'open' AND v.expires_at > ${now}
    RETURNING least(v.timer, v.watched_ms / 1000.0)::float8 AS counted`.execute(tx)
  return rows[0] ?? refuseDead()
}

const refuseDead = (): never => refuse('conflict', 'TICKET_DEAD', say('ptc.viewEndedOpenAd'))

/** Ends a view and pays for it. */
export const verifyView = async (context: Context<Contract['ptc']['verify']>, { ticket, campaignId }: Ticket) => {
  const { tx, caller, settings, now, notifyLive } = context
  // Asked before the campaign's row is taken: whoever waits for that row must not wait for this too.
  const { next, ptcCount } = await nextAd(tx, viewerOf(context), campaignId)
  const shared = { basisPoints: settings.referral_commission, bonus: bonusPercent(settings) }
  const view = { ticket, userId: caller.id, campaignId, exp: settings.ptc_exp, slackMs: SLACK_MS, shared }
  const paid = await payView(tx, view, now)
  if (paid.outcome !== 'paid') return refuseUnpaid(context, { ticket, campaignId, unpaid: paid })
  await notifyPaidView(tx, { paid, userId: caller.id, campaignId, now })
  notifyLive(caller.id)
  notifyLive(paid.owner)
  return {
    reward: paid.reward,
    balance: paid.balance,
    history: historyOf({ adId: campaignId, at: now, until: paid.availableAt }),
    ptcCount,
    next,
    msg: say('receivedUnits', { units: paid.reward }),
  }
}

interface PaidViewNotice {
  readonly paid: PaidView
  readonly userId: string
  readonly campaignId: string
  readonly now: Date
}

const notifyPaidView = async (tx: Tx, { paid, userId, campaignId, now }: PaidViewNotice): Promise<void> => {
  if (paid.level > paid.levelBefore) {
    await notify(tx, { userId, kind: 'level-up', values: { level: paid.level }, now })
  }
  if (paid.viewsLeft > 0) return
  const { title } = await tx
    .selectFrom('campaigns')
    .select('title')
    .where('id', '=', campaignId)
    .executeTakeFirstOrThrow()
  await notify(tx, { userId: paid.owner, kind: 'campaign-completed', values: { title }, now })
}

type Unpaid = Ticket & { readonly unpaid: UnpaidView }

/** Says why a view was not paid. */
const refuseUnpaid = async (context: Context<Contract['ptc']['verify']>, refused: Unpaid): Promise<never> => {
  const { tx, caller, now } = context
  const { unpaid, campaignId } = refused
  switch (unpaid.outcome) {
    case 'no-ticket':
      return refuseDead()
    case 'used':
      return refuse('conflict', 'TICKET_USED', say('ptc.viewAlreadyEndedOpen'))
    case 'expired':
      return refuse('conflict', 'TICKET_EXPIRED', say('ptc.viewExpiredOpenAd'))
    case 'early':
      await recordHaste(context, refused)
      return refuse('conflict', 'TOO_EARLY', say('ptc.keepWatchingAdEnds', { wait: inSeconds(unpaid.wait) }), {
        retryAfter: unpaid.wait,
      })
    case 'paused':
      return refuse('conflict', 'AD_PAUSED', say('ptc.adPausedWhileWatching'))
    case 'sold-out':
      return refuseGone()
    case 'claimed': {
      const claim = await tx
        .selectFrom('ptc_claims')
        .select('available_at')
        .where('user_id', '=', caller.id)
        .where('campaign_id', '=', campaignId)
        .executeTakeFirst()
      assert(claim !== undefined, 'a view is refused for an earlier one')
      return refuseClaimed(claim.available_at, now)
    }
  }
}

/** Keeps in mind who asks for the reward before half of the time has passed. */
const recordHaste = async (
  { tx, caller, now, onRollback }: Context<Contract['ptc']['verify']>,
  { ticket }: Unpaid,
): Promise<void> => {
  const view = await tx
    .selectFrom('ptc_views')
    .select(['opened_at', 'timer'])
    .where('id', '=', ticket)
    .executeTakeFirstOrThrow()
  if (now.getTime() - view.opened_at.getTime() >= view.timer * 500) return
  const detail = say('ptc.asksRewardAdBefore')
  const mark = { userId: caller.id, family: 'client', reason: 'hasty-view' as const, points: HASTE_POINTS, detail, now }
  onRollback((other) => recordRiskSignal(other, mark))
}
