import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { CouponPage } from './CouponPage.tsx'

const checking = 'POST /api/coupon/check'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({ [checking]: () => ({ reward: 500, balance: 1_740 }) })
})

const redeem = async (code: string) => {
  show(<CouponPage />)
  const user = userEvent.setup()
  await user.type(screen.getByRole('textbox', { name: 'Code' }), code)
  await user.click(screen.getByRole('button', { name: 'Redeem' }))
  return user
}

test('a code pays, says the new balance, and makes room for the next', async () => {
  const user = await redeem(' spring-2026 ')
  await screen.findByRole('heading', { name: 'You received 500 units' })
  expect(screen.getByText('1,740 units')).toBeTruthy()
  const [request] = server.sentTo(checking)
  expect(request?.body).toEqual({ code: 'spring-2026' })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  await user.click(screen.getByRole('button', { name: 'Redeem another code' }))
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', '')
})

test('what cannot be a code is never sent', async () => {
  await redeem('a b')
  await screen.findByText('Enter 3 to 40 letters, digits or dashes.')
  expect(server.sentTo(checking)).toHaveLength(0)
})

test('the server’s reason stays beside the field', async () => {
  server.answers[checking] = () => refuse(409, { code: 'COUPON_USED', msg: 'You have redeemed this code.' })
  await redeem('SPRING')
  await screen.findByText('You have redeemed this code.')
  expect(screen.getByRole('textbox', { name: 'Code' })).toHaveProperty('value', 'SPRING')
})

test('a code whose answer was lost is sent again under the same key', async () => {
  server.answers[checking] = () => {
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  const user = await redeem('SPRING')
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.sentTo(checking)).toHaveLength(2))
  const [first, again] = server.sentTo(checking)
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})
