import { t } from '@lingui/core/macro'
import type { Task } from '@runnel/contract/task-parts'
import { placeWords } from '#features/advertise/advertise.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { ofWords, spanWords } from './words.ts'

/** What a task pays and asks, in figures. */
export function TaskFacts({ task }: { task: Task }) {
  const { reward, category, free, places, perMinute, medianSeconds, minLevel, countries } = task
  return (
    <Card>
      <KeyValue
        pairs={[
          {
            key: 'reward',
            label: t({ id: 'task.reward', message: 'Reward' }),
            value: <Amount units={reward} gain show="both" />,
            total: true,
          },
          { key: 'category', label: t({ id: 'task.category', message: 'Category' }), value: category.name },
          {
            key: 'pace',
            label: t({ id: 'task.pace', message: 'Others took' }),
            value: medianSeconds === null ? '—' : spanWords(medianSeconds),
          },
          {
            key: 'perMinute',
            label: t({ id: 'task.aMinute', message: 'A minute' }),
            value: perMinute === null ? '—' : <Amount units={perMinute} />,
          },
          {
            key: 'places',
            label: t({ id: 'task.placesLeft', message: 'Places left' }),
            value: ofWords(free, places),
          },
          {
            key: 'time',
            label: t({ id: 'task.toFinish', message: 'Time once started' }),
            value: spanWords(task.minutesToFinish * 60),
          },
          {
            key: 'review',
            label: t({ id: 'task.toReview', message: 'Reviewed within' }),
            value: spanWords(task.hoursToReview * 3_600),
          },
          { key: 'level', label: t({ id: 'task.fromLevel', message: 'From level' }), value: formatNumber(minLevel) },
          { key: 'where', label: t({ id: 'task.where', message: 'Open to' }), value: placeWords(countries) },
        ]}
      />
    </Card>
  )
}
