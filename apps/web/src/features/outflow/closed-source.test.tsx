import type { ClosedSource } from '@runnel/contract/outflow'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { CallError } from '#api/send.ts'
import { CouponPage } from '#features/coupon/CouponPage.tsx'
import { FaucetPage } from '#features/faucet/FaucetPage.tsx'
import { useToasts } from '#ui/overlay/toast.ts'
import { faucetInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'

const inTwoHours = () => new Date(Date.now() + 7_200_000).toISOString()

const closedBy = (source: ClosedSource['source'], changes: Partial<ClosedSource> = {}) => {
  const msg = 'What the faucet gives out in a day is given out.'
  return () => ({ closed: [{ source, code: 'BUDGET_USED_UP', msg, resetsAt: inTwoHours(), ...changes }] })
}

test('a faucet whose budget is used up says so in the place of the challenge, and when it opens', async () => {
  const { sent } = showPage(<FaucetPage />, {
    'GET /api/outflow': closedBy('faucet'),
    'GET /api/faucet/info': () => faucetInfo(),
  })
  expect(await screen.findByText('Daily limit reached')).toBeTruthy()
  expect(screen.getByText('What the faucet gives out in a day is given out.')).toBeTruthy()
  expect(screen.getByText(/^Available again in [12]:\d\d:\d\d\.$/)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: /Claim/ })).toBeNull())
  expect(sent('GET /api/antibot')).toEqual([])
})

test('who has begun a challenge when the faucet closes may finish it', async () => {
  let closed: unknown[] = []
  const { sent } = showPage(<FaucetPage />, {
    'GET /api/outflow': () => ({ closed }),
    'GET /api/faucet/info': () => faucetInfo(),
  })
  await waitFor(() => expect(sent('GET /api/antibot')).toHaveLength(1))
  ;({ closed } = closedBy('faucet')())
  await queryClient.invalidateQueries({ queryKey: ['main', 'closed'] })
  expect(sent('GET /api/outflow')).toHaveLength(2)
  expect(screen.queryByText('Daily limit reached')).toBeNull()
})

test('a source that a person has to look at first names no time', async () => {
  const msg = 'Codes are checked by a person right now.'
  showPage(<CouponPage />, {
    'GET /api/outflow': closedBy('coupon', { code: 'PAUSED_FOR_CHECK', msg, resetsAt: null }),
  })
  expect(await screen.findByText('Temporarily paused')).toBeTruthy()
  expect(screen.queryByText(/resumes again/)).toBeNull()
  expect(screen.queryByLabelText('Code')).toBeNull()
})

test('another closed source changes nothing, and neither does an unknown state, which nobody is told of', async () => {
  showPage(<CouponPage />, { 'GET /api/outflow': closedBy('faucet') })
  expect(await screen.findByLabelText('Code')).toBeTruthy()
  const { sent } = showPage(<CouponPage />, {
    'GET /api/outflow': () => new CallError(500, { code: 'INTERNAL', msg: 'Something broke.' }),
  })
  await waitFor(() => expect(sent('GET /api/outflow')).toHaveLength(1))
  expect((await screen.findAllByLabelText('Code')).length).toBeGreaterThan(0)
  expect(useToasts.getState().toasts).toEqual([])
})
