import * as z from 'zod/mini'
import { AdKind } from '#contract/advertise.ts'
import { CaptchaAnswer } from '#contract/check/captcha.ts'
import { route } from '#contract/route.ts'
import { Id, Seconds, Timestamp, Units } from '#contract/values.ts'

/** An ad as it stands in a viewer's list. */
export const PtcAd = z.object({
  _id: Id,
  kind: AdKind,
  title: z.string(),
  description: z.string(),
  /** Units that a verified view pays. */
  reward: Units,
  /** Seconds that it lasts. */
  timer: Seconds,
  /** Views that can still be paid. */
  remaining: z.int(),
})
export type PtcAd = z.infer<typeof PtcAd>

/** A paid view; the ad can be viewed again from `availableOn` on (SPEC.md §9: a day, where it is absent). */
export const PtcHistory = z.object({ adId: Id, claimTime: Timestamp, availableOn: z.optional(Timestamp) })
export type PtcHistory = z.infer<typeof PtcHistory>

export const ReportReason = z.enum(['broken', 'malware', 'adult', 'fraud', 'frame-break', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

const adParams = z.object({ id: Id })

export const ptc = {
  list: route({
    method: 'GET',
    path: '/api/ptc',
    summary: 'The ads that this user can be paid for, best pay per second first, and those already viewed.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      /** At most 200; those in `history` are among them, so that a page can show when they come back. */
      ads: z.array(PtcAd),
      history: z.array(PtcHistory),
      /** Ads that can be viewed now: the badge. */
      ptcCount: z.int(),
      today: z.object({ count: z.int(), earned: Units }),
    }),
  }),
  refresh: route({
    method: 'GET',
    path: '/api/ptc/refresh',
    summary: 'Changes in the list: remaining views and this user’s views.',
    access: 'user',
    transaction: 'read',
    answer: z.object({
      ads: z.array(z.object({ _id: Id, remaining: z.int() })),
      history: z.array(PtcHistory),
      ptcCount: z.int(),
    }),
  }),
  open: route({
    method: 'GET',
    path: '/api/ptc/{id}',
    summary: 'Opens an ad: a ticket for this user and ad, from which the server counts. Ends any other open ticket.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: adParams,
    answer: z.object({
      ad: PtcAd,
      url: z.string(),
      /** The 11 characters that name a video of YouTube; null for other kinds. */
      videoId: z.nullable(z.string()),
      ticket: Id,
      /** Seconds between two heartbeats. */
      beat: z.int(),
      /** Seconds until the ticket is void. */
      expiresIn: Seconds,
      balance: Units,
    }),
  }),
  beat: route({
    method: 'POST',
    path: '/api/ptc/{id}/beat',
    summary: 'Reports whether the ad is being watched right now; the time between two such beats counts.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 120, seconds: 60 }],
    params: adParams,
    body: z.object({
      ticket: Id,
      /** Whether the ad is in sight and in use from now on: visible, focused, and a video is playing. */
      watching: z.boolean(),
    }),
    answer: z.object({
      /** Seconds of the timer that the server has counted. */
      counted: z.number(),
    }),
  }),
  verify: route({
    method: 'POST',
    path: '/api/ptc/{id}/verify',
    summary: 'Ends a view: pays the viewer once, out of the escrow of the campaign.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    checks: ['captcha'],
    idempotent: true,
    limits: [{ by: 'user', points: 60, seconds: 60 }],
    params: adParams,
    body: z.object({ ticket: Id, captcha: CaptchaAnswer }),
    answer: z.object({
      reward: Units,
      balance: Units,
      history: PtcHistory,
      ptcCount: z.int(),
      /** The best ad to view next, so that nobody has to go back to the list; null when there is none. */
      next: z.nullable(PtcAd),
      msg: z.optional(z.string()),
    }),
  }),
  report: route({
    method: 'POST',
    path: '/api/ptc/{id}/report',
    summary: 'Reports an ad; enough reports of trusted users send it back to review.',
    access: 'user',
    transaction: 'write',
    limits: [{ by: 'user', points: 20, seconds: 86_400 }],
    params: adParams,
    body: z.object({ reason: ReportReason }),
    answer: z.object({ msg: z.optional(z.string()) }),
  }),
} as const
