import { sql } from 'kysely'
import { notify, notifyAndMail } from '#features/user/user.ts'
import { findLockedOwners, refuseOwnerLocked } from '#kernel/account-lock.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { endCampaign } from './change.ts'
import { refundRest } from './escrow.ts'
import { type LockedCampaign, lockAnyCampaignRow, lockCampaignRows, transitionCampaign } from './row-locks.ts'

type DecideContext = Pick<WriteContext, 'tx' | 'now' | 'notifyLive' | 'enqueue'>

interface Approval {
  readonly id: string
  readonly readAt: string | undefined
  /** Where this transaction holds the rows of owners already, the campaign's among them: which of them are locked. */
  readonly lockedOwners?: ReadonlySet<string> | undefined
}

/** Lets a campaign run that waited for a person, or that was paused. Reports that came before it are settled by it. */
export const approveCampaign = async (
  { tx, now, notifyLive }: DecideContext,
  { id, readAt, lockedOwners }: Approval,
): Promise<LockedCampaign> => {
  const locked = lockedOwners ?? (await findLockedOwners(tx, { of: 'campaigns', ids: [id], now }))
  const campaign = await lockAnyCampaignRow(tx, id)
  if (locked.has(campaign.user_id)) refuseOwnerLocked()
  if (isUnread(campaign, readAt)) refuse('conflict', 'CAMPAIGN_CHANGED', say('owner.advertise.campaignChangedReload'))
  const set = { reason: null, paused_by_staff: false, reports_since: now }
  await transitionCampaign(tx, { campaign, to: 'active', by: 'staff', now, set })
  const { user_id: userId, title } = campaign
  await notify(tx, { userId, kind: 'campaign-approved', values: { title }, now })
  notifyLive(userId)
  return campaign
}

/** Until it is approved its owner changes its words freely, so that what a person has read may be gone already. */
export const isUnread = (
  { status, updated_at: updatedAt }: Pick<LockedCampaign, 'status' | 'updated_at'>,
  readAt: string | undefined,
): boolean => status === 'pending' && readAt !== undefined && readAt !== updatedAt.toISOString()

const PAUSED = say('advertise.siteTeamPaused')

/** Stops a campaign until a person lets it run again; its owner cannot. */
export const pauseCampaign = async (
  context: DecideContext,
  { id, reason = PAUSED }: { id: string; reason?: string | undefined },
): Promise<LockedCampaign> => {
  const campaign = await lockAnyCampaignRow(context.tx, id)
  await pause(context, { campaign, reason })
  return campaign
}

const pause = async (
  { tx, now, notifyLive }: DecideContext,
  { campaign, reason }: { campaign: LockedCampaign; reason: string },
): Promise<void> => {
  await transitionCampaign(tx, { campaign, to: 'paused', by: 'staff', now, set: { reason, paused_by_staff: true } })
  const { user_id: userId, title } = campaign
  await notify(tx, { userId, kind: 'campaign-paused', values: { title, reason }, now })
  notifyLive(userId)
}

interface OfUsers {
  readonly userIds: readonly string[]
  readonly reason: string
}

/** Stops all campaigns of these users that run. */
export const pauseCampaignsOf = async (context: DecideContext, { userIds, reason }: OfUsers): Promise<void> => {
  const campaigns = await lockCampaignRows(context.tx, userIds).execute()
  for (const campaign of campaigns) if (campaign.status === 'active') await pause(context, { campaign, reason })
}

/** Leaves it to their owners again to resume campaigns that were paused for a reason beginning so, which is over. */
export const allowResumeCampaigns = (tx: Tx, { userIds, reason }: OfUsers): Promise<unknown> =>
  tx
    .updateTable('campaigns')
    .set({ paused_by_staff: false, reason: null })
    .where('id', 'in', () =>
      lockCampaignRows(tx, userIds)
        .clearSelect()
        .select('id')
        .where('status', '=', 'paused')
        .where('paused_by_staff', '=', true)
        .where(sql<boolean>`starts_with(reason, ${reason})`),
    )
    .execute()

/** Ends a campaign for a reason that its owner reads, and gives back all that is left in its escrow. */
export const rejectCampaign = async (
  context: DecideContext,
  { id, reason }: { id: string; reason: string },
): Promise<LockedCampaign> => {
  const { tx, now, notifyLive } = context
  const campaign = await lockAnyCampaignRow(tx, id)
  const rejected = await transitionCampaign(tx, { campaign, to: 'rejected', by: 'staff', now, set: { reason } })
  const amount = await refundRest(tx, { campaign: rejected, reason, now })
  const { user_id: userId, title } = campaign
  await notifyAndMail(context, { userId, kind: 'campaign-rejected', values: { title, amount, reason }, now })
  notifyLive(userId)
  return campaign
}

/** Deletes a campaign of somebody else; its owner learns what came back. */
export const deleteCampaign = async (
  context: DecideContext,
  id: string,
): Promise<{ campaign: LockedCampaign; refunded: Units }> => {
  const { tx, now } = context
  const campaign = await lockAnyCampaignRow(tx, id)
  const refunded = await endCampaign(context, { campaign, by: 'staff' })
  const { user_id: userId, title } = campaign
  await notify(tx, { userId, kind: 'campaign-deleted', values: { title, amount: refunded }, now })
  return { campaign, refunded }
}
