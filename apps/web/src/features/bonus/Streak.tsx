import { plural, t } from '@lingui/core/macro'
import { IconFlame, IconLifebuoy } from '@tabler/icons-react'
import { Card } from '#ui/Card.tsx'
import { formatDate } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import type { BonusInfo } from './bonus.ts'

/** How many days in a row, and whether a missed one would be forgiven: told before it happens. */
export const Streak = ({ info: { streak, grace } }: { info: BonusInfo }) => (
  <Card className="grid grid-cols-1 gap-5">
    <Stat
      icon={<IconFlame aria-hidden="true" />}
      label={t({ id: 'bonus.streak', message: 'Streak' })}
      value={t({ id: 'bonus.streak.days', message: plural(streak, { one: '# day', other: '# days' }) })}
    />
    <div className="flex gap-3.5">
      <span className={grace.available ? 'drop tone-good' : 'drop tone-plain'}>
        <IconLifebuoy aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h2 className="text-base">
          {grace.available
            ? t({ id: 'bonus.grace.there', message: 'You have 1 grace day' })
            : t({ id: 'bonus.grace.gone', message: 'Grace day used' })}
        </h2>
        <p className="text-sm text-muted">{graceText(grace)}</p>
      </div>
    </div>
  </Card>
)

const graceText = ({ available, nextAt }: BonusInfo['grace']): string => {
  if (available) {
    return t({ id: 'bonus.grace.thereText', message: 'You can miss one day without losing your streak.' })
  }
  if (nextAt === null) {
    return t({ id: 'bonus.grace.none', message: 'If you miss a day, your streak resets to day 1.' })
  }
  const date = formatDate(nextAt)
  return t({
    id: 'bonus.grace.back',
    message: `If you miss a day, your streak resets to day 1. Your next grace day is on ${date}.`,
  })
}
