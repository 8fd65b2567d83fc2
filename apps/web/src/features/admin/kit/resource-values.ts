import type * as z from 'zod/mini'
import { explainIssues } from '#features/admin/shared/issue-text.ts'
import { localText, momentOf } from '#features/admin/shared/local-time.ts'
import { unitsFromText } from '#ui/form/amount-text.ts'

export interface KnownValue {
  name: string
  /** What it was when the form was opened. */
  known: unknown
  /** It is a moment: its field shows it by the owner's clock. */
  isMoment: boolean
}

/** A value as its field holds it. */
export const asDraft = ({ known, isMoment }: KnownValue): unknown => {
  if (isMoment) return localText(typeof known === 'string' ? known : null)
  return typeof known === 'number' ? String(known) : known
}

/** A field's value as it is sent. One that nobody touched stays exactly what it was: a field shows no seconds. */
export const asValue = (draft: unknown, kind: KnownValue): unknown => {
  if (draft === asDraft(kind)) return kind.known
  if (typeof draft !== 'string') return draft
  if (kind.isMoment) return momentOf(draft)
  // What is no number becomes NaN, which every schema refuses.
  return typeof kind.known === 'number' ? (unitsFromText(draft) ?? Number.NaN) : draft.trim()
}

interface FieldTexts {
  /** Its keys are the names of the fields. */
  names: object
  /** The sentences for some of them; the schema explains the others. */
  sentences: object
}

/** Why a body was refused, by field; a value within a part of the body may have a field of its own. */
export const fieldIssues = (issues: readonly z.core.$ZodIssue[], { names, sentences }: FieldTexts) => {
  const said = new Map<string, string>(Object.entries(sentences))
  return explainIssues((issueText) =>
    Object.fromEntries(
      issues.map((issue) => {
        const path = issue.path.map(String)
        const name = path.find((part) => part in names) ?? path[0] ?? ''
        return [name, said.get(name) ?? issueText(issue)]
      }),
    ),
  )
}
