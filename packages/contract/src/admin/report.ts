import * as z from 'zod/mini'
import { ReportState } from '#contract/earn/offer.ts'
import { route } from '#contract/route.ts'
import { Done, Id, listing, paging, PositiveUnits, prose, Timestamp, Units } from '#contract/values.ts'

const params = z.object({ id: Id })

const reports = route({
  method: 'GET',
  path: '/api/admin/offerwall/report',
  summary: 'Reports of missing rewards, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, wallId: z.optional(Id), state: z.optional(ReportState) }),
  answer: listing(
    z.object({
      _id: Id,
      wall: z.string(),
      user: z.object({ _id: Id, username: z.string() }),
      clickId: Id,
      clickedAt: Timestamp,
      offer: z.nullable(z.string()),
      promised: z.nullable(Units),
      words: z.string(),
      evidence: z.string(),
      state: ReportState,
      answer: z.nullable(z.string()),
      /** By hand; null where nothing was. */
      credited: z.nullable(Units),
      createdAt: Timestamp,
      /** Postbacks of the wall for this user since the click: how many, and how much of it for this very click. */
      since: z.object({ count: z.int(), ofClick: Units }),
      /** Most that can be credited by hand; 0 with the reason why nothing can. */
      creditable: Units,
      whyNot: z.nullable(z.string()),
      /** Ready to be sent to the vendor. */
      mail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    }),
  ),
})

/** Members who miss a reward of an offerwall. */
export const adminReport = {
  reports,
  creditReport: route({
    method: 'POST',
    path: '/api/admin/offerwall/report/{id}/credit',
    summary: 'Credits a missing reward by hand; its postback pays nothing of it a second time.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ amount: PositiveUnits, answer: prose(0, 500) }),
    answer: Done,
  }),
  answerReport: route({
    method: 'POST',
    path: '/api/admin/offerwall/report/{id}/answer',
    summary: 'Declines a report, or notes that it was passed to the vendor.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.object({ state: z.enum(['passed', 'declined']), answer: prose(0, 500) }),
    answer: Done,
  }),
} as const
