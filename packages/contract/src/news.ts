import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from './route.ts'
import { Done, Id, line, listing, paging, prose, Timestamp } from './values.ts'

export const NewsItem = z.object({
  _id: Id,
  title: z.string(),
  /** Sanitised. */
  html: z.string(),
  pinned: z.boolean(),
  publishedAt: Timestamp,
  unread: z.boolean(),
})
export type NewsItem = z.infer<typeof NewsItem>

export const news = {
  list: route({
    method: 'GET',
    path: '/api/news',
    summary: 'Site news: pinned first, then newest.',
    access: 'user',
    transaction: 'read',
    cost: 15,
    query: z.object(paging),
    answer: z.object({ ...listing(NewsItem).shape, unread: z.int() }),
  }),
  read: route({
    method: 'POST',
    path: '/api/news/read',
    summary: 'Sets all news to read.',
    access: 'user',
    transaction: 'write',
    answer: z.object({ unread: z.int() }),
  }),
} as const

const newsFields = {
  title: line(1, 120),
  markdown: prose(1, 20_000),
  pinned: z.boolean(),
  /** In the future: shown from then on. */
  publishedAt: Timestamp,
}

/** Whether people can read it already. */
export const NewsState = z.enum(['shown', 'later'])
/** Whether a person wrote it, or the site by itself, such as the winners of a board. */
export const NewsAuthor = z.enum(['person', 'site'])

export const AdminNews = z.object({
  _id: Id,
  ...newsFields,
  // Those of automatic news are codes until they are read.
  title: z.string(),
  markdown: z.string(),
  html: z.string(),
  automatic: z.boolean(),
})
export type AdminNews = z.infer<typeof AdminNews>

const params = z.object({ id: Id })

const everyNews = route({
  method: 'GET',
  path: '/api/admin/news',
  summary: 'All news, also those not yet published.',
  access: 'admin',
  transaction: 'read',
  query: z.object({
    ...paging,
    /** Words of the title. */
    search: z.optional(line(0, 100)),
    state: z.optional(NewsState),
    by: z.optional(NewsAuthor),
  }),
  answer: listing(AdminNews),
})

export const adminNews = {
  news: everyNews,
  newsCsv: csvTwin(everyNews, 'News'),
  addNews: route({
    method: 'POST',
    path: '/api/admin/news',
    summary: 'Publishes news, now or later.',
    access: 'admin',
    transaction: 'write',
    cost: 130,
    limits: [{ by: 'user', points: 60, seconds: 600 }],
    idempotent: true,
    bodyLimit: 62 * 1_024,
    body: z.object(newsFields),
    answer: z.object({ news: AdminNews, msg: z.optional(z.string()) }),
  }),
  editNews: route({
    method: 'PATCH',
    path: '/api/admin/news/{id}',
    summary: 'Changes news.',
    access: 'admin',
    transaction: 'write',
    cost: 130,
    limits: [{ by: 'user', points: 60, seconds: 600 }],
    params,
    bodyLimit: 62 * 1_024,
    body: z.partial(z.object(newsFields)),
    answer: z.object({ news: AdminNews, msg: z.optional(z.string()) }),
  }),
  removeNews: route({
    method: 'DELETE',
    path: '/api/admin/news/{id}',
    summary: 'Deletes a news post.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
  removeManyNews: route({
    method: 'POST',
    path: '/api/admin/news/remove',
    summary: 'Deletes many news posts at once; deleted ones are skipped.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    answer: Done,
  }),
} as const
