import type { Contract } from '@runnel/contract'
import { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { CaptchaVerifier } from '#adapters/captcha/captcha.ts'
import { payOf } from '#features/antibot/antibot.ts'
import { refuseUnpayable } from '#features/faucet/faucet.ts'
import { refuseClosedSource } from '#features/outflow/outflow.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { CheckRun, Handlers } from '#kernel/context.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** The image captcha, and the proof of work that guests answer instead. */
export const captcha = ({ challenges }: { challenges: ChallengeIssuer }): Handlers<Contract['captcha']> => ({
  challenge: async ({ query: { action } }, { db, caller, visitor, settings, closed, now }) => {
    if (action === 'faucet' || action === 'bonus') refuseClosedSource({ closed, now }, action)
    if (caller && action === 'faucet') await refuseUnpayable(db.read, { userId: caller.id, settings, visitor, now })
    const request = { caller, visitor, settings, now, action }
    if (caller === undefined) return challenges.issueCaptcha(request)
    const paid = { action, userId: caller.id, settings, now }
    return challenges.issueCaptcha({ ...request, payOf: (from) => payOf(from, paid) })
  },
})

const Keys = z.partial(z.pick(Settings, { captcha_provider: true, captcha_site_key: true, captcha_secret: true }))

/**
 * The check `captcha-keys`: asks the provider about a secret before it is saved. With one that it does not know nobody
 * could pass any more, not even the owner who must mend it.
 */
export const checkCaptchaKeys =
  (captcha: Pick<CaptchaVerifier, 'knowsSecret'>): CheckRun =>
  async ({ body, settings }) => {
    const given = z.parse(Keys, body)
    const { captcha_provider: provider, captcha_site_key: siteKey, captcha_secret: secret } = { ...settings, ...given }
    const isSame = provider === settings.captcha_provider && secret === settings.captcha_secret
    // What is missing is told by the rule that saves.
    if (isSame || provider === 'own' || siteKey === '' || secret === '') return
    const known = await captcha.knowsSecret({ provider, secret })
    if (known === 'no') {
      const msg = say('owner.captcha.captchaProviderRejectedSecret')
      refuseField('captcha_secret', 'CAPTCHA_SECRET_WRONG', msg)
    }
    if (known === 'unreachable') {
      const msg = say('owner.captcha.captchaProviderReachedFrom')
      refuseField('captcha_provider', 'CAPTCHA_UNREACHABLE', msg)
    }
  }
