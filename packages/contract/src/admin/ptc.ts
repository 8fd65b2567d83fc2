import * as z from 'zod/mini'
import { Campaign, CampaignStatus, URL_MAX } from '#contract/advertise.ts'
import { route } from '#contract/route.ts'
import { Id, line, paging, Timestamp, Units } from '#contract/values.ts'
import { csvTwin } from './export.ts'

export const AdminCampaign = z.extend(Campaign, {
  owner: z.object({ _id: Id, username: z.string(), joinedAt: Timestamp, score: z.number() }),
  /** What the server found at the address when it last looked, in words. */
  look: z.nullable(z.object({ at: Timestamp, sentence: z.string(), ok: z.boolean() })),
  reportReasons: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type AdminCampaign = z.infer<typeof AdminCampaign>

const ptc = route({
  method: 'GET',
  path: '/api/admin/ptc',
  summary: 'All campaigns, those in review first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({
    ...paging,
    status: z.optional(CampaignStatus),
    /** Words in the title or the description. */
    content: z.optional(z.string().check(z.maxLength(100))),
    username: z.optional(z.string().check(z.maxLength(40))),
    id: z.optional(Id),
    url: z.optional(z.string().check(z.maxLength(URL_MAX))),
  }),
  answer: z.object({ ads: z.array(AdminCampaign), count: z.int() }),
})

export const adminPtc = {
  ptc,
  ptcCsv: csvTwin(ptc, 'Campaigns'),
  editPtc: route({
    method: 'PATCH',
    path: '/api/admin/ptc/{id}',
    summary: 'Approves, pauses or rejects a campaign; a rejection needs a reason and is fully refunded.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    body: z
      .object({
        status: z.enum(['active', 'paused', 'rejected']),
        reason: z.optional(line(3, 300)),
        /** `updatedAt` as the admin has read it: what its owner has changed since is not approved unseen. */
        readAt: z.optional(Timestamp),
      })
      .check(
        z.refine((body) => body.status !== 'rejected' || body.reason !== undefined, {
          path: ['reason'],
          error: 'validation.reasonForAdvertiser',
        }),
      ),
    answer: z.object({ campaign: AdminCampaign, msg: z.optional(z.string()) }),
  }),
  decidePtc: route({
    method: 'POST',
    path: '/api/admin/ptc/decide',
    summary: 'Approves or rejects campaigns, as they were read; those that can’t be decided this way are skipped.',
    access: 'admin',
    transaction: 'write',
    bodyLimit: 16 * 1_024,
    body: z
      .object({
        /** `readAt` is `updatedAt` as the admin has read it. */
        campaigns: z.array(z.object({ id: Id, readAt: Timestamp })).check(z.minLength(1), z.maxLength(100)),
        status: z.enum(['active', 'rejected']),
        reason: z.optional(line(3, 300)),
      })
      .check(
        z.refine((body) => body.status !== 'rejected' || body.reason !== undefined, {
          path: ['reason'],
          error: 'validation.reasonForOwners',
        }),
      ),
    answer: z.object({ done: z.int(), skipped: z.int(), msg: z.optional(z.string()) }),
  }),
  deletePtc: route({
    method: 'DELETE',
    path: '/api/admin/ptc/{id}',
    summary: 'Deletes a campaign; the unused budget is refunded to the advertiser.',
    access: 'admin',
    transaction: 'write',
    params: z.object({ id: Id }),
    answer: z.object({ refunded: Units, msg: z.optional(z.string()) }),
  }),
} as const
