import * as z from 'zod/mini'

const Plain = z.union([
  z.string(),
  z.number(),
  z.object({ units: z.number(), currency: z.string() }),
  z.object({ coins: z.string(), currency: z.string() }),
  z.object({ wait: z.number() }),
  z.object({ at: z.string() }),
  z.object({ day: z.string(), only: z.optional(z.literal('month')) }),
])

/**
 * What a sentence names: a text, a number, an amount in units, coins as decimal text, seconds to wait, a moment, a UTC
 * day, or a list of these. A value that is a sentence itself is in the reader's language.
 */
const FailureValue = z.union([Plain, z.object({ list: z.readonly(z.array(Plain)) })])

/** The envelope of every refusal: see `status` for what each means. */
export const Failure = z.object({
  code: z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)),
  /** What `msg` names, for those who have words of their own for the code. */
  values: z.optional(z.readonly(z.record(z.string(), FailureValue))),
  msg: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
  reload: z.optional(z.enum(['antibot', 'captcha'])),
  isMaintaining: z.optional(z.boolean()),
  action: z.optional(z.object({ type: z.literal('redirect'), path: z.string() })),
  retryAfter: z.optional(z.int()),
  requestId: z.optional(z.string()),
})
export type Failure = z.infer<typeof Failure>

/** The statuses that a refusal may carry, and what each says. */
export const status = {
  malformed: 400,
  noSession: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  tooLarge: 413,
  locked: 418,
  invalid: 422,
  tooMany: 429,
  maintenance: 503,
  busy: 503,
} as const
export type FailureStatus = (typeof status)[keyof typeof status]
