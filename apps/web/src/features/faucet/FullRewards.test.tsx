import type { FaucetInfo } from '@runnel/contract/earn/faucet'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { formatDay } from '#ui/format.ts'
import { clickOrder, faucetInfo, me, overviewOf } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { FaucetPage } from './FaucetPage.tsx'

const open = (info: Partial<FaucetInfo>) =>
  showPage(<FaucetPage />, {
    'GET /api/faucet/info': () => faucetInfo(info),
    'GET /api/user/me': () => me(),
    'GET /api/dashboard': () => overviewOf(),
    'GET /api/antibot': () => clickOrder(),
  })

const allowance = { left: 60, starter: 1_500, sharePercent: 80, settled: 40, reduced: 1, reducedLeft: 50 }

test('how far full rewards go, what adds to them, and when pending revenue settles', async () => {
  open({ wait: 200, allowance: { ...allowance, pending: [{ amount: 25, day: '2026-03-20' }] } })
  expect(await screen.findByText('Enough for about 2 claims.')).toBeDefined()
  expect(screen.getByText(`Settles on ${formatDay('2026-03-20')}`)).toBeDefined()
  expect(screen.getByText(/You start with 1,500 units.*add 80%.*After that, a claim pays 1 unit\./)).toBeDefined()
})

test('a claim beyond them is a reduced reward, and no happy hour adds to it', async () => {
  const next = { base: 1, level: 0, happyHour: 0, total: 1 }
  open({ wait: 200, isReduced: true, isHappyHour: true, next, allowance: { ...allowance, left: 0, pending: [] } })
  expect(await screen.findByText('Reduced reward')).toBeDefined()
  expect(screen.queryByText('Base reward')).toBeNull()
  expect(screen.getByText('Enough for about 0 claims.')).toBeDefined()
})

test.each([
  ['allowance', null, 'Your full rewards are used up', /Complete offers, view ads or do tasks/],
  ['allowance', 90_000, 'Your full rewards are used up', /are settled .* and add full rewards/],
  ['reduced', 3_600, 'Today’s reduced rewards are used up', /renewed at .* Offers, ads and tasks add full rewards/],
] as const)('nobody solves a captcha for nothing (%s, %s)', async (of, opensIn, title, text) => {
  const opensAt = opensIn === null ? null : new Date(Date.now() + opensIn * 1_000).toISOString()
  const view = open({ wait: 0, usedUp: { of, opensAt, opensIn } })
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
  expect(screen.getByText(text)).toBeDefined()
  expect(view.sent('GET /api/antibot')).toEqual([])
})
