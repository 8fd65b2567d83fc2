import * as z from 'zod/mini'

/** The captcha providers that an owner may set instead of our own pictures (PROTOCOLS.md §5). */
export type CaptchaProvider = 'turnstile' | 'hcaptcha' | 'recaptcha'

/** Asks a provider whether a token is good. `unreachable` when it gave no answer: the visitor should try again. */
export interface CaptchaVerifier {
  readonly verify: (asked: {
    readonly provider: CaptchaProvider
    readonly secret: string
    readonly token: string
    /** The name under which the site runs; a token solved on another site is refused. */
    readonly hostname: string
  }) => Promise<'good' | 'bad' | 'unreachable'>
}

const addresses: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const TIMEOUT_MS = 5_000
const Reply = z.object({ success: z.boolean(), hostname: z.optional(z.string()) })

/** Verifies with the real providers; `base` puts another address in place of theirs, for tests against a fake. */
export const createCaptchaVerifier = (base?: string): CaptchaVerifier => ({
  verify: async ({ provider, secret, token, hostname }) => {
    try {
      const response = await fetch(base === undefined ? addresses[provider] : `${base}/${provider}`, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      if (!response.ok) return 'unreachable'
      const reply = z.safeParse(Reply, await response.json())
      if (!reply.success) return 'unreachable'
      const sameSite = reply.data.hostname === undefined || reply.data.hostname === hostname
      return reply.data.success && sameSite ? 'good' : 'bad'
    } catch {
      return 'unreachable'
    }
  },
})
