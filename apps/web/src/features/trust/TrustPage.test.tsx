import type { TrustProgress } from '@runnel/contract/check/trust'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import type { TrustInfo } from './trust.ts'
import { TrustPage } from './TrustPage.tsx'

const known: TrustProgress[] = [
  { need: 'email', have: 1, wanted: 1 },
  { need: 'days', have: 1, wanted: 3 },
  { need: 'answers', have: 12, wanted: 20 },
]
const steps = [
  { every: 2, needs: [] },
  { every: 4, needs: known },
  { every: 10, needs: [{ need: 'earned' as const, have: 0, wanted: 2_000 }] },
  { every: 40, needs: [{ need: 'payout' as const, have: 0, wanted: 1 }] },
]
const first: TrustInfo = { step: 1, every: 2, raised: null, steps }

const show = (info: Partial<TrustInfo> = {}) =>
  showPage(<TrustPage />, { 'GET /api/trust': () => ({ ...first, ...info }) })

test('says how often captchas come, and how far the way to the next step is', async () => {
  show()
  await screen.findByRole('heading', { name: 'About 1 in 2 claims asks for a captcha' })
  expect(screen.getByText('Step 1 of 4')).toBeTruthy()
  const days = screen.getByRole('progressbar', { name: 'Active days' })
  expect(days.getAttribute('aria-valuenow')).toBe('1')
  expect(screen.getByText('12 of 20')).toBeTruthy()
  expect(screen.getByText('Done')).toBeTruthy()
  const here = screen.getByText('Step 1 (your step)').closest('li')
  expect(here?.getAttribute('aria-current')).toBe('step')
})

test('names a payout that is still missing', async () => {
  show({ step: 3, every: 10 })
  await screen.findByText('A withdrawal paid')
  expect(screen.getByText('Not yet')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
})

test('says so when there is no further step', async () => {
  show({ step: 4, every: 40 })
  await screen.findByRole('heading', { name: 'You’ve reached the last step' })
})

test.each([
  ['answers', 'Right answers change that.', 4],
  ['review', 'Your account is in review.', 1],
] as const)('explains captchas that come more often for %s', async (raised, text, every) => {
  show({ step: 3, every, raised })
  await screen.findByText(text, { exact: false })
  const name = every === 1 ? 'Every claim asks for a captcha' : 'About 1 in 4 claims asks for a captcha'
  expect(screen.getByRole('heading', { name })).toBeTruthy()
})

test('offers another try when it did not load', async () => {
  let calls = 0
  showPage(<TrustPage />, {
    'GET /api/trust': () => {
      calls += 1
      return calls === 1 ? new CallError(500, { code: 'INTERNAL', msg: 'Something went wrong.' }) : first
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('Step 1 of 4')
})
