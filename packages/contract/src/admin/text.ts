import * as z from 'zod/mini'
import { LocaleTag } from '#contract/account/user-kinds.ts'
import { route } from '#contract/route.ts'
import { CATEGORY_NAME_MAX } from '#contract/task/schemas.ts'
import { Done, line, prose, Timestamp } from '#contract/values.ts'

/** What the owner writes and others read: a page of texts, a news post, a task category. */
export const TextKind = z.enum(['page', 'news', 'category'])
export type TextKind = z.infer<typeof TextKind>

/** How many characters each part may have; 0: there is no such part. */
export const TEXT_LIMITS = {
  page: { title: 0, text: 60_000 },
  news: { title: 120, text: 20_000 },
  category: { title: CATEGORY_NAME_MAX, text: 0 },
} as const satisfies Record<TextKind, { title: number; text: number }>

const words = { title: line(0, 120), text: prose(0, 60_000) }

export const OwnerText = z.object({ locale: LocaleTag, ...words, updatedAt: Timestamp })
export type OwnerText = z.infer<typeof OwnerText>

const subject = { kind: TextKind, subject: line(1, 40) }
const texts = z.array(OwnerText)

export const adminText = {
  texts: route({
    method: 'GET',
    path: '/api/admin/text/{kind}/{subject}',
    summary: 'A text of the site in other languages.',
    access: 'admin',
    transaction: 'read',
    params: z.object(subject),
    answer: z.object({ texts }),
  }),
  saveText: route({
    method: 'POST',
    path: '/api/admin/text/{kind}/{subject}/{locale}',
    summary: 'Saves a text of the site in another language; an empty text is removed.',
    access: 'admin',
    transaction: 'write',
    cost: 250,
    limits: [{ by: 'user', points: 60, seconds: 300 }],
    params: z.object({ ...subject, locale: LocaleTag }),
    bodyLimit: 182 * 1_024,
    body: z.object(words),
    answer: z.extend(Done, { texts }),
  }),
} as const
