import { plural, t } from '@lingui/core/macro'
import { TASK_TITLE_MAX } from '@runnel/contract/task/schemas'
import { countryOptions } from '#features/advertise/advertise.ts'
import { spanText } from '#features/task/labels.ts'
import { unitsText } from '#ui/Amount.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Instructions } from './Instructions.tsx'
import { ProofBuilder } from './ProofBuilder.tsx'
import type { TaskFormState } from './task-form.ts'

/** Everything that is said about a task, from its title to who may do it. */
export const TaskFormFields = ({ task }: { task: TaskFormState }) => {
  const { form, categories } = task
  return (
    <div className="form">
      <TextInput
        label={t({ id: 'task.form.title', message: 'Title' })}
        maxLength={TASK_TITLE_MAX}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      <Select
        filterable={false}
        label={t({ id: 'task.category', message: 'Category' })}
        placeholder={t({ id: 'task.form.category', message: 'Select a category' })}
        options={categories.map(({ _id, name }) => ({ value: _id, label: name }))}
        {...form.getInputProps('categoryId')}
        value={form.values.categoryId}
        onChange={(categoryId) => form.setFieldValue('categoryId', categoryId)}
      />
      <Instructions task={task} />
      <ProofBuilder task={task} />
      {!task.isEdit && <Price task={task} />}
      <Times task={task} />
      <Who task={task} />
    </div>
  )
}

const Price = ({ task: { form, least } }: { task: TaskFormState }) => {
  const amount = unitsText(least)
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <TextInput
        label={t({ id: 'task.form.reward', message: 'Reward (units)' })}
        hint={t({ id: 'task.form.reward.hint', message: `Per accepted submission, minimum ${amount}.` })}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('reward')}
      />
      <TextInput
        label={t({ id: 'task.form.places', message: 'Slots' })}
        hint={t({ id: 'task.form.places.hint', message: 'Number of workers. Each worker can do the task once.' })}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('places')}
      />
    </div>
  )
}

const minutes = [15, 30, 60, 120, 360, 720, 1_440, 4_320, 10_080]
const hours = [12, 24, 48, 72, 120, 168, 336]

const Times = ({ task: { form } }: { task: TaskFormState }) => {
  const { minutesToFinish, hoursToReview } = form.values
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Select
        filterable={false}
        label={t({ id: 'task.form.time', message: 'Time limit' })}
        hint={t({ id: 'task.form.time.hint', message: 'A slot is reserved for a worker this long.' })}
        options={withOwn(minutes, minutesToFinish).map((value) => ({
          value: String(value),
          label: spanText(value * 60),
        }))}
        {...form.getInputProps('minutesToFinish')}
        value={form.values.minutesToFinish}
        onChange={(value) => form.setFieldValue('minutesToFinish', value)}
      />
      <Select
        filterable={false}
        label={t({ id: 'task.form.review', message: 'Review period' })}
        hint={t({
          id: 'task.form.review.hint',
          message: 'Submissions you don’t review in time are accepted automatically.',
        })}
        options={withOwn(hours, hoursToReview).map((value) => ({
          value: String(value),
          label: spanText(value * 3_600),
        }))}
        {...form.getInputProps('hoursToReview')}
        value={form.values.hoursToReview}
        onChange={(value) => form.setFieldValue('hoursToReview', value)}
      />
    </div>
  )
}

/** A length that was chosen elsewhere stands among the usual ones. */
const withOwn = (usual: readonly number[], chosen: string): number[] => {
  const own = Number(chosen)
  return usual.includes(own) || !Number.isInteger(own) ? [...usual] : [...usual, own].toSorted((a, b) => a - b)
}

const Who = ({ task: { form, countries, setCountries } }: { task: TaskFormState }) => {
  const level = form.getInputProps('minLevel')
  const { minLevel } = form.values
  const place =
    countries.length === 0
      ? t({ id: 'task.campaign.where.all', message: 'worldwide' })
      : t({
          id: 'task.campaign.where',
          message: plural(countries.length, { one: 'in # country', other: 'in # countries' }),
        })
  const from = t({ id: 'task.campaign.fromLevel', message: `level ${minLevel}+` })
  return (
    <Disclosure
      open={Boolean(level.error)}
      summary={
        <>
          <span className="block">{t({ id: 'task.form.who', message: 'Targeting' })}</span>
          <span className="block text-sm font-normal text-muted">{[place, from].join(', ')}</span>
        </>
      }
    >
      <div className="form text-ink">
        <Select
          multiple
          optional
          label={t({ id: 'task.countries', message: 'Countries' })}
          hint={t({ id: 'task.form.countries.hint', message: 'Leave empty to allow all countries.' })}
          placeholder={t({ id: 'task.countries.find', message: 'Search countries' })}
          options={countryOptions()}
          value={countries}
          onChange={setCountries}
        />
        <TextInput
          label={t({ id: 'task.form.level', message: 'Minimum worker level' })}
          inputMode="numeric"
          autoComplete="off"
          {...level}
        />
      </div>
    </Disclosure>
  )
}
