import type { Contract } from '@runnel/contract'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { Handlers } from '#kernel/context.ts'

export { checkCaptchaKeys } from './keys.ts'

/** The image captcha, and the proof of work that guests answer instead. */
export const captcha = ({ challenges }: { challenges: ChallengeIssuer }): Handlers<Contract['captcha']> => ({
  challenge: ({ query }, { caller, visitor, settings, closed, now }) => {
    if (query.action === 'faucet' || query.action === 'bonus') refuseClosedSource({ closed, now }, query.action)
    return challenges.issueCaptcha({ caller, visitor, settings, now, action: query.action })
  },
})
