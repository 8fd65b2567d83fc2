import type { OwnerText, TextKind } from '@runnel/contract/admin/text'
import type { Locale } from '@runnel/contract/locale'
import type { Read } from '#kernel/db.ts'

/** Which text of the owner's is meant. */
export interface TextSubject {
  readonly kind: TextKind
  /** The name of a page, or the id of a post or a category. */
  readonly subject: string
}

/** A text in all other languages that it was written in. */
export const textsOf = async (db: Read, { kind, subject }: TextSubject): Promise<OwnerText[]> => {
  const rows = await db
    .selectFrom('owner_texts')
    .select(['locale', 'title', 'text', 'updated_at'])
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('locale')
    .execute()
  return rows.map(({ updated_at: updatedAt, ...text }) => ({ ...text, updatedAt: updatedAt.toISOString() }))
}

export interface Translation {
  readonly title: string
  readonly text: string
  readonly html: string
  readonly updatedAt: Date
}

interface Wanted {
  readonly kind: TextKind
  readonly subjects: readonly string[]
  readonly locale: Locale
}

/** What was written in a reader's language, by subject. */
export const translationsOf = async (
  db: Read,
  { kind, subjects, locale }: Wanted,
): Promise<ReadonlyMap<string, Translation>> => {
  if (subjects.length === 0) return new Map()
  const rows = await db
    .selectFrom('owner_texts')
    .select(['subject', 'title', 'text', 'html', 'updated_at as updatedAt'])
    .where('kind', '=', kind)
    .where('subject', 'in', [...subjects])
    .where('locale', '=', locale)
    .execute()
  return new Map(rows.map((row) => [row.subject, row]))
}
