import type { CaptchaVerifier } from '#adapters/captcha/captcha.ts'

/** A captcha provider that knows what a token or a secret says of itself. */
export const fakeCaptcha: CaptchaVerifier = {
  verify: async ({ token }) => (token === 'good' ? 'good' : token === 'slow' ? 'unreachable' : 'bad'),
  knowsSecret: async ({ secret }) => (secret === 'slow' ? 'unreachable' : secret === 'unknown' ? 'no' : 'yes'),
}
