import type { Contract } from '@runnel/contract'
import type { ChallengeAction } from '@runnel/contract/check/captcha'
import type { Settings } from '@runnel/contract/settings/settings'
import { bonusNow } from '#features/bonus/bonus.ts'
import { refuseUnpayable } from '#features/faucet/faucet.ts'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import { openViewReward } from '#features/ptc/ptc.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'

/** The click-order challenge. */
export const antibot = ({ challenges }: { challenges: ChallengeIssuer }): Handlers<Contract['antibot']> => ({
  challenge: async ({ query: { action } }, { db, caller, visitor, settings, closed, now }) => {
    if (action === 'faucet' || action === 'bonus') refuseClosedSource({ closed, now }, action)
    if (action === 'faucet') await refuseUnpayable(db.read, { userId: caller.id, settings, visitor, now })
    const paid = { action, userId: caller.id, settings, now }
    return challenges.issueOrder({ caller, visitor, settings, now, action, payOf: (from) => payOf(from, paid) })
  },
  practice: async ({ body }, { caller, now }) => ({
    right: await challenges.practise({ caller, now, answer: body.antibot }),
  }),
})

interface PaidAction {
  readonly action: ChallengeAction
  readonly userId: string
  readonly settings: Settings
  readonly now: Date
}

/** What an action would pay now, before any bonus; undefined where nothing is open that could pay. */
export const payOf = async (db: Read, { action, userId, settings, now }: PaidAction): Promise<number | undefined> => {
  if (action === 'faucet') return settings.faucet_reward
  if (action === 'ptc') return openViewReward(db, userId)
  if (action !== 'bonus') return undefined
  const { reward } = await bonusNow(db, { userId, settings, now })
  return reward === 0 ? undefined : reward
}
