import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import type { Task } from '@runnel/contract/task/schemas'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import { ofText, spanText } from './labels.ts'

const named = 4

/** Where somebody must live to do a task; countries by their names while they are few. */
const whereText = (countries: readonly string[]): string => {
  if (countries.length === 0) return t({ id: 'task.where.all', message: 'All countries' })
  if (countries.length <= named) return countries.map(nameOf).join(', ')
  return t({ id: 'task.where.many', message: plural(countries.length, { one: '# country', other: '# countries' }) })
}

const nameOf = (code: string): string => {
  const language = i18n.locale === '' || i18n.locale === 'pseudo' ? 'en' : i18n.locale
  return new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? code
}

/** What a task pays and asks, in figures. */
export const TaskFacts = ({ task }: { task: Task }) => {
  const { reward, category, free, places, minLevel, countries } = task
  return (
    <Card>
      <KeyValue
        pairs={[
          {
            key: 'reward',
            label: t({ id: 'task.reward', message: 'Reward' }),
            value: <Amount units={reward} gain show="both" />,
          },
          { key: 'category', label: t({ id: 'task.category', message: 'Category' }), value: category.name },
          ...paceOf(task),
          {
            key: 'places',
            label: t({ id: 'task.placesLeft', message: 'Slots left' }),
            value: ofText(free, places),
          },
          {
            key: 'time',
            label: t({ id: 'task.toFinish', message: 'Time limit' }),
            value: spanText(task.minutesToFinish * 60),
          },
          {
            key: 'review',
            label: t({ id: 'task.toReview', message: 'Review period' }),
            value: spanText(task.hoursToReview * 3_600),
          },
          { key: 'level', label: t({ id: 'task.fromLevel', message: 'Minimum level' }), value: formatNumber(minLevel) },
          { key: 'where', label: t({ id: 'task.where', message: 'Countries' }), value: whereText(countries) },
        ]}
      />
    </Card>
  )
}

/** Nobody knows it before somebody has finished. */
const paceOf = ({ medianSeconds, perMinute }: Task): Pair[] => {
  if (medianSeconds === null || perMinute === null) return []
  return [
    { key: 'pace', label: t({ id: 'task.pace', message: 'Typical completion time' }), value: spanText(medianSeconds) },
    {
      key: 'perMinute',
      label: t({ id: 'task.aMinute', message: 'Per minute' }),
      value: <Amount units={perMinute} />,
    },
  ]
}
