import * as z from 'zod/mini'
import { Seconds } from '#contract/values.ts'

/** The actions that a challenge can be bound to; one solved for another action is refused. */
export const ChallengeAction = z.enum([
  'register',
  'login',
  'forgot',
  'contact',
  'faucet',
  'withdraw',
  'ptc',
  'bonus',
  'practice',
])
export type ChallengeAction = z.infer<typeof ChallengeAction>

/** What an external provider hands out: never anything but ASCII. */
const ProviderToken = z.string().check(z.maxLength(4_000), z.regex(/^[\x20-\x7e]*$/))
/** The id of a challenge on the wire: a signed envelope, see the server's guard/envelope. */
const Token = z.string().check(z.minLength(1), z.maxLength(1_000), z.regex(/^[\x20-\x7e]*$/))
const OptionId = z.string().check(z.regex(/^[\w-]{8,16}$/))

export const Picture = z.object({ src: z.string(), width: z.int(), height: z.int() })
export type Picture = z.infer<typeof Picture>
export const PictureOption = z.extend(Picture, { id: OptionId })

/** An ALTCHA v2 challenge, as `altcha-lib` makes it; `n` is the work it takes in tries. */
export const PowChallenge = z.object({
  parameters: z.record(z.string(), z.unknown()),
  signature: z.string(),
  level: z.int(),
})
export type PowChallenge = z.infer<typeof PowChallenge>

/** The answer to a proof of work: the found counter and the key that it derives, in hexadecimal. */
export const PowSolution = z.object({
  counter: z.int().check(z.nonnegative()),
  derivedKey: z.string().check(z.regex(/^[0-9a-f]{1,128}$/)),
})
export type PowSolution = z.infer<typeof PowSolution>

/** What no page shows and no person sends: only programs read it. */
const decoyFields = { solution: z.optional(z.array(OptionId)), options: z.optional(z.array(OptionId)) }

/**
 * What the click-order challenge looks like to the client; without pictures it asks for the image captcha, for the
 * proof of work of the way without pictures, or for nothing: no captcha was drawn for this action.
 */
export const AntibotChallenge = z.object({
  id: Token,
  instruction: Picture,
  antibotlinks: z.array(PictureOption),
  pick: z.int(),
  /** Whether the image captcha of `GET /api/ct` must be solved. */
  captcha: z.boolean(),
  expiresIn: Seconds,
  /** Signs the proof headers; see ANTIBOT.md 3.3. */
  k: z.string(),
  /** What a browser computes with its DOM for `x-bd`: a small sum in words that only a page can do. */
  instrument: z.string(),
  /** Set when this account may take the way without pictures. */
  alternatives: z.array(z.enum(['pow'])),
  pow: z.nullable(PowChallenge),
  ...decoyFields,
})
export type AntibotChallenge = z.infer<typeof AntibotChallenge>

/** What the image captcha looks like; without pictures it asks for the proof of work alone, or for nothing. */
export const CaptchaChallenge = z.object({
  id: Token,
  width: z.int(),
  height: z.int(),
  reference: z.nullable(Picture),
  images: z.array(PictureOption),
  /** The proof of work to answer with; null where pictures or the owner's provider ask instead. */
  pow: z.nullable(PowChallenge),
  /** `pow` when the proof of work alone is enough. */
  alternatives: z.array(z.enum(['pow'])),
  expiresIn: Seconds,
  /** The owner's own captcha provider takes the place of the pictures when one is set. */
  external: z.nullable(z.object({ provider: z.enum(['turnstile', 'hcaptcha', 'recaptcha']), siteKey: z.string() })),
  ...decoyFields,
})
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>

/** The click order as answered: the chosen ids in order, or the proof of work of the way without pictures. */
export const AntibotAnswer = z.object({
  id: Token,
  order: z.optional(z.array(OptionId).check(z.maxLength(8))),
  pow: z.optional(PowSolution),
})
export type AntibotAnswer = z.infer<typeof AntibotAnswer>

/** The image captcha as answered: picked pictures, a proof of work, or the token of an external provider. */
export const CaptchaAnswer = z.object({
  id: Token,
  picks: z.optional(z.array(OptionId).check(z.maxLength(8))),
  pow: z.optional(PowSolution),
  token: z.optional(ProviderToken),
})
export type CaptchaAnswer = z.infer<typeof CaptchaAnswer>

/** A hidden field that only a form-filling program fills; a person leaves it empty. */
export const Trap = z.optional(z.string().check(z.maxLength(200)))

export const ChallengeQuery = z.object({ action: z._default(ChallengeAction, 'faucet') })
