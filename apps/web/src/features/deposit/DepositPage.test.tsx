import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { shareOf } from './deposit-form.ts'
import { DepositPage } from './DepositPage.tsx'
import { depositId, overview, paid, sandbox, waiting } from './example.ts'

const asking = 'GET /api/deposit'
const opening = 'POST /api/deposit'
const looking = 'GET /api/deposit/{id}'
let server: FakeServer

beforeEach(() => {
  goTo({})
  server = fakeServer({
    [asking]: () => overview,
    [opening]: () => ({ depositUrl: waiting.depositUrl, deposit: waiting }),
    [looking]: () => ({ deposit: waiting }),
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** As the router does it, because the address decides which deposit is shown. */
const goTo = (query: Record<string, string>) => {
  const pathname = '/app/deposit'
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query, Layout: () => null, PageView: () => null },
  })
}

const choose = async (name: string) => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('radio', { name: new RegExp(name) }))
  return user
}

test('what arrives after the fee is told before it is paid, and the sandbox is our own page', async () => {
  show(<DepositPage />)
  const user = await choose('BTCPay Server')
  await user.click(await screen.findByRole('button', { name: '$10.00' }))
  expect(screen.getByText('985,000 units')).toBeDefined()
  expect(screen.getByText('-15,000 units')).toBeDefined()
  await user.click(screen.getByRole('radio', { name: /Sandbox/ }))
  await user.click(await screen.findByRole('button', { name: '$1.00' }))
  await user.click(screen.getByRole('button', { name: 'Pay $1.00 with Sandbox' }))
  await waitFor(() => expect(window.location.pathname).toBe(`/app/deposit/sandbox/${depositId}`))
  expect(server.sentTo(opening)[0]?.body).toEqual({ method: 'sandbox', amount: 100_000 })
})

test("another processor's page is left for in the same tab, and the way back leads to the deposit", async () => {
  const depositUrl = 'https://pay.example.com/i/1'
  const deposit = { ...waiting, processor: 'btcpay', method: 'btcpay:BTC', depositUrl }
  server.answers[opening] = () => ({ depositUrl, deposit })
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  show(<DepositPage />)
  const user = await choose('BTCPay Server')
  await user.click(await screen.findByRole('button', { name: '$5.00' }))
  await user.click(screen.getByRole('button', { name: 'Pay $5.00 with BTCPay Server' }))
  await waitFor(() => expect(leave).toHaveBeenCalledWith(depositUrl))
  expect(window.location.search).toBe(`?id=${depositId}`)
})

test('an address that is no page of the web is never gone to', async () => {
  const depositUrl = 'javascript:alert(1)'
  const deposit = { ...waiting, processor: 'btcpay', depositUrl }
  server.answers[opening] = () => ({ depositUrl, deposit })
  server.answers[asking] = () => ({ ...overview, items: [deposit], totalItems: 1 })
  server.answers[looking] = () => ({ deposit })
  const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  show(<DepositPage />)
  const user = await choose('BTCPay Server')
  await user.click(await screen.findByRole('button', { name: '$5.00' }))
  await user.click(screen.getByRole('button', { name: 'Pay $5.00 with BTCPay Server' }))
  await waitFor(() => expect(server.sentTo(opening)).toHaveLength(1))
  await screen.findByText('Deposit of $2.00')
  expect(leave).not.toHaveBeenCalled()
  expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull()
})

test('an amount outside of the bounds is told beside the field and never sent', async () => {
  show(<DepositPage />)
  const user = await choose('Sandbox')
  await user.type(await screen.findByRole('textbox', { name: 'Amount in units' }), '9999')
  await user.click(screen.getByRole('button', { name: 'Continue to Sandbox' }))
  await screen.findByText('Enter 10,000 to 10,000,000 units.')
  expect(server.sentTo(opening)).toHaveLength(0)
})

test('what the server refuses stands beside the field; a lost answer says where to look', async () => {
  server.answers[opening] = () => refuse(422, { code: 'AMOUNT', msg: 'No.', errors: { amount: 'Not today.' } })
  show(<DepositPage />)
  const user = await choose('Sandbox')
  await user.click(await screen.findByRole('button', { name: '$1.00' }))
  await user.click(screen.getByRole('button', { name: 'Pay $1.00 with Sandbox' }))
  await screen.findByText('Not today.')
  server.answers[opening] = () => {
    throw new NoAnswerError('timeout', 'late')
  }
  await user.click(screen.getByRole('button', { name: 'Pay $1.00 with Sandbox' }))
  await screen.findByText(/it’s in the list below/)
})

test('the newest open deposit is shown with the way to pay it, and its end by itself', async () => {
  server.answers[asking] = () => ({ ...overview, items: [waiting, { ...paid, _id: idOf(2) }], totalItems: 2 })
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(<DepositPage />)
  await screen.findByText('Deposit of $2.00')
  expect(screen.getAllByRole('link', { name: 'Pay now' })).toHaveLength(2)
  server.answers[looking] = () => ({ deposit: paid })
  server.answers[asking] = () => ({ ...overview, depositBalance: 103_500, items: [paid], totalItems: 1 })
  goTo({ id: depositId })
  await vi.advanceTimersByTimeAsync(5_000)
  await screen.findByText('98,500 units credited')
  expect(screen.getAllByText('Underpaid.').length).toBeGreaterThan(0)
  await screen.findByText('103,500 units')
  const asked = server.sentTo(looking).length
  await vi.advanceTimersByTimeAsync(20_000)
  expect(server.sentTo(looking)).toHaveLength(asked)
  vi.useRealTimers()
})

test('the only way needs no choosing, and a site without any offers the exchange', async () => {
  server.answers[asking] = () => ({ ...overview, methods: [sandbox] })
  const { unmount } = show(<DepositPage />)
  expect(await screen.findByRole('button', { name: 'Continue to Sandbox' })).toBeDefined()
  unmount()
  server = fakeServer({ [asking]: () => ({ ...overview, methods: [] }) })
  show(<DepositPage />)
  await screen.findByRole('link', { name: 'Advertise with your earnings' })
})

test('at FaucetPay the account that is paid can be compared', async () => {
  const faucetpay = { ...sandbox, _id: 'faucetpay', processor: 'faucetpay' as const }
  server.answers[asking] = () => ({ ...overview, methods: [faucetpay], faucetpay: 'creek-ads' })
  show(<DepositPage />)
  await screen.findByText('creek-ads')
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined()
})

test('what did not load says so and can be tried again', async () => {
  server.answers[asking] = () => refuse(503, { code: 'BUSY', msg: 'Try later.' })
  show(<DepositPage />)
  await screen.findByText('Try later.')
  server.answers[asking] = () => overview
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  const table = await screen.findByText('No deposits yet')
  expect(within(document.body).getByText('Deposit balance')).toBeDefined()
  expect(table).toBeDefined()
})

test('what arrives is never more than what was paid', () => {
  for (const amount of [1, 7, 9_999, 100_000, 1_000_000_000_000]) {
    for (const feeBasisPoints of [0, 1, 150, 5_000]) {
      const { fee, arrives } = shareOf(amount, { feeBasisPoints })
      expect(fee + arrives).toBe(amount)
      expect(fee, 'rounded up, so that many small payments cost no less').toBe(
        Math.ceil((amount * feeBasisPoints) / 10_000),
      )
    }
  }
})
