import { t } from '@lingui/core/macro'
import { TaskSlots, taskFields, TaskReward, type RequiredProof, type TaskCategory } from '@runnel/contract/task/schemas'
import { useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '#base/contract-form.ts'
import { numberField } from '#base/number-field.ts'
import type { CreateCall } from '#features/task/calls.ts'
import { unitsText } from '#ui/Amount.tsx'
import { unitsFromText } from '#ui/form/amount-text.ts'

export type TaskFields = Omit<CreateCall['body'], 'reward' | 'places'>

/** A task as somebody writes it: fields of a form hold text. */
export interface TaskText {
  values: Record<keyof typeof emptyTask, string>
  proofs: RequiredProof[]
  countries: string[]
}

const emptyTask = {
  title: '',
  categoryId: '',
  instructions: '',
  minLevel: '1',
  minutesToFinish: '60',
  hoursToReview: '72',
  reward: '',
  places: '10',
}

export const freshTask: TaskText = {
  values: emptyTask,
  proofs: [{ kind: 'text', label: '', required: true }],
  countries: [],
}

const { title, categoryId, instructions, minLevel, minutesToFinish, hoursToReview } = taskFields
const words = {
  title,
  categoryId,
  instructions,
  minLevel: numberField(minLevel),
  minutesToFinish: numberField(minutesToFinish),
  hoursToReview: numberField(hoursToReview),
}

interface TaskForm {
  start: TaskText
  categories: readonly TaskCategory[]
  /** What is already paid for does not change: an edit asks for neither reward nor places. */
  isEdit?: true
}

/** The task that is being made or changed, by the contract's rules and the lowest reward of its category. */
export const useTaskForm = ({ start, categories, isEdit }: TaskForm) => {
  const [proofs, setProofs] = useState(start.proofs)
  const [countries, setCountries] = useState(start.countries)
  const [isTried, setTried] = useState(false)
  const [least, setLeast] = useState(() => leastOf(categories, start.values.categoryId))
  const priced = { reward: numberField(TaskReward.check(z.minimum(least))), places: numberField(TaskSlots) }
  const schema = z.object({ ...words, ...(!isEdit && priced) })
  const form = useContractForm({ schema, initialValues: { ...start.values }, sentences: () => sentences(least) })
  const { values } = form
  const now = leastOf(categories, values.categoryId)
  if (now !== least) setLeast(now)
  const proofErrors = proofs.map(({ label }) => (label.trim() === '' ? proofText() : null))
  return {
    form,
    isEdit,
    categories,
    proofs,
    setProofs,
    countries,
    setCountries,
    least,
    text: { values, proofs, countries } satisfies TaskText,
    reward: unitsFromText(values.reward),
    places: unitsFromText(values.places),
    proofErrors: isTried ? proofErrors : proofErrors.map(() => null),
    /** Called when somebody wants to send it: from then on what is missing shows. */
    onTry: () => setTried(true),
    /** All of it but the price, as the server is sent it; null while something is wrong. */
    read: (): TaskFields | null => {
      const parsed = z.safeParse(z.object(words), values)
      const asked = z.safeParse(taskFields.proofs, proofs)
      return parsed.success && asked.success ? { ...parsed.data, proofs: asked.data, countries } : null
    },
    restart: ({ values: fresh, proofs: asked, countries: where }: TaskText) => {
      for (const [name, text] of Object.entries(fresh)) form.setFieldValue(name, text)
      setProofs(asked)
      setCountries(where)
      setTried(false)
    },
  }
}

export type TaskFormState = ReturnType<typeof useTaskForm>

const leastOf = (categories: readonly TaskCategory[], id: string): number =>
  Math.max(1, categories.find(({ _id }) => _id === id)?.minReward ?? 1)

const proofText = (): string =>
  t({ id: 'task.form.proof.wrong', message: 'Describe the required proof in at most 200 characters.' })

const sentences = (least: number): Record<keyof typeof emptyTask, string> => {
  const amount = unitsText(least)
  return {
    title: t({ id: 'task.form.title.wrong', message: 'Enter a title of 5 to 100 characters.' }),
    categoryId: t({ id: 'task.form.category.wrong', message: 'Select a category.' }),
    instructions: t({
      id: 'task.form.instructions.wrong',
      message: 'Enter instructions of 20 to 10,000 characters.',
    }),
    minLevel: t({ id: 'task.level.wrong', message: 'Enter a level from 1 to 1,000.' }),
    minutesToFinish: t({ id: 'task.form.time.wrong', message: 'Select a time limit.' }),
    hoursToReview: t({ id: 'task.form.review.wrong', message: 'Select a review period.' }),
    reward: t({ id: 'task.form.reward.wrong', message: `The minimum reward in this category is ${amount}.` }),
    places: t({ id: 'task.form.places.wrong', message: 'Enter 1 to 100,000 slots.' }),
  }
}
