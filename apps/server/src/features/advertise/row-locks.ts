import type { AdKind, CampaignStatus } from '@runnel/contract/advertise'
import { refuseIfLocked } from '#kernel/account-lock.ts'
import type { Tx } from '#kernel/db.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { type CampaignActor, refuseOtherMoves } from './status.ts'

/** A campaign whose row this transaction holds. */
export interface LockedCampaign {
  readonly id: string
  readonly user_id: string
  readonly kind: AdKind
  readonly title: string
  readonly description: string
  readonly url: string
  readonly price: Units
  readonly reward: Units
  readonly views: number
  readonly views_left: number
  readonly status: CampaignStatus
  readonly reason: string | null
  readonly paused_by_staff: boolean
  readonly updated_at: Date
}

const heldColumns = [
  'id',
  'user_id',
  'kind',
  'title',
  'description',
  'url',
  'price',
  'reward',
  'views',
  'views_left',
  'status',
  'reason',
  'paused_by_staff',
  'updated_at',
] as const

/** Locks a campaign's row. Lock order: ticket, user, campaign, accounts; so it comes before its money moves. */
export const lockCampaignRow = (tx: Tx, id: string): Promise<LockedCampaign | undefined> =>
  tx.selectFrom('campaigns').select(heldColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Locks the campaigns of users that aren't deleted, in the order of their ids. */
export const lockCampaignRows = (tx: Tx, userIds: readonly string[]) =>
  tx
    .selectFrom('campaigns')
    .select(heldColumns)
    .where('user_id', 'in', [...userIds])
    .where('status', '<>', 'deleted')
    .orderBy('id')
    .forNoKeyUpdate()

/** Locks one that exists, for people of the site; a deleted one is no longer theirs to decide about. */
export const lockAnyCampaignRow = async (tx: Tx, id: string): Promise<LockedCampaign> => {
  const campaign = await lockCampaignRow(tx, id)
  return campaign === undefined || campaign.status === 'deleted' ? throwCampaignNotFound() : campaign
}

/** Locks a campaign of this user; nobody learns whether another one exists. */
export const lockOwnCampaignRow = async (
  tx: Tx,
  { id, userId }: { id: string; userId: string },
): Promise<LockedCampaign> => {
  const campaign = await lockAnyCampaignRow(tx, id)
  return campaign.user_id === userId ? campaign : throwCampaignNotFound()
}

export const throwCampaignNotFound = (): never => refuse('notFound', 'NOT_FOUND', say('advertise.campaignFound'))

interface Move {
  readonly campaign: LockedCampaign
  readonly to: CampaignStatus
  readonly by: CampaignActor
  readonly now: Date
  readonly set?: Partial<Changes>
}

interface Changes {
  readonly reason: string | null
  readonly paused_by_staff: boolean
  readonly reports_since: Date
}

/** The only way in which a campaign changes its status, beside a view that sells it out. */
export const transitionCampaign = async (tx: Tx, { campaign, to, by, now, set }: Move): Promise<LockedCampaign> => {
  refuseOtherMoves({ from: campaign.status, to, by })
  if (to === 'active' && by === 'owner') await refuseIfLocked(tx, campaign.user_id, now)
  return changeCampaign(tx, campaign, { ...set, status: to, updated_at: now })
}

type Written = Partial<Changes> & {
  readonly status?: CampaignStatus
  readonly title?: string
  readonly description?: string
  readonly views?: number
  readonly views_left?: number
  readonly updated_at: Date
}

/** Writes to a row that this transaction holds. */
export const changeCampaign = async (tx: Tx, { id }: LockedCampaign, written: Written): Promise<LockedCampaign> => {
  const changed = await tx
    .updateTable('campaigns')
    .set(written)
    .where('id', '=', id)
    .returning(heldColumns)
    .executeTakeFirst()
  assert(changed !== undefined, `campaign ${id} is held`)
  return changed
}
