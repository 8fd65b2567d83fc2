import { t } from '@lingui/core/macro'
import type { TimeView } from '#features/admin/list/TimeChart.tsx'
import { unitsText } from '#ui/Amount.tsx'
import type { LoggedDay } from './statistic.ts'

interface DayChart {
  key: string
  title: string
  views: [TimeView<LoggedDay>, ...TimeView<LoggedDay>[]]
}

/** What of a day is drawn together. */
export const dayCharts = (): DayChart[] => [
  { key: 'people', title: t({ id: 'admin.days.people', message: 'Users' }), views: people() },
  { key: 'claims', title: t({ id: 'admin.days.claims', message: 'Claims and captchas' }), views: claims() },
  { key: 'money', title: t({ id: 'admin.days.money', message: 'Deposits and payouts' }), views: money() },
  { key: 'abuse', title: t({ id: 'admin.days.abuse', message: 'Abuse' }), views: abuse() },
  { key: 'machine', title: t({ id: 'admin.days.machine', message: 'System' }), views: machine() },
]

const people = (): DayChart['views'] => [
  count('active', t({ id: 'admin.days.active', message: 'Active' }), ({ active }) => active),
  count('new', t({ id: 'admin.days.new', message: 'New' }), ({ registrations }) => registrations),
  count('logins', t({ id: 'admin.days.logins', message: 'Logins' }), ({ logins }) => logins),
]

const claims = (): DayChart['views'] => [
  count('claims', t({ id: 'admin.statistic.claims', message: 'Claims' }), (day) => day.claims),
  {
    key: 'challenges',
    name: t({ id: 'admin.days.challenges', message: 'Captchas' }),
    label: t({ id: 'admin.days.challengesPerDay', message: 'Captchas per day, correct and wrong' }),
    series: [
      { name: t({ id: 'admin.days.right', message: 'Correct' }), value: ({ challengesRight }) => challengesRight },
      { name: t({ id: 'admin.days.wrong', message: 'Wrong' }), value: ({ challengesWrong }) => challengesWrong },
    ],
  },
]

const money = (): DayChart['views'] => [
  {
    key: 'money',
    name: t({ id: 'admin.statistic.money', message: 'Money' }),
    label: t({ id: 'admin.days.moneyPerDay', message: 'Deposits and payouts per day, in units' }),
    series: [
      { name: t({ id: 'admin.statistic.deposited', message: 'Deposits' }), value: ({ deposited }) => deposited },
      { name: t({ id: 'admin.statistic.paid', message: 'Paid out' }), value: ({ paid }) => paid },
    ],
    format: unitsText,
  },
  count('withdrawals', t({ id: 'page.admin.withdrawals', message: 'Withdrawals' }), ({ withdrawals }) => withdrawals),
]

const abuse = (): DayChart['views'] => [
  count('traps', t({ id: 'admin.days.traps', message: 'Trap hits' }), ({ traps }) => traps),
  count('locked', t({ id: 'admin.days.locked', message: 'Locked' }), ({ locked }) => locked),
]

const machine = (): DayChart['views'] => [
  {
    key: 'errors',
    name: t({ id: 'admin.days.errors', message: 'Errors' }),
    label: t({ id: 'admin.days.errorsPerDay', message: 'Failed requests and jobs per day' }),
    series: [
      { name: t({ id: 'admin.days.requests', message: 'Requests' }), value: ({ errors }) => errors },
      { name: t({ id: 'admin.days.jobs', message: 'Jobs' }), value: ({ jobFailures }) => jobFailures },
    ],
  },
  count('mails', t({ id: 'admin.days.mails', message: 'Emails' }), ({ mails }) => mails),
  count('contact', t({ id: 'page.admin.contact', message: 'Messages' }), ({ contact }) => contact),
]

const count = (key: string, name: string, value: (day: LoggedDay) => number): TimeView<LoggedDay> => ({
  key,
  name,
  label: t({ id: 'admin.days.perDay', message: `${name} per day` }),
  series: [{ name, value }],
})
