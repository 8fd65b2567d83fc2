import { CampaignStatus } from '@runnel/contract/advertise'
import { expect, test } from 'vitest'
import { canTransitionCampaign, type CampaignActor, campaignTransitions, refuseOtherMoves } from './status.ts'

const movers: CampaignActor[] = ['owner', 'staff', 'machine']
const all = CampaignStatus.options

test('nothing leaves a deleted campaign, and a rejected one can only be deleted', () => {
  expect(Object.keys(campaignTransitions.deleted)).toEqual([])
  expect(Object.keys(campaignTransitions.rejected)).toEqual(['deleted'])
})

test('only a person of the site lets a campaign run that waits, rejects one, or pauses a paused one', () => {
  expect(campaignTransitions.pending.active).toEqual(['staff'])
  expect(campaignTransitions.paused.paused).toEqual(['staff'])
  for (const from of all)
    for (const by of ['owner', 'machine'] as const) expect(canTransitionCampaign(from, 'rejected', by)).toBe(false)
})

test('only views that are bought or come back wake a completed one, and the machine deletes nothing', () => {
  expect(campaignTransitions.completed.active).toEqual(['owner', 'machine'])
  for (const from of all) expect(canTransitionCampaign(from, 'deleted', 'machine')).toBe(false)
})

test('every other move is refused, in words or as an error of ours', () => {
  for (const from of all) {
    for (const to of all) {
      for (const by of movers) {
        const move = () => refuseOtherMoves({ from, to, by })
        if (canTransitionCampaign(from, to, by)) expect(move).not.toThrow()
        else if (by === 'machine') expect(move).toThrow('assertion failed')
        else expect(move).toThrow(/can’t be changed to|must be approved/)
      }
    }
  }
})
