import { t } from '@lingui/core/macro'
import type { BonusDay } from '@runnel/contract/earn/bonus'
import { IconCheck } from '@tabler/icons-react'
import { unitsText } from '#ui/Amount.tsx'
import { formatNumber } from '#ui/format.ts'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'

/** The week as a stream that runs from stone to stone; what is claimed has water. */
export const Path = ({ days }: { days: readonly BonusDay[] }) => (
  <div className="relative">
    <Stream done={days.filter(({ state }) => state === 'claimed').length} />
    <ol
      className="relative grid"
      style={{ gridTemplateColumns: `repeat(${days.length}, minmax(0, 1fr))` }}
      aria-label={t({ id: 'bonus.path', message: '7-day streak' })}
    >
      {days.map((day, index) => (
        <Stone key={day.day} day={day} isLow={index % 2 === 1} />
      ))}
    </ol>
  </div>
)

const tones = { claimed: 'tone-good', today: 'tone-money', ahead: 'tone-plain' } satisfies Record<
  BonusDay['state'],
  string
>

const Stone = ({ day: { day, reward, state }, isLow }: { day: BonusDay; isLow: boolean }) => {
  const isToday = state === 'today'
  return (
    <li
      className="grid justify-items-center gap-1 text-center"
      style={{ paddingBlockStart: isLow ? '1.25rem' : 0, paddingBlockEnd: isLow ? 0 : '1.25rem' }}
      aria-current={isToday ? 'step' : undefined}
    >
      <span className={`drop figures ${tones[state]}`} style={isToday ? today : stone}>
        {state === 'claimed' ? <IconCheck aria-hidden="true" /> : <span aria-hidden="true">{day}</span>}
      </span>
      <span className={isToday ? 'figures text-sm font-bold' : 'figures text-sm text-muted'} aria-hidden="true">
        {formatNumber(reward, { notation: 'compact' })}
      </span>
      <VisuallyHidden>{stoneText({ day, reward, state })}</VisuallyHidden>
    </li>
  )
}

/** On the narrowest phone seven of them stand side by side. */
const stone = { width: 'min(2.75rem, 88%)', height: 'auto', aspectRatio: 1 }
const today = { ...stone, outline: '3px solid var(--money)' }

const stoneText = ({ day, reward, state }: BonusDay): string => {
  const units = unitsText(reward)
  switch (state) {
    case 'claimed':
      return t({ id: 'bonus.day.claimed', message: `Day ${day}: ${units}, claimed` })
    case 'today':
      return t({ id: 'bonus.day.today', message: `Day ${day}: ${units}, today` })
    case 'ahead':
      return t({ id: 'bonus.day.ahead', message: `Day ${day}: ${units}` })
  }
}

/** Runs through the middle of the stones, which stand high and low in turns. */
const Stream = ({ done }: { done: number }) => {
  const path = 'M0 22H50C100 22 100 42 150 42S200 22 250 22 300 42 350 42 400 22 450 22 500 42 550 42 600 22 650 22H700'
  return (
    <svg
      className="absolute inset-x-0 top-0"
      style={{ height: '4rem', width: '100%' }}
      viewBox="0 0 700 64"
      preserveAspectRatio="none"
      fill="none"
      strokeWidth="6"
      aria-hidden="true"
    >
      <path stroke="var(--line)" d={path} />
      <path stroke="var(--water-deep)" d={path} pathLength={700} strokeDasharray={`${done * 100} 700`} />
    </svg>
  )
}
