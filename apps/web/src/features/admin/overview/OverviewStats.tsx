import { plural, t } from '@lingui/core/macro'
import {
  IconArrowUpRight,
  IconClockHour4,
  IconCoins,
  IconDroplet,
  IconScale,
  IconSpeakerphone,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import type { Overview } from '#features/admin/admin.ts'
import { formatTotal } from '#features/home/home.ts'
import { Card } from '#ui/Card.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { Stat } from '#ui/Stat.tsx'
import { DayChange, MoneyToday, PaceChange } from './Change.tsx'

/** People and money in figures, in all and today, each with its change. */
export const OverviewStats = ({ overview }: { overview: Overview }) => (
  <Card>
    <div className="grid grid-cols-2 gap-x-4 gap-y-6 xl:grid-cols-3 max-sm:[&_.drop]:hidden">
      <PeopleStats overview={overview} />
      <MoneyStats overview={overview} />
    </div>
  </Card>
)

const PeopleStats = ({
  overview: { overview, allUser, user, activeUsers, activeBefore, days },
}: {
  overview: Overview
}) => {
  const currency = useCurrency()
  const [today, verified] = [formatNumber(user.today), formatNumber(user.verified)]
  const share = formatPercent(Math.round((activeUsers / Math.max(1, allUser)) * 100) * 100)
  const yesterday = days.at(-2)
  return (
    <>
      <Figure
        icon={<IconUsers aria-hidden="true" />}
        label={t({ id: 'admin.users', message: 'Users' })}
        value={formatNumber(allUser)}
        note={
          <>
            {t({ id: 'admin.job.note', message: `${today} new today, ${verified} verified` })}
            {user.locked > 0 && <span className="text-bad">{lockedText(user.locked)}</span>}
          </>
        }
        change={<PaceChange today={user.today} yesterday={yesterday?.users ?? 0} good="up" />}
      />
      <Figure
        icon={<IconClockHour4 aria-hidden="true" />}
        label={t({ id: 'admin.active', message: 'Active users (24 h)' })}
        value={formatNumber(activeUsers)}
        note={t({ id: 'admin.active.note', message: `${share} of all users` })}
        change={<DayChange {...activeBefore} />}
      />
      <Figure
        icon={<IconDroplet aria-hidden="true" />}
        label={t({ id: 'admin.claims', message: 'Claims today' })}
        value={formatNumber(overview.claimsToday)}
        note={claimsText(overview, currency)}
        change={<PaceChange today={overview.claimsToday} yesterday={yesterday?.claims ?? 0} />}
      />
    </>
  )
}

const MoneyStats = ({ overview: { overview, deposit, days } }: { overview: Overview }) => {
  const currency = useCurrency()
  const money = (units: number) => formatValue(units, currency)
  const value = (units: number) => formatTotal(units, currency)
  const [earnedToday, paidToday] = [money(overview.earnedToday), money(overview.paidToday)]
  const [depositedToday, balances, inEscrow] = [deposit.today, deposit.balance, deposit.escrow].map(money)
  const yesterday = days.at(-2)
  return (
    <>
      <Figure
        icon={<IconCoins aria-hidden="true" />}
        label={t({ id: 'admin.earned', message: 'Earned by users' })}
        value={value(overview.earned)}
        note={t({ id: 'admin.earned.note', message: `${earnedToday} today from all sources` })}
        change={<PaceChange today={overview.earnedToday} yesterday={yesterday?.earned ?? 0} />}
      />
      <Figure
        icon={<IconArrowUpRight aria-hidden="true" />}
        label={t({ id: 'admin.paid', message: 'Paid out' })}
        value={value(overview.paid)}
        note={t({ id: 'admin.job.paid.note', message: `${paidToday} today` })}
        change={<PaceChange today={overview.paidToday} yesterday={yesterday?.paid ?? 0} />}
      />
      <Figure
        icon={<IconScale aria-hidden="true" />}
        label={t({ id: 'admin.owed', message: 'Owed to users' })}
        value={formatValue(overview.owed.total, currency)}
        note={owedText(overview.owed, currency)}
        change={<MoneyToday by={days.at(-1)?.owed ?? 0} />}
      />
      <Figure
        icon={<IconSpeakerphone aria-hidden="true" />}
        label={t({ id: 'admin.advertising', message: 'Funds for ads and tasks' })}
        value={money(deposit.balance + deposit.escrow)}
        note={t({ id: 'admin.advertising.note', message: `${balances} in deposit balances, ${inEscrow} in escrow` })}
        change={
          <>
            <span className="block">
              {t({ id: 'admin.advertising.today', message: `${depositedToday} deposited today` })}
            </span>
            <PaceChange today={deposit.today} yesterday={yesterday?.deposited ?? 0} good="up" />
          </>
        }
      />
    </>
  )
}

/** What claims paid today, and how much of the budget of the day that is. */
const claimsText = ({ claimsEarnedToday, faucetBudget }: Overview['overview'], currency: string): string => {
  const claimsEarned = formatValue(claimsEarnedToday, currency)
  if (faucetBudget === 0) return t({ id: 'admin.claims.note', message: `${claimsEarned} earned from claims` })
  const share = formatPercent(Math.round((claimsEarnedToday / faucetBudget) * 100) * 100)
  return t({ id: 'admin.claims.budget', message: `${claimsEarned} earned from claims, ${share} of the daily budget` })
}

interface FigureProps extends ComponentProps<typeof Stat> {
  change?: ReactNode
}

/** A figure, and by how much it changed. */
const Figure = ({ note, change, ...stat }: FigureProps) => (
  <Stat
    {...stat}
    note={
      <>
        <span className="block">{note}</span>
        {change}
      </>
    }
  />
)

/** The parts to the unit, so that they add up to the total. */
const owedText = (
  { main, deposit, held, inFlight, escrow }: Overview['overview']['owed'],
  currency: string,
): string => {
  const [balances, onHold] = [formatValue(main + deposit, currency), formatValue(held, currency)]
  const [underWay, setAside] = [formatValue(inFlight, currency), formatValue(escrow, currency)]
  return t({
    id: 'admin.owed.parts',
    message: `${balances} in balances, ${onHold} on hold, ${underWay} in withdrawals, ${setAside} in escrow`,
  })
}

const lockedText = (locked: number): string =>
  t({ id: 'admin.job.locked', message: plural(locked, { one: ', # locked', other: ', # locked' }) })
