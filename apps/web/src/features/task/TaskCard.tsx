import { plural, t } from '@lingui/core/macro'
import type { Task } from '@runnel/contract/task/schemas'
import { IconChecklist } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import { spanText } from './labels.ts'
import { OwnerLine } from './OwnerFacts.tsx'

/** A task with what it pays, for how long, and how its owner treats people; the whole card leads to it. */
export const TaskCard = ({ task }: { task: Task }) => {
  const { _id: id, title, category, reward, free, owner } = task
  return (
    <PageLink to="/app/task/{id}" params={{ id }} className="card flex gap-3">
      <span className={owner.unfair ? 'drop tone-plain max-sm:hidden' : 'drop max-sm:hidden'}>
        <IconChecklist aria-hidden="true" />
      </span>
      <span className="grid min-w-0 grow gap-1">
        <span className="flex items-start justify-between gap-3">
          <strong className="min-w-0 wrap-anywhere">{title}</strong>
          <Amount units={reward} gain signed />
        </span>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted">
          <span>{category.name}</span>
          <Pace task={task} />
          <span className="figures">{freeText(free)}</span>
        </span>
        <OwnerLine owner={owner} />
      </span>
    </PageLink>
  )
}

/** What others took and what that makes a minute; unknown until somebody has finished. */
const Pace = ({ task: { medianSeconds, perMinute } }: { task: Task }) => {
  if (medianSeconds === null || perMinute === null) return null
  const span = spanText(medianSeconds)
  const amount = unitsText(perMinute)
  return (
    <>
      <span className="figures">{t({ id: 'task.takes', message: `about ${span}` })}</span>
      <span className="figures">{t({ id: 'task.perMinute', message: `${amount}/min` })}</span>
    </>
  )
}

export const freeText = (free: number): string => {
  const count = formatNumber(free)
  return t({ id: 'task.free', message: plural(free, { one: `${count} slot left`, other: `${count} slots left` }) })
}
