import type { Contract } from '@runnel/contract'
import { payOf } from '#features/antibot/antibot.ts'
import { refuseUnpayable } from '#features/faucet/faucet.ts'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { Handlers } from '#kernel/context.ts'

export { checkCaptchaKeys } from './keys.ts'

/** The image captcha, and the proof of work that guests answer instead. */
export const captcha = ({ challenges }: { challenges: ChallengeIssuer }): Handlers<Contract['captcha']> => ({
  challenge: async ({ query: { action } }, { db, caller, visitor, settings, closed, now }) => {
    if (action === 'faucet' || action === 'bonus') refuseClosedSource({ closed, now }, action)
    if (caller && action === 'faucet') await refuseUnpayable(db.read, { userId: caller.id, settings, visitor, now })
    const pay = caller && (await payOf(db.read, { action, userId: caller.id, settings, now }))
    return challenges.issueCaptcha({ caller, visitor, settings, now, action, pay })
  },
})
