import * as z from 'zod/mini'
import type { Http } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'

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
  /** Whether a provider takes this secret, asked with a token that nobody has solved. */
  readonly knowsSecret: (asked: {
    readonly provider: CaptchaProvider
    readonly secret: string
  }) => Promise<'yes' | 'no' | 'unreachable'>
}

const addresses: Record<CaptchaProvider, string> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

const TIMEOUT_MS = 5_000
const Reply = z.object({
  success: z.boolean(),
  hostname: z.optional(z.string()),
  'error-codes': z.optional(z.array(z.string())),
})
type Reply = z.infer<typeof Reply>

/** What each of them says of a secret that it has not given out. */
const WRONG_SECRET = new Set(['invalid-input-secret', 'missing-input-secret'])
const UNSOLVED = 'a-token-that-nobody-has-solved'

/** Verifies with the real providers; `base` puts another address in place of theirs, for tests against a fake. */
export const createCaptchaVerifier = (http: Http, base?: string): CaptchaVerifier => {
  const ask = async (
    provider: CaptchaProvider,
    fields: Readonly<Record<string, string>>,
  ): Promise<Reply | undefined> => {
    const answer = await http.call({
      method: 'POST',
      url: base === undefined ? addresses[provider] : `${base}/${provider}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
      timeoutMs: TIMEOUT_MS,
    })
    // Some say what is wrong with a request by its status too; only an answer of theirs can be read.
    return answer.kind === 'answered' && answer.status < 500 ? parseWith(Reply, answer.text) : undefined
  }
  return {
    verify: async ({ provider, secret, token, hostname }) => {
      const reply = await ask(provider, { secret, response: token })
      if (reply === undefined) return 'unreachable'
      const sameSite = reply.hostname === undefined || reply.hostname === hostname
      return reply.success && sameSite ? 'good' : 'bad'
    },
    knowsSecret: async ({ provider, secret }) => {
      const reply = await ask(provider, { secret, response: UNSOLVED })
      if (reply === undefined) return 'unreachable'
      return reply['error-codes']?.some((code) => WRONG_SECRET.has(code)) === true ? 'no' : 'yes'
    },
  }
}
