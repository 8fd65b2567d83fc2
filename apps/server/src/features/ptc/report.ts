import type { Contract } from '@runnel/contract'
import type { ReportReason } from '@runnel/contract/earn/ptc'
import { sql } from 'kysely'
import { lockCampaignRow, transitionCampaign } from '#features/advertise/advertise.ts'
import { notify } from '#features/user/user.ts'
import { loadRiskProfile } from '#guard/suspicion/risk-profile.ts'
import { queueFrom } from '#guard/suspicion/score.ts'
import { later } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

const TRUSTED_DAYS = 3
const TRUSTED_ANSWERS = 20

interface Report {
  readonly campaignId: string
  readonly reason: ReportReason
}

/** Keeps what a viewer says of an ad; enough of them send it back to a person. */
export const reportAd = async (
  { tx, caller, settings, now, notifyLive }: Context<Contract['ptc']['report']>,
  { campaignId, reason }: Report,
): Promise<void> => {
  await refuseUnseen(tx, { campaignId, userId: caller.id })
  const trusted = await isTrusted(tx, caller.id, now)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ptc_reports')
    .values({ campaign_id: campaignId, user_id: caller.id, reason, trusted, at: now })
    .onConflict((row) => row.columns(['campaign_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows === 0n) {
    refuse('conflict', 'ALREADY_REPORTED', say('ptc.alreadyReportedAd'))
  }
  if (!trusted || settings.ptc_report_limit === 0) return
  const owner = await reviewReported(tx, { campaignId, limit: settings.ptc_report_limit, now })
  if (owner !== undefined) notifyLive(owner)
}

/** Only who has opened an ad knows what is wrong with it. */
const refuseUnseen = async (tx: Tx, { campaignId, userId }: { campaignId: string; userId: string }): Promise<void> => {
  const campaign = await tx.selectFrom('campaigns').select('id').where('id', '=', campaignId).executeTakeFirst()
  if (campaign === undefined) refuse('notFound', 'AD_UNKNOWN', say('ptc.adFound'))
  const seen = await tx
    .selectFrom('ptc_views')
    .select('id')
    .where('user_id', '=', userId)
    .where('campaign_id', '=', campaignId)
    .limit(1)
    .executeTakeFirst()
  if (seen === undefined) refuse('forbidden', 'AD_NOT_SEEN', say('ptc.openAdBeforeReport'))
}

/** An account that has shown itself, and that nothing speaks against: a rival's fresh accounts stop no campaign. */
const isTrusted = async (tx: Tx, userId: string, now: Date): Promise<boolean> => {
  const user = await tx
    .selectFrom('users')
    .leftJoin('answer_records', 'answer_records.user_id', 'users.id')
    .select(['users.email_verified_at', 'users.joined_at', 'answer_records.right_count'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()
  const isKnown = user.joined_at <= later(now, -TRUSTED_DAYS * 86_400) || (user.right_count ?? 0) >= TRUSTED_ANSWERS
  if (user.email_verified_at === null || !isKnown) return false
  return (await loadRiskProfile(tx, userId, now)).score < queueFrom.listed
}

interface ReviewReportedInput {
  readonly campaignId: string
  readonly limit: number
  readonly now: Date
}

/** Sends the campaign back where enough have reported it, and tells its owner; returns the owner where it did. */
const reviewReported = async (tx: Tx, { campaignId, limit, now }: ReviewReportedInput): Promise<string | undefined> => {
  // Two reports at once meet at the campaign's row, and the second counts the first.
  const campaign = await lockCampaignRow(tx, campaignId)
  if (campaign?.status !== 'active') return undefined
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM ptc_reports r JOIN campaigns c ON c.id = r.campaign_id
    WHERE r.campaign_id = ${campaignId} AND r.trusted AND r.at >= c.reports_since`.execute(tx)
  const count = rows[0]?.count ?? 0
  if (count < limit) return undefined
  const reason = say('ptc.viewersReported', { count })
  await transitionCampaign(tx, { campaign, to: 'pending', by: 'machine', now, set: { reason } })
  const { user_id: userId, title } = campaign
  await notify(tx, { userId, kind: 'campaign-review', values: { title, reason }, now })
  return userId
}
