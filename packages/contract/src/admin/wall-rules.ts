import * as z from 'zod/mini'
import { line } from '#contract/values.ts'

/** Every kind of signature that walls use (PROTOCOLS.md §2). */
export const SignatureAlgorithm = z.enum([
  'none',
  'static',
  'md5',
  'sha1',
  'sha256',
  'sha512',
  'hmac-md5',
  'hmac-sha1',
  'hmac-sha256',
  'hmac-sha512',
])
export type SignatureAlgorithm = z.infer<typeof SignatureAlgorithm>

/**
 * How a wall speaks, as data. A preset fills all of it in; the generic preset leaves it to the owner.
 * `signed`: a template over parameters and keys such as `{subId}{transId}{reward}{secret}`, or one of the special texts
 * `@url` (the whole address up to the signature), `@url{secret}` (the same with the secret behind it), `@sorted-query`
 * and `@pollfish`. `{value|int}` is a parameter without its decimals. Names are matched exactly first, then without
 * regard to case.
 */
export const WallRules = z.object({
  userParam: line(0, 60),
  txParam: line(0, 60),
  /**
   * Where the amount stands, in the wall's own currency, and where its worth in US dollars does; `cpa/100` is a
   * parameter in cents.
   */
  amountParam: line(0, 60),
  usdParam: line(0, 60),
  offerParam: line(0, 60),
  ipParam: line(0, 60),
  /** Where the id of our click comes back, as `{clickId}` gave it to the wall; empty: it doesn't. */
  clickParam: line(0, 60),
  /** The parameter that says credit or reversal, and its values; empty: a negative amount is a reversal. */
  statusParam: line(0, 60),
  creditValues: z.array(line(1, 40)).check(z.maxLength(10)),
  reversalValues: z.array(line(1, 40)).check(z.maxLength(10)),
  /** Values that are neither, answered as taken and never credited, such as a test or a pending one. */
  ignoredValues: z.array(line(1, 40)).check(z.maxLength(20)),
  /** Where a reversal names the credit that it takes back; empty: the same transaction. */
  refParam: line(0, 60),
  /** A transaction that begins with this takes back the one whose id is the rest, such as `r-` of ayeT-Studios. */
  reversalPrefix: line(0, 10),
  /** Whether a smaller amount takes back only a part; otherwise a reversal always takes the whole credit. */
  partialReversals: z.boolean(),
  signatureParam: line(0, 60),
  signatureHeader: line(0, 60),
  algorithm: SignatureAlgorithm,
  /** `base64url` has no padding. */
  encoding: z.enum(['hex', 'base64', 'base64url']),
  signed: line(0, 300),
  replyOk: line(0, 20),
  replyDuplicate: line(0, 20),
  /** Said beside 403 to a call whose signature or source is wrong. */
  replyRefused: line(0, 20),
  /** Parameters that mark a call as a test. */
  testParams: z.array(line(1, 40)).check(z.maxLength(10)),
})
export type WallRules = z.infer<typeof WallRules>
