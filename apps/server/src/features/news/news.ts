import type { Contract } from '@runnel/contract'
import type { Locale } from '@runnel/contract/locale'
import type { NewsItem } from '@runnel/contract/news'
import { sql } from 'kysely'
import { newsHtml, newsHtmlOf, translationsOf } from '#features/home/home.ts'
import type { Handlers } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { isCode } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'

export { addNews, allNews, editNews, newsFile, deleteManyNews, deleteNews } from './edit.ts'

/** What the owner has to tell, and who has read it. */
export const news: Handlers<Contract['news']> = {
  list: async ({ query }, { db, caller, locale, now }) => {
    const [items, counted, { unread }] = await Promise.all([
      newsPage(db, { ...query, userId: caller.id, locale, now }),
      db
        .selectFrom('news')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('published_at', '<=', now)
        .executeTakeFirstOrThrow(),
      unreadNews(db, { userId: caller.id, locale, now }),
    ])
    return { items, totalItems: counted.count, unread }
  },
  read: async (_input, { tx, caller, now, notifyLive }) => {
    await tx.updateTable('users').set({ news_read_at: now }).where('id', '=', caller.id).execute()
    notifyLive(caller.id)
    return { unread: 0 }
  },
}

interface Asked {
  readonly userId: string
  readonly locale: Locale
  readonly now: Date
}

/**
 * What a user has not read: shown since the user looked last, or joined. News that is published for an earlier date
 * is new from when it was written. An SQL condition on `news n` and `users u`.
 */
const isUnread = sql<boolean>`greatest(n.published_at, n.created_at) > coalesce(u.news_read_at, u.joined_at)`

const newsPage = async (
  db: Read,
  { userId, locale, now, page, limit }: Asked & { page: number; limit: number },
): Promise<NewsItem[]> => {
  const rows = await db
    .selectFrom('news as n')
    .innerJoin('users as u', (join) => join.on('u.id', '=', userId))
    .select(['n.id', 'n.title', 'n.markdown', 'n.html', 'n.pinned', 'n.published_at', isUnread.as('unread')])
    .where('n.published_at', '<=', now)
    .orderBy('n.pinned', 'desc')
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  const translations = await translationsOf(db, { kind: 'news', subjects: rows.map(({ id }) => id), locale })
  return rows.map(({ id, title, markdown, html, pinned, published_at, unread }) => {
    const theirs = translations.get(id)
    return {
      _id: id,
      title: theirs?.title || title,
      html: theirs?.html || newsHtmlOf({ markdown, html }, locale),
      pinned,
      publishedAt: published_at.toISOString(),
      unread,
    }
  })
}

/** How many news a user has not read, and the title of the newest of these. */
export const unreadNews = async (
  db: Read,
  { userId, locale, now }: Asked,
): Promise<{ unread: number; title: string | null }> => {
  const { rows } = await sql<{ unread: number; title: string | null }>`
    SELECT count(*) AS unread,
      (array_agg(coalesce(nullif(o.title, ''), n.title) ORDER BY n.published_at DESC, n.id DESC))[1] AS title
    FROM news n JOIN users u ON u.id = ${userId}
    LEFT JOIN owner_texts o ON o.kind = 'news' AND o.subject = n.id::text AND o.locale = ${locale}
    WHERE n.published_at <= ${now} AND ${isUnread}`.execute(asExecutor(db))
  return rows[0] ?? { unread: 0, title: null }
}

interface Posted {
  readonly title: string
  readonly markdown: string
  /** What makes it happen once. */
  readonly source: string
  readonly now: Date
}

/** Publishes news that the system writes; the same source again changes nothing. */
export const postNews = async (tx: Tx, { title, markdown, source, now }: Posted): Promise<void> => {
  await tx
    .insertInto('news')
    .values({
      id: newId(),
      title,
      markdown,
      // What is a code has no words before somebody reads it.
      html: isCode(markdown) ? null : newsHtml(markdown),
      pinned: false,
      published_at: now,
      source,
      created_by: null,
      created_at: now,
    })
    .onConflict((row) => row.column('source').doNothing())
    .execute()
}
