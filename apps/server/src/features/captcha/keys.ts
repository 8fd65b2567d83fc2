import { Settings } from '@runnel/contract/settings/settings'
import * as z from 'zod/mini'
import type { CaptchaVerifier } from '#adapters/captcha/captcha.ts'
import type { CheckRun } from '#kernel/context.ts'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

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
