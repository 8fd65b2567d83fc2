import { t } from '@lingui/core/macro'
import type { OwnTask, RequiredProof, UpdateRequest } from '@runnel/contract/task/schemas'
import { proofKindName, spanText } from '#features/task/labels.ts'
import type { TaskFields } from './task-form.ts'

type Fields = UpdateRequest['after']
type Name = keyof TaskFields

export interface FieldChange {
  name: Name
  label: string
  before: string
  after: string
}

const names = [
  'title',
  'categoryId',
  'instructions',
  'proofs',
  'minutesToFinish',
  'hoursToReview',
  'minLevel',
  'countries',
] as const satisfies readonly Name[]

interface Change {
  before: Fields
  after: Fields
  /** Names of the categories by their ids. */
  categories: ReadonlyMap<string, string>
}

/** The fields that differ, in words. */
export const changesOf = ({ before, after, categories }: Change): FieldChange[] => {
  const words = (fields: Fields, name: Name) => fieldLabel({ fields, name, categories })
  return names
    .filter((name) => after[name] !== undefined)
    .map((name) => ({ name, label: fieldName(name), before: words(before, name), after: words(after, name) }))
    .filter((change) => change.before !== change.after)
}

/** What an edit of a task would change: only these fields are sent. */
export const editOf = (task: OwnTask, fields: TaskFields): Fields => {
  const known = fieldsOf(task)
  const changed = names.filter((name) => JSON.stringify(known[name]) !== JSON.stringify(fields[name]))
  return Object.fromEntries(changed.map((name) => [name, fields[name]]))
}

export const fieldsOf = (task: OwnTask): TaskFields => {
  const { title, category, instructions, proofs, minLevel, countries, minutesToFinish, hoursToReview } = task
  return { title, categoryId: category._id, instructions, proofs, minLevel, countries, minutesToFinish, hoursToReview }
}

const fieldName = (name: Name): string => {
  switch (name) {
    case 'title':
      return t({ id: 'task.form.title', message: 'Title' })
    case 'categoryId':
      return t({ id: 'task.category', message: 'Category' })
    case 'instructions':
      return t({ id: 'task.form.instructions', message: 'Instructions' })
    case 'proofs':
      return t({ id: 'task.form.proofs', message: 'Required proof' })
    case 'minutesToFinish':
      return t({ id: 'task.form.time', message: 'Time limit' })
    case 'hoursToReview':
      return t({ id: 'task.form.review', message: 'Review period' })
    case 'minLevel':
      return t({ id: 'task.form.level', message: 'Minimum worker level' })
    case 'countries':
      return t({ id: 'task.countries', message: 'Countries' })
  }
}

interface Wanted {
  fields: Fields
  name: Name
  categories: Change['categories']
}

const fieldLabel = ({ fields, name, categories }: Wanted): string => {
  switch (name) {
    case 'categoryId':
      return categories.get(fields.categoryId ?? '') ?? fields.categoryId ?? ''
    case 'proofs':
      return (fields.proofs ?? []).map(proofText).join('\n')
    case 'minutesToFinish':
      return spanText((fields.minutesToFinish ?? 0) * 60)
    case 'hoursToReview':
      return spanText((fields.hoursToReview ?? 0) * 3_600)
    case 'countries':
      return fields.countries?.length
        ? fields.countries.join(', ')
        : t({ id: 'task.where.all', message: 'All countries' })
    default:
      return String(fields[name] ?? '')
  }
}

const proofText = ({ kind, label, required }: RequiredProof): string => {
  const name = proofKindName(kind)
  const optional = t({ id: 'ui.optional', message: '(optional)' })
  return `${name}: ${label}${required ? '' : ` ${optional}`}`
}
