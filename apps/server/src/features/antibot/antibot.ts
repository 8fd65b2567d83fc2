import type { Contract } from '@runnel/contract'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { Handlers } from '#kernel/context.ts'

/** The click-order challenge. */
export const antibot = ({ challenges }: { challenges: ChallengeIssuer }): Handlers<Contract['antibot']> => ({
  challenge: ({ query }, { caller, visitor, settings, closed, now }) => {
    if (query.action === 'faucet' || query.action === 'bonus') refuseClosedSource({ closed, now }, query.action)
    return challenges.issueOrder({ caller, visitor, settings, now, action: query.action })
  },
  zoom: ({ query }, { caller, now }) => challenges.zoom({ caller, now, id: query.id }),
  practice: async ({ body }, { caller, now }) => ({
    right: await challenges.practise({ caller, now, answer: body.antibot }),
  }),
})
