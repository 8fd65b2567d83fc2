import type { CampaignStatus } from '@runnel/contract/advertise'
import { assert, refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** Who moves a campaign on: its owner, a person of the site, or what happens to it by itself. */
export type CampaignActor = 'owner' | 'staff' | 'machine'

type Moves = { readonly [From in CampaignStatus]: { readonly [To in CampaignStatus]?: readonly CampaignActor[] } }

/**
 * From each status to each that may follow, and who may decide it. New words send a campaign back to `pending`, and so
 * does an address that cannot be shown any more. Views that are bought or come back wake one that was `completed`.
 * A person may pause what its owner has paused: then only a person lets it run again. Views that come back while the
 * owner is locked leave it paused, and wake none of an owner who left.
 */
export const campaignTransitions: Moves = {
  pending: { active: ['staff'], rejected: ['staff'], deleted: ['owner', 'staff'] },
  active: {
    pending: ['owner', 'machine'],
    paused: ['owner', 'staff'],
    rejected: ['staff'],
    completed: ['machine'],
    deleted: ['owner', 'staff'],
  },
  paused: {
    active: ['owner', 'staff'],
    pending: ['owner'],
    paused: ['staff'],
    rejected: ['staff'],
    deleted: ['owner', 'staff'],
  },
  completed: { active: ['owner', 'machine'], paused: ['machine'], deleted: ['owner', 'staff'] },
  rejected: { deleted: ['owner', 'staff'] },
  deleted: {},
}

/** Whether this move is one of the table's. */
export const canTransitionCampaign = (from: CampaignStatus, to: CampaignStatus, by: CampaignActor): boolean =>
  campaignTransitions[from][to]?.includes(by) ?? false

/** Stops every move that the table does not have. The system never tries one. */
export const refuseOtherMoves = ({
  from,
  to,
  by,
}: {
  from: CampaignStatus
  to: CampaignStatus
  by: CampaignActor
}): void => {
  if (canTransitionCampaign(from, to, by)) return
  assert(by !== 'machine', `the machine never moves a campaign from ${from} to ${to}`)
  const waits = from === 'pending' && to === 'active' && by === 'owner'
  refuse(
    'conflict',
    'CAMPAIGN_STATE',
    waits ? say('advertise.campaignMustApprovedFirst') : say('advertise.campaignChanged', { from, to }),
  )
}

/** Statuses in which the escrow holds what the unsold views cost. In the others it is empty. */
export const funded: readonly CampaignStatus[] = ['pending', 'active', 'paused']

/** Ended for good: whatever still comes into the escrow goes on to the owner. */
export const over: readonly CampaignStatus[] = ['rejected', 'deleted']
