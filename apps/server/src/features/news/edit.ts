import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminNews } from '@runnel/contract/news'
import type { Input } from '@runnel/contract/route'
import { newsHtml, newsHtmlOf } from '#features/home/home.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { containing, countUpTo, offsetOf, timeFrom, wholeTime } from '#kernel/reads/listing.ts'
import { refuse } from '#kernel/refusal.ts'
import { isCode, say } from '#kernel/words/say.ts'

const columns = ['id', 'title', 'markdown', 'html', 'pinned', 'published_at', 'source'] as const

type Page = Input<Contract['admin']['news']>['query']
type Filter = Input<Contract['admin']['newsCsv']>['query']

/** A page of all news, the newest first, also those to come. */
export const allNews = async (db: Read, { page, limit, ...filter }: Page, now: Date) => {
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    newestFirst(db, filter, now).limit(limit).offset(offset).execute(),
    countUpTo(db, matching(db, filter, now)),
  ])
  return { items: rows.map(viewOf), totalItems }
}

/** The same as a file. */
export const newsFile = (db: Read, filter: Filter, now: Date): Promise<CsvFile> =>
  csvOf<AdminNews & { readonly key: string }>({
    name: 'news',
    now,
    columns: {
      published: (row) => row.publishedAt,
      title: (row) => row.title,
      text: (row) => row.markdown,
      pinned: (row) => row.pinned,
      automatic: (row) => row.automatic,
      id: (row) => row._id,
    },
    next: async (last, limit) => {
      const at = timeFrom(last?.key ?? now.toISOString())
      const rows = newestFirst(db, filter, now).$if(last !== undefined, (query) =>
        query
          .where('published_at', '<=', at)
          .where(({ eb, or }) => or([eb('published_at', '<', at), eb('id', '<', last?._id ?? '')])),
      )
      const found = await rows.select(wholeTime('published_at').as('key')).limit(limit).execute()
      return found.map((row) => ({ ...viewOf(row), key: row.key }))
    },
  })

const newestFirst = (db: Read, filter: Filter, now: Date) =>
  matching(db, filter, now).select(columns).orderBy('published_at', 'desc').orderBy('id', 'desc')

const matching = (db: Read, { search, state, by }: Filter, now: Date) =>
  db
    .selectFrom('news')
    .$if(search !== undefined, (query) => query.where('title', 'ilike', containing(search ?? '')))
    .$if(state !== undefined, (query) => query.where('published_at', state === 'later' ? '>' : '<=', now))
    .$if(by !== undefined, (query) => query.where('source', by === 'site' ? 'is not' : 'is', null))

interface NewsRow {
  readonly id: string
  readonly title: string
  readonly markdown: string
  readonly html: string | null
  readonly pinned: boolean
  readonly published_at: Date
  readonly source: string | null
}

const viewOf = ({ id, title, markdown, html, pinned, published_at, source }: NewsRow): AdminNews => ({
  _id: id,
  title,
  markdown,
  pinned,
  publishedAt: published_at.toISOString(),
  html: newsHtmlOf({ markdown, html }, 'en'),
  automatic: source !== null,
})

/** What a person writes. */
export interface NewsFields {
  readonly title: string
  readonly markdown: string
  readonly pinned: boolean
  readonly publishedAt: string
}

/** Publishes news, from its date on. */
export const addNews = async (
  tx: Tx,
  { fields, authorId, now }: { fields: NewsFields; authorId: string; now: Date },
): Promise<AdminNews> => {
  const { publishedAt, ...words } = fields
  const row = await tx
    .insertInto('news')
    .values({
      id: newId(),
      ...words,
      html: newsHtml(words.markdown),
      published_at: new Date(publishedAt),
      source: null,
      created_by: authorId,
      created_at: now,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return viewOf(row)
}

/** Changes news; who has read them is not told again. Gives them as they were and as they are. */
export const editNews = async (
  tx: Tx,
  { id, changes }: { id: string; changes: Partial<NewsFields> },
): Promise<{ before: AdminNews; after: AdminNews }> => {
  const before = viewOf(await held(tx, id))
  const { publishedAt, title, markdown, pinned } = { ...before, ...changes }
  const row = await tx
    .updateTable('news')
    .set({
      title,
      markdown,
      html: isCode(markdown) ? null : newsHtml(markdown),
      pinned,
      published_at: new Date(publishedAt),
    })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return { before, after: viewOf(row) }
}

/** Removes news, and returns what they were. */
export const deleteNews = async (tx: Tx, id: string): Promise<AdminNews> => {
  const before = viewOf(await held(tx, id))
  await tx.deleteFrom('news').where('id', '=', id).execute()
  return before
}

/** Removes those that are still there, and returns what they were. */
export const deleteManyNews = async (tx: Tx, ids: readonly string[]): Promise<AdminNews[]> => {
  const rows = await tx
    .deleteFrom('news')
    .where('id', 'in', (there) =>
      there
        .selectFrom('news')
        .select('id')
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate(),
    )
    .returning(columns)
    .execute()
  return rows.map(viewOf)
}

const held = async (tx: Tx, id: string): Promise<NewsRow> => {
  const row = await tx.selectFrom('news').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? refuse('notFound', 'NO_SUCH_NEWS', say('owner.news.postNoLongerExists'))
}
