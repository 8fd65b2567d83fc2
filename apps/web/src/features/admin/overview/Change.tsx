import { t } from '@lingui/core/macro'
import { IconArrowDown, IconArrowUp, IconEqual } from '@tabler/icons-react'
import { classes } from '#ui/classes.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { useNow } from '#ui/use-now.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

interface ChangeProps {
  by: number
  text: string
  /** Which way is good; without it neither is. */
  good?: 'up' | undefined
}

/** By how much a figure changed: an arrow that says its direction in words, and a colour only where one is good. */
export const Change = ({ by, text, good }: ChangeProps) => {
  const [Icon, words] = directionOf(by)
  const tone = by === 0 || good === undefined ? 'text-muted' : by > 0 ? 'text-good' : 'text-bad'
  return (
    <span className={classes('flex items-start gap-1 text-sm font-semibold', tone)}>
      <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
      <VisuallyHidden>{words} </VisuallyHidden>
      <span className="min-w-0">{text}</span>
    </span>
  )
}

const directionOf = (by: number) => {
  if (by > 0) return [IconArrowUp, t({ id: 'admin.change.up', message: 'Up:' })] as const
  if (by < 0) return [IconArrowDown, t({ id: 'admin.change.down', message: 'Down:' })] as const
  return [IconEqual, t({ id: 'admin.change.same', message: 'Unchanged:' })] as const
}

interface PaceProps {
  today: number
  yesterday: number
  good?: 'up'
}

/** What came in today against the part of yesterday that had passed by now, as if yesterday had been even. */
export const PaceChange = ({ today, yesterday, good }: PaceProps) => {
  const expected = yesterday * useShareOfDay()
  if (expected === 0) return <NothingBefore />
  const ratio = today / expected - 1
  const percent = percentOf(ratio)
  return (
    <Change by={ratio} good={good} text={t({ id: 'admin.change.pace', message: `${percent} vs. yesterday’s pace` })} />
  )
}

/** The same in money, for what may be above or below zero. */
export const PaceMoney = ({ today, yesterday, good }: PaceProps) => {
  const by = Math.round(today - yesterday * useShareOfDay())
  const amount = formatValue(Math.abs(by), useCurrency())
  return (
    <Change by={by} good={good} text={t({ id: 'admin.change.paceMoney', message: `${amount} vs. yesterday’s pace` })} />
  )
}

export const MoneyToday = ({ by }: { by: number }) => {
  const amount = formatValue(Math.abs(by), useCurrency())
  return <Change by={by} text={t({ id: 'admin.change.today', message: `${amount} today` })} />
}

/** The last whole day against the one before it. */
export const DayChange = ({ yesterday, dayBefore }: { yesterday: number; dayBefore: number }) => {
  if (dayBefore === 0) return <NothingBefore />
  const ratio = yesterday / dayBefore - 1
  const [percent, count] = [percentOf(ratio), formatNumber(yesterday)]
  return (
    <Change
      by={ratio}
      good="up"
      text={t({ id: 'admin.change.day', message: `${percent} yesterday (${count}) vs. the day before` })}
    />
  )
}

const NothingBefore = () => (
  <span className="block text-sm text-muted">{t({ id: 'admin.change.none', message: 'No earlier figure yet' })}</span>
)

/** The arrow is its sign. */
const percentOf = (ratio: number): string => formatPercent(Math.round(Math.abs(ratio) * 100) * 100)

/** How much of the UTC day has passed. */
const useShareOfDay = (): number => (useNow(minuteMs) % dayMs) / dayMs

const minuteMs = 60_000
const dayMs = 86_400_000
