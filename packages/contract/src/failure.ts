import * as z from 'zod/mini'

/** The envelope of every refusal: see `status` for what each means. */
export const Failure = z.object({
  code: z.string().check(z.regex(/^[A-Z][A-Z0-9_]*$/)),
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
