import type { PayoutFigures } from '@runnel/contract/admin/statistic'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { DaysPage } from './DaysPage.tsx'
import { durationText } from './duration.ts'
import type { DayLog, LoggedDay, Statistic } from './statistic.ts'
import { StatisticPage } from './StatisticPage.tsx'

const counting = 'GET /api/admin/withdrawal/statistic'
const logging = 'GET /api/admin/stats/log'
let server: FakeServer

const none: PayoutFigures = {
  count: 0,
  amount: 0,
  average: 0,
  paid: 0,
  paidAmount: 0,
  fee: 0,
  rejected: 0,
  failed: 0,
  unknown: 0,
  waiting: 0,
  medianSeconds: null,
  p95Seconds: null,
}

const some: PayoutFigures = {
  ...none,
  count: 10,
  amount: 1_000_000,
  average: 100_000,
  paid: 6,
  paidAmount: 600_000,
  fee: 6_000,
  rejected: 2,
  failed: 1,
  waiting: 1,
  medianSeconds: 720,
  p95Seconds: 10_800,
}

const statistic: Statistic = {
  from: '2026-01-01',
  to: '2026-01-02',
  totals: some,
  days: [
    { day: '2026-01-01', ...some },
    { day: '2026-01-02', ...none },
  ],
  methods: [
    {
      ...some,
      methodId: '01890000-0000-7000-8000-0000000000aa',
      method: 'Dogecoin',
      currency: 'DOGE',
      processor: 'faucetpay',
    },
  ],
  currencies: [{ ...some, currency: 'DOGE' }],
  processors: [{ ...some, processor: 'faucetpay' }],
  reasons: [{ status: 'rejected', reason: 'Two accounts, one wallet.', count: 2 }],
  at,
}

const still: LoggedDay = {
  day: '2026-01-01',
  registrations: 0,
  logins: 0,
  active: 0,
  claims: 0,
  earned: {},
  deposited: 0,
  withdrawals: 0,
  paid: 0,
  challengesRight: 0,
  challengesWrong: 0,
  traps: 0,
  locked: 0,
  contact: 0,
  mails: 0,
  errors: 0,
  jobFailures: 0,
}

const log: DayLog = {
  from: '2026-01-01',
  to: '2026-01-02',
  at,
  days: [
    { ...still, active: 9, earned: { faucet: 300, ptc: 40 }, challengesWrong: 3 },
    { ...still, day: '2026-01-02' },
  ],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/withdrawal-statistic')
  useRoute.setState({ shown: null })
  server = fakeServer({ [counting]: () => statistic, [logging]: () => log })
})

test('the figures of the days, what each method did, and why some were not paid', async () => {
  show(<StatisticPage />)
  await screen.findByText('12 minutes', { selector: '.stat-value' })
  expect(screen.getByText('2 rejected, 1 failed, 0 unknown; 1 pending')).toBeDefined()
  const table = () => within(screen.getByRole('table', { name: 'Breakdown' }))
  expect(table().getByText('DOGE · FaucetPay')).toBeDefined()
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Processor' }))
  expect(table().getByText('FaucetPay')).toBeDefined()
  expect(screen.getByText('Two accounts, one wallet.')).toBeDefined()
})

test('the days stand in the address and are asked of the server', async () => {
  const { pathname } = window.location
  const query = { from: '2026-01-01', to: 'soon' }
  useRoute.setState({
    shown: {
      path: '/app/admin/withdrawal-statistic',
      pathname,
      params: {},
      query,
      Layout: () => null,
      PageView: () => null,
    },
  })
  show(<StatisticPage />)
  await screen.findByText('Two accounts, one wallet.')
  expect(server.sentTo(counting)[0]?.path).toBe('/api/admin/withdrawal/statistic?from=2026-01-01')
})

test('days without withdrawals say so, and numbers that did not come are asked for again', async () => {
  server.answers[counting] = () => refuse(503, { code: 'BUSY', msg: 'Not right now.' })
  show(<StatisticPage />)
  await screen.findByText('Not right now.')
  server.answers[counting] = () => ({ ...statistic, totals: none, days: [], methods: [], reasons: [] })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No withdrawals in this period')
})

test('a day is drawn by what happened, and its earnings by their source', async () => {
  show(<DaysPage />)
  const user = userEvent.setup()
  const earned = () => screen.getByRole('table', { name: /^Earned per day/ })
  await waitFor(() => expect(earned().textContent).toContain('340 units'))
  await user.selectOptions(screen.getByLabelText('Source'), 'ptc')
  expect(earned().textContent).toContain('40 units')
  expect(earned().textContent).not.toContain('340')
  await user.click(screen.getByRole('radio', { name: 'Captchas' }))
  const challenges = screen.getByRole('table', { name: 'Captchas per day, correct and wrong' })
  expect(within(challenges).getAllByRole('row')[1]?.textContent).toBe('Jan 103')
})

test('days on which nothing happened are no charts', async () => {
  server.answers[logging] = () => ({ ...log, days: [still] })
  show(<DaysPage />)
  await screen.findByText('No activity in this period')
})

test('a time is told in the unit that says it well', () => {
  expect([null, 1, 89, 90, 5_399, 5_400, 172_800].map(durationText)).toEqual([
    '–',
    '1 second',
    '89 seconds',
    '2 minutes',
    '2 hours',
    '2 hours',
    '2 days',
  ])
})
