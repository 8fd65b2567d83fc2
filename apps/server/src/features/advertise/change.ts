import type { Contract } from '@runnel/contract'
import { VIEWS_MAX } from '@runnel/contract/advertise'
import type { Input } from '@runnel/contract/route'
import type { Context, WriteAccess } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { balancesOf } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'
import { bearsBonus } from '#money/loop.ts'
import { fund, refundRest } from './escrow.ts'
import { costOf } from './options.ts'
import { checkCampaignPage } from './page-check-jobs.ts'
import { changeCampaign, type LockedCampaign, lockOwnCampaignRow, transitionCampaign } from './row-locks.ts'
import type { CampaignActor } from './status.ts'

type Routes = Contract['advertise']
type Edit = Input<Routes['edit']>['body']

/** Pauses, resumes, or changes the words of a campaign; new words are checked by a person before it runs again. */
export const editCampaign = async (
  { tx, caller, now, enqueue }: Context<Routes['edit']>,
  { id, edit }: { id: string; edit: Edit },
): Promise<LockedCampaign> => {
  const held = await lockOwnCampaignRow(tx, { id, userId: caller.id })
  const moved = await transitionRequested(tx, { campaign: held, to: edit.status, now })
  const edited = await rewrite(tx, { campaign: moved, edit, now })
  if (edited !== held) await enqueue(checkCampaignPage, { campaignId: id })
  return edited
}

const transitionRequested = async (
  tx: Tx,
  { campaign, to, now }: { campaign: LockedCampaign; to: 'active' | 'paused' | undefined; now: Date },
): Promise<LockedCampaign> => {
  if (to === undefined || to === campaign.status) return campaign
  if (to === 'active' && campaign.status === 'paused' && campaign.paused_by_staff) {
    refuse('conflict', 'PAUSED_BY_STAFF', say('advertise.campaignPausedSiteTeam'))
  }
  return transitionCampaign(tx, { campaign, to, by: 'owner', now })
}

const rewrite = async (
  tx: Tx,
  { campaign, edit, now }: { campaign: LockedCampaign; edit: Edit; now: Date },
): Promise<LockedCampaign> => {
  const { status } = campaign
  const { title = campaign.title, description = campaign.description } = edit
  if (title === campaign.title && description === campaign.description) return campaign
  if (status === 'completed' || status === 'rejected') {
    refuse('conflict', 'CAMPAIGN_STATE', say('advertise.editCampaign', { status }))
  }
  const rewritten = await changeCampaign(tx, campaign, { title, description, updated_at: now })
  if (status === 'pending') return rewritten
  // What a person of the site had to say stays there for the one who checks it next.
  const reason = campaign.paused_by_staff ? campaign.reason : null
  return transitionCampaign(tx, { campaign: rewritten, to: 'pending', by: 'owner', now, set: { reason } })
}

/** Buys more views at the campaign's own price; a completed one runs again. */
export const addViews = async (
  { tx, caller, settings, now, enqueue, notifyLive }: Context<Routes['addView']>,
  { id, views }: { id: string; views: number },
): Promise<Units> => {
  const held = await lockOwnCampaignRow(tx, { id, userId: caller.id })
  if (held.status === 'rejected') {
    refuse('conflict', 'CAMPAIGN_STATE', say('advertise.addViewsRejectedCampaign'))
  }
  if (!bearsBonus({ cost: held.price, reward: held.reward }, settings)) {
    refuse('conflict', 'OLD_PRICE', say('advertise.pricesChangedSinceCampaign'))
  }
  const rest = VIEWS_MAX - held.views
  if (views > rest) refuseField('views', 'TOO_MANY_VIEWS', say('advertise.addMostMoreViews', { rest }))
  // The whole campaign has to stay inside the numbers, not only what is added.
  costOf({ views: held.views + views, price: held.price })
  const cost = costOf({ views, price: held.price })
  const grown = await changeCampaign(tx, held, {
    views: held.views + views,
    views_left: held.views_left + views,
    updated_at: now,
  })
  if (held.status === 'completed') {
    await transitionCampaign(tx, { campaign: grown, to: 'active', by: 'owner', now })
    await enqueue(checkCampaignPage, { campaignId: id })
  }
  const left = await fund(tx, { campaignId: id, ownerId: caller.id, cost, currency: settings.site_currency, now })
  notifyLive(caller.id)
  return left
}

/** The owner deletes a campaign. */
export const deleteOwnCampaign = async (
  context: Context<Routes['remove']>,
  id: string,
): Promise<{ refunded: Units; depositBalance: Units }> => {
  const { tx, caller } = context
  const campaign = await lockOwnCampaignRow(tx, { id, userId: caller.id })
  const refunded = await endCampaign(context, { campaign, by: 'owner' })
  return { refunded, depositBalance: (await balancesOf(tx, caller.id)).deposit }
}

type EndCampaignContext = Pick<WriteAccess, 'tx' | 'notifyLive'> & { readonly now: Date }

/** Deletes a campaign that is held; what is left in its escrow goes back to its owner. */
export const endCampaign = async (
  { tx, now, notifyLive }: EndCampaignContext,
  { campaign, by }: { campaign: LockedCampaign; by: CampaignActor },
): Promise<Units> => {
  const ended = await transitionCampaign(tx, { campaign, to: 'deleted', by, now })
  notifyLive(campaign.user_id)
  return refundRest(tx, { campaign: ended, reason: null, now })
}
