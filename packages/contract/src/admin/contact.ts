import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Day, Done, Id, listing, paging, prose, Timestamp } from '#contract/values.ts'
import { csvTwin } from './export.ts'

export const ContactMessage = z.object({
  _id: Id,
  /** The account of the writer; null for a guest, or one that has been deleted. */
  user: z.nullable(z.object({ _id: Id, username: z.string(), locked: z.boolean() })),
  email: z.string(),
  subject: z.string(),
  message: z.string(),
  createdAt: Timestamp,
  state: z.enum(['open', 'answered', 'closed']),
  answers: z.array(z.object({ _id: Id, by: z.string(), message: z.string(), at: Timestamp })),
})
export type ContactMessage = z.infer<typeof ContactMessage>

const filter = {
  state: z.optional(z.enum(['open', 'answered', 'closed'])),
  /** The beginning of the e-mail address or of the username, or words of the subject. */
  search: z.optional(z.string().check(z.trim(), z.maxLength(254))),
  from: z.optional(Day),
  to: z.optional(Day),
}

const params = z.object({ id: Id })
const Shown = z.object({ message: ContactMessage, msg: z.optional(z.string()) })

const contactMessages = route({
  method: 'GET',
  path: '/api/admin/contact',
  summary: 'Contact messages, newest first, with all replies.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...filter }),
  answer: listing(ContactMessage),
})

export const adminContact = {
  contactMessages,
  contactCsv: csvTwin(contactMessages, 'Messages'),
  answerContact: route({
    method: 'POST',
    path: '/api/admin/contact/{id}/answer',
    summary: 'Replies to a message by email with the original quoted; can be repeated.',
    access: 'admin',
    transaction: 'write',
    idempotent: true,
    params,
    bodyLimit: 24 * 1_024,
    body: z.object({ message: prose(2, 8_000) }),
    answer: Shown,
  }),
  closeContact: route({
    method: 'POST',
    path: '/api/admin/contact/{id}/close',
    summary: 'Closes a message without reply.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Shown,
  }),
  reopenContact: route({
    method: 'POST',
    path: '/api/admin/contact/{id}/reopen',
    summary: 'Reopens a message.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Shown,
  }),
  closeContacts: route({
    method: 'POST',
    path: '/api/admin/contact/close',
    summary: 'Closes many messages without reply.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    answer: z.object({ done: z.int(), skipped: z.int(), ...Done.shape }),
  }),
} as const
