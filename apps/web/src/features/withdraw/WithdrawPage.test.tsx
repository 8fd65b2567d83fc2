import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clearSession, storeToken } from '#base/store.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { me } from '#web/test/samples.ts'
import { at, dogecoin, usualAnswers, ways, withdrawal } from './example.ts'
import { WithdrawPage } from './WithdrawPage.tsx'

let server: FakeServer

beforeEach(() => {
  server = fakeServer(usualAnswers)
})

test('who may not withdraw yet reads why, and cannot choose', async () => {
  server.answers['GET /api/withdraw'] = () => ({
    ...ways,
    balance: 700,
    requirements: [{ code: 'EMAIL_UNVERIFIED', msg: 'Verify your email address first.' }],
  })
  show(<WithdrawPage />)
  await screen.findByText('Verify your email address first.')
  expect(screen.getByRole('button', { name: 'Resend email' })).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('who owes something reads the sum once, and what repays it', async () => {
  server.answers['GET /api/withdraw'] = () => ({
    ...ways,
    balance: 0,
    requirements: [{ code: 'IN_DEBT', msg: 'You owe 0.1 USD for reversed rewards.' }],
  })
  server.answers['GET /api/user/me'] = () => me({ debt: 10_000 })
  storeToken('token')
  show(<WithdrawPage />)
  await screen.findByText(/You owe 10,000 units .* repays this first/)
  expect(screen.queryByText('Before you can withdraw')).toBeNull()
  clearSession()
})

test('a balance below the smallest minimum says how far it is', async () => {
  server.answers['GET /api/withdraw'] = () => ({ ...ways, balance: 700 })
  show(<WithdrawPage />)
  expect(await screen.findByRole('heading', { name: '9,300 units to go' })).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('700')
})

const start = { emailVerified: false, review: { solved: 12, needed: 100, until: at } }

test('the way to the first withdrawal tells each step once, and how far it is', async () => {
  const requirements = [{ code: 'EMAIL_UNVERIFIED', msg: 'Verify your email address first.' }]
  server.answers['GET /api/withdraw'] = () => ({ ...ways, balance: 700, requirements, first: start })
  const { unmount } = show(<WithdrawPage />)
  await screen.findByRole('heading', { name: 'Your first withdrawal' })
  expect(screen.getByText('0 of 2 steps done')).toBeDefined()
  expect(screen.getByText('Verify your email address')).toBeDefined()
  expect(screen.queryByText('Verify your email address first.')).toBeNull()
  expect(screen.getByText('9,300 units to go')).toBeDefined()
  const bars = screen.getAllByRole('progressbar').map((bar) => bar.getAttribute('aria-valuenow'))
  expect(bars).toEqual(['700', '12'])
  expect(screen.getByText(/You can withdraw earlier, but we review it first/)).toBeDefined()
  unmount()
  // Where nothing is missing, the form itself stands there.
  server = fakeServer(usualAnswers)
  server.answers['GET /api/withdraw'] = () => ({ ...ways, first: { ...start, emailVerified: true } })
  show(<WithdrawPage />)
  await screen.findByLabelText('Your Dogecoin address')
  expect(screen.queryByText('Your first withdrawal')).toBeNull()
})

test('whoever was paid before finds the address and all that can be paid', async () => {
  const paid = { ...withdrawal, status: 'paid', paidAt: at }
  server.answers['GET /api/withdraw/history'] = () => ({ items: [paid], totalItems: 1 })
  show(<WithdrawPage />)
  const address = await screen.findByLabelText<HTMLInputElement>('Your Dogecoin address')
  expect(address.value).toBe(withdrawal.address)
  expect(screen.getByLabelText<HTMLInputElement>('Amount in units').value).toBe('40000')
})

test('a closed way says why and cannot be chosen; a site without any says so', async () => {
  const closed = { ...dogecoin, closed: 'The price of this currency is too old.' }
  server.answers['GET /api/withdraw'] = () => ({
    ...ways,
    methods: [closed, { ...dogecoin, _id: withdrawal._id, name: 'Other' }],
  })
  const { unmount } = show(<WithdrawPage />)
  await screen.findByText('The price of this currency is too old.')
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  unmount()
  server = fakeServer(usualAnswers)
  server.answers['GET /api/withdraw'] = () => ({ ...ways, methods: [] })
  show(<WithdrawPage />)
  await screen.findByRole('heading', { name: 'No withdrawal methods available' })
})

test('a rate by which nobody is paid yet is not told', async () => {
  const closed = { ...dogecoin, rateAt: null, closed: 'The price of this currency is still being looked at.' }
  server.answers['GET /api/withdraw'] = () => ({ ...ways, methods: [closed] })
  show(<WithdrawPage />)
  await screen.findByText('The price of this currency is still being looked at.')
  expect(screen.queryByText(/1 DOGE costs/)).toBeNull()
})

test('earlier withdrawals tell their status, reason and transaction', async () => {
  const paid = { ...withdrawal, _id: dogecoin._id, status: 'paid', paidAt: at, txId: 'f'.repeat(64) }
  const rejected = { ...withdrawal, status: 'rejected', reason: 'The address asks for a memo.' }
  server.answers['GET /api/withdraw/history'] = () => ({ items: [paid, rejected], totalItems: 12 })
  show(<WithdrawPage />)
  const table = await screen.findByRole('table', { name: 'Your withdrawals' })
  expect(await within(table).findByText('The address asks for a memo.')).toBeDefined()
  expect(within(table).getByText('Rejected')).toBeDefined()
  expect(within(table).getByRole('button', { name: 'Copy transaction ID' })).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Withdrawal pages' })).toBeDefined()
})
