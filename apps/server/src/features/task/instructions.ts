import sanitize from 'sanitize-html'
import type { Db } from '#kernel/db.ts'
import { type Allowed, htmlOrRefuse, htmlOrText } from '#kernel/markdown/markdown.ts'

/** Tags that a stranger's text may have. No pictures: their addresses would tell strangers who reads it. */
const allowedTags = sanitize.defaults.allowedTags.filter((tag) => tag !== 'iframe' && tag !== 'img')

const allowed: Allowed = {
  allowedTags,
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  transformTags: {
    a: sanitize.simpleTransform('a', { rel: 'nofollow noopener noreferrer', target: '_blank' }),
    h1: 'h3',
    h2: 'h3',
  },
}

/**
 * The Markdown of a task as sanitized HTML, made once when it is stored. Its links lead away from here, and tell nobody
 * where from.
 */
export const instructionsHtml = (markdown: string): string => htmlOrRefuse('instructions', markdown, allowed)

interface Stored {
  readonly instructions: string
  readonly html: string | null
}

/** As it was made when it was stored; tasks of earlier versions have none until the next run of the job. */
export const storedHtml = ({ instructions, html }: Stored): string => html ?? htmlOrText(instructions, allowed)

/** Tasks that one run formats, at most. */
const AT_MOST = 200

/** Formats tasks that were stored by an earlier version. */
export const formatStored = async (db: Db): Promise<void> => {
  const rows = await db.read
    .selectFrom('tasks')
    .select(['id', 'instructions', 'html'])
    .where('html', 'is', null)
    .limit(AT_MOST)
    .execute()
  for (const { id, ...stored } of rows) {
    await db.write((tx) =>
      tx
        .updateTable('tasks')
        .set({ html: storedHtml(stored) })
        .where('id', '=', id)
        .where('instructions', '=', stored.instructions)
        .where('html', 'is', null)
        .execute(),
    )
  }
}
