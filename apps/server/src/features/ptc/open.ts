import type { Contract } from '@runnel/contract'
import { type Selectable, sql } from 'kysely'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import { voidFree } from '#guard/check/challenge-store.ts'
import { refuseDuringCooldown } from '#guard/check/cooldown.ts'
import { later, secondsBetween } from '#kernel/clock.ts'
import type { Context } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import type { CampaignRow } from '#kernel/tables/advertising.ts'
import { inSeconds, say } from '#kernel/words/say.ts'
import { balancesOf, inDebt } from '#money/accounts.ts'
import { adOf } from './ads.ts'
import { type Viewer, viewerOf } from './viewer.ts'

/** Somebody may leave the page for a while and come back: beyond twice the timer a ticket lives this much longer. */
const SPARE_SECONDS = 300
const BUSY_SECONDS = 60

/** Opens an ad: the ticket from which the server counts. */
export const openAd = async (context: Context<Contract['ptc']['open']>, campaignId: string) => {
  const { tx, caller, visitor, now } = context
  refuseDuringCooldown(caller, now)
  refuseClosedSource(context, 'ptc')
  const viewer = viewerOf(context)
  // Also makes two pages that open ads at once take turns: one ticket a user, and the later one stays.
  await voidFree(tx, { userId: caller.id, action: 'ptc', now })
  await voidOpenTicket(tx, viewer)
  const campaign = await lockCampaign(tx, campaignId)
  await refuseUnfit(tx, { campaign, viewer, deviceId: visitor.deviceId })
  const ticket = newId()
  const beat = beatSeconds(campaign.timer)
  const expiresIn = campaign.timer * 2 + SPARE_SECONDS
  await tx
    .insertInto('ptc_views')
    .values({
      id: ticket,
      campaign_id: campaign.id,
      user_id: caller.id,
      status: 'open',
      price: campaign.price,
      reward: campaign.reward,
      timer: campaign.timer,
      beat_seconds: beat,
      country: viewer.country,
      device: viewer.device,
      device_id: visitor.deviceId,
      ip_net: visitor.net,
      opened_at: now,
      expires_at: later(now, expiresIn),
    })
    .execute()
  const { main } = await balancesOf(tx, caller.id)
  const { url, video_id: videoId } = campaign
  return { ad: adOf(campaign), url, videoId, ticket, beat, expiresIn, balance: main }
}

/** Often enough that a gap shows within a short ad, and never more than one call every two seconds. */
export const beatSeconds = (timer: number): number => Math.min(10, Math.max(2, Math.floor(timer / 4)))

const voidOpenTicket = async (tx: Tx, { userId }: Viewer): Promise<void> => {
  await tx
    .updateTable('ptc_views')
    .set({ status: 'void', watching: false })
    .where('user_id', '=', userId)
    .where('status', '=', 'open')
    .execute()
}

/** Those who open the same ad at once take turns, so that no more of them watch than it can pay. */
const lockCampaign = async (tx: Tx, campaignId: string): Promise<Selectable<CampaignRow>> => {
  const campaign = await tx
    .selectFrom('campaigns')
    .selectAll()
    .where('id', '=', campaignId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return campaign ?? refuse('notFound', 'AD_UNKNOWN', say('ptc.adFound'))
}

interface OpenViewInput {
  readonly campaign: Selectable<CampaignRow>
  readonly viewer: Viewer
  readonly deviceId: string
}

const refuseUnfit = async (tx: Tx, input: OpenViewInput): Promise<void> => {
  const { campaign, viewer } = input
  if (campaign.status !== 'active' || campaign.views_left === 0) refuseGone()
  if (campaign.user_id === viewer.userId) {
    refuse('forbidden', 'AD_NOT_FOR_YOU', say('ptc.earnFromOwnAd'))
  }
  const facts = await factsOf(tx, input)
  if (facts.isFrozen) refuseGone()
  if (!isFor(campaign, viewer, facts.level)) {
    refuse('conflict', 'AD_NOT_FOR_YOU', say('ptc.adAvailableCountryLevel'))
  }
  if (facts.availableAt !== null && facts.availableAt > viewer.now) refuseClaimed(facts.availableAt, viewer.now)
  if (facts.seenHere) {
    refuse('conflict', 'AD_SEEN_HERE', say('ptc.anotherAccountRecentlyPaid'))
  }
  if (facts.others >= campaign.views_left) {
    const msg = say('ptc.allRemainingViewsUse')
    refuse('conflict', 'AD_BUSY', msg, { retryAfter: BUSY_SECONDS })
  }
}

export const refuseGone = (): never => refuse('conflict', 'AD_GONE', say('ptc.adEndedChooseAnother'))

export const refuseClaimed = (availableAt: Date, now: Date): never => {
  const wait = secondsBetween(now, availableAt)
  return refuse('conflict', 'AD_CLAIMED', say('ptc.alreadyViewedAdIts', { wait: inSeconds(wait) }), {
    retryAfter: wait,
  })
}

interface Facts {
  readonly level: number
  readonly availableAt: Date | null
  readonly seenHere: boolean
  /** Its advertiser owes something: what is in the escrow may be what was taken back. */
  readonly isFrozen: boolean
  /** Others who are watching it right now. */
  readonly others: number
}

/** Asked once the campaign's row is held, so that it sees everybody who opened the ad before. */
const factsOf = async (tx: Tx, { campaign, viewer, deviceId }: OpenViewInput): Promise<Facts> => {
  const { userId, now } = viewer
  const { rows } = await sql<Facts>`
    SELECT u.level,
      (SELECT l.available_at FROM ptc_claims l WHERE l.user_id = u.id AND l.campaign_id = ${campaign.id})
        AS "availableAt",
      EXISTS (SELECT FROM ptc_views v WHERE v.campaign_id = ${campaign.id} AND v.device_id = ${deviceId}
        AND v.status = 'paid' AND v.user_id <> u.id AND v.paid_at > ${later(now, -campaign.interval_seconds)})
        AS "seenHere",
      ${inDebt(sql`${campaign.user_id}::uuid`)} AS "isFrozen",
      (SELECT count(*)::integer FROM ptc_views v WHERE v.campaign_id = ${campaign.id} AND v.status = 'open'
        AND v.expires_at > ${now} AND v.user_id <> u.id) AS others
    FROM users u WHERE u.id = ${userId}`.execute(tx)
  const [facts] = rows
  return facts ?? refuse('notFound', 'USER_UNKNOWN', say('ptc.userFound'))
}

/** Whether its advertiser wants this viewer. */
const isFor = (
  { countries, min_level, device }: Selectable<CampaignRow>,
  viewer: Pick<Viewer, 'country' | 'device'>,
  level: number,
): boolean =>
  (countries.length === 0 || (viewer.country !== null && countries.includes(viewer.country))) &&
  level >= min_level &&
  (device === 'any' || device === viewer.device)
