import * as z from 'zod/mini'

import { csvTwin } from './admin-export.ts'
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
    summary: 'What the owner has to tell: pinned first, then newest.',
    access: 'user',
    transaction: 'read',
    query: z.object(paging),
    answer: z.object({ ...listing(NewsItem).shape, unread: z.int() }),
  }),
  read: route({
    method: 'POST',
    path: '/api/news/read',
    summary: 'Marks all news as read.',
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

export const AdminNews = z.object({ _id: Id, ...newsFields, html: z.string(), automatic: z.boolean() })
export type AdminNews = z.infer<typeof AdminNews>

const params = z.object({ id: Id })

const everyNews = route({
  method: 'GET',
  path: '/api/admin/news',
  summary: 'All news, also those not yet published.',
  access: 'admin',
  transaction: 'read',
  query: z.object(paging),
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
    idempotent: true,
    body: z.object(newsFields),
    answer: z.object({ news: AdminNews, msg: z.optional(z.string()) }),
  }),
  editNews: route({
    method: 'PATCH',
    path: '/api/admin/news/{id}',
    summary: 'Changes news.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.partial(z.object(newsFields)),
    answer: z.object({ news: AdminNews, msg: z.optional(z.string()) }),
  }),
  removeNews: route({
    method: 'DELETE',
    path: '/api/admin/news/{id}',
    summary: 'Removes news.',
    access: 'admin',
    transaction: 'write',
    params,
    answer: Done,
  }),
} as const
