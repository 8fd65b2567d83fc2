import type { Contract } from '@runnel/contract'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers } from '#kernel/context.ts'
import { say } from '#kernel/words/say.ts'
import { addNews, allNews, editNews, newsFile, deleteManyNews, deleteNews } from './news.ts'

type News = Pick<
  Handlers<Contract['admin']>,
  'news' | 'newsCsv' | 'addNews' | 'editNews' | 'removeNews' | 'removeManyNews'
>

/** What the owner tells everybody. */
export const adminNews: News = {
  news: ({ query }, { db, now }) => allNews(db, query, now),

  newsCsv: ({ query }, { db, now }) => newsFile(db, query, now),

  addNews: async ({ body }, context) => {
    const { tx, caller, now } = context
    const news = await addNews(tx, { fields: body, authorId: caller.id, now })
    await audit(tx, { ...byCaller(context), action: 'news.add', target: news._id, before: undefined, after: body })
    const isLater = new Date(news.publishedAt) > now
    return { news, msg: isLater ? say('owner.news.savedWillPublishedDate') : say('owner.news.published') }
  },

  editNews: async ({ params, body }, context) => {
    const { before, after } = await editNews(context.tx, { id: params.id, changes: body })
    await audit(context.tx, { ...byCaller(context), action: 'news.edit', target: params.id, before, after })
    return { news: after, msg: say('saved') }
  },

  removeNews: async ({ params }, context) => {
    const before = await deleteNews(context.tx, params.id)
    await audit(context.tx, {
      ...byCaller(context),
      action: 'news.remove',
      target: params.id,
      before,
      after: undefined,
    })
    return { msg: say('removed') }
  },

  removeManyNews: async ({ body }, context) => {
    const removed = await deleteManyNews(context.tx, body.ids)
    const by = byCaller(context)
    await auditAll(
      context.tx,
      removed.map((before) => ({ ...by, action: 'news.remove', target: before._id, before, after: undefined })),
    )
    return { msg: say('owner.news.deleted', { count: removed.length }) }
  },
}
