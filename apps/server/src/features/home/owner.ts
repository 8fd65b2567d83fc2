import type { Contract } from '@runnel/contract'
import { TEXT_LIMITS, type TextKind } from '@runnel/contract/admin/text'
import { ContentName } from '@runnel/contract/home'
import { Id } from '@runnel/contract/values'
import * as z from 'zod/mini'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { newsHtml, refuseUnreadablePage } from './content.ts'
import { type TextSubject, textsOf } from './owner-texts.ts'

type Routes = Contract['admin']
type Save = Context<Routes['saveText']>

/** The owner's texts in other languages than their main one. */
export const ownerTexts: Pick<Handlers<Routes>, 'texts' | 'saveText'> = {
  texts: async ({ params }, { db }) => {
    await refuseUnknown(db, params)
    return { texts: await textsOf(db, params) }
  },

  saveText: async ({ params, body }, context) => {
    const { tx } = context
    const { locale, ...subject } = params
    await holdSubject(tx, subject)
    for (const part of ['title', 'text'] as const) {
      const maximum = TEXT_LIMITS[params.kind][part]
      if (body[part].length > maximum) refuseField(part, 'INVALID_FIELDS', say('validation.textLong', { maximum }))
    }
    const before = (await textsOf(tx, subject)).find((text) => text.locale === locale)
    await write(context, { ...params, ...body })
    await audit(tx, {
      ...byCaller(context),
      action: 'setting.translate',
      target: `${params.kind}/${params.subject}/${locale}`,
      before: before && { title: before.title, text: before.text },
      after: body,
    })
    return { texts: await textsOf(tx, subject), msg: say('saved') }
  },
}

interface WrittenText extends TextSubject {
  readonly locale: Save['locale']
  readonly title: string
  readonly text: string
}

const write = async ({ tx, settings, now }: Save, { kind, subject, locale, title, text }: WrittenText) => {
  if (title === '' && text === '') {
    const chosen = tx.deleteFrom('owner_texts').where('kind', '=', kind).where('subject', '=', subject)
    await chosen.where('locale', '=', locale).execute()
    return
  }
  if (kind === 'page') refuseUnreadablePage('text', text, { settings, locale })
  const words = { title, text, html: kind === 'news' ? newsHtml(text) : '', updated_at: now }
  await tx
    .insertInto('owner_texts')
    .values({ kind, subject, locale, ...words })
    .onConflict((row) => row.columns(['kind', 'subject', 'locale']).doUpdateSet(words))
    .execute()
}

const tables = { news: 'news', category: 'task_categories' } as const satisfies Partial<Record<TextKind, string>>

/** Keeps what the text belongs to until the end, so that no text outlives it. */
const holdSubject = async (tx: Tx, wanted: TextSubject): Promise<void> => {
  await refuseUnknown(tx, wanted)
  if (wanted.kind === 'page') return
  await tx.selectFrom(tables[wanted.kind]).select('id').where('id', '=', wanted.subject).forUpdate().execute()
}

const refuseUnknown = async (db: Read, { kind, subject }: TextSubject): Promise<void> => {
  const isThere =
    kind === 'page'
      ? z.safeParse(ContentName, subject).success
      : z.safeParse(Id, subject).success &&
        (await db.selectFrom(tables[kind]).select('id').where('id', '=', subject).executeTakeFirst()) !== undefined
  if (!isThere) refuse('notFound', 'NOT_FOUND', say('request.notFound'))
}
