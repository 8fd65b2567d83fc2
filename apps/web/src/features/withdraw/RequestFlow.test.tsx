import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { NoAnswerError } from '#api/send.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { at, dogecoin, goodAddress, previewOf, usualAnswers, ways, withdrawal } from './example.ts'
import { WithdrawPage } from './WithdrawPage.tsx'

const requesting = 'POST /api/withdraw/{methodId}'
const previewing = 'POST /api/withdraw/{methodId}/preview'
let server: FakeServer

beforeEach(() => {
  server = fakeServer(usualAnswers)
})

const fillIn = async ({ address = goodAddress, amount = '20000' } = {}) => {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Your Dogecoin address'), address)
  await user.type(screen.getByRole('textbox', { name: 'Amount in units' }), amount)
  return user
}

const confirmed = async () => {
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your withdrawal' })
  await user.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  return user
}

test('what arrives is told before the confirmation, and the request carries it with the solved check', async () => {
  show(<WithdrawPage />)
  const user = await fillIn()
  expect(await screen.findByText('1.98 DOGE')).toBeDefined()
  expect(screen.getByText(/All withdrawals are reviewed manually/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your withdrawal' })
  expect(screen.getByText(goodAddress)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Image 2 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  expect(screen.getByText('In review')).toBeDefined()
  const [request] = server.sentTo(requesting)
  expect(request?.body).toEqual({
    address: goodAddress,
    amount: 20_000,
    captcha: { id: expect.stringMatching(/^challenge-/), picks: ['bbbbbbbb'] },
    expected: '1.98',
  })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('a Lightning wallet that scans the code fills in its invoice, which is confirmed as always', async () => {
  const lightning = { ...dogecoin, name: 'Lightning', currency: 'BTC', processor: 'lnd', scan: true }
  server.answers['GET /api/withdraw'] = () => ({ ...ways, methods: [lightning] })
  const scan = { _id: withdrawal._id, lnurl: 'LNURL1DP68GURN8GHJ7', expiresAt: at }
  server.answers['POST /api/withdraw/{methodId}/scan'] = () => scan
  let invoice: string | null = null
  server.answers['GET /api/withdraw/scan/{id}'] = () => ({ invoice })
  show(<WithdrawPage />)
  const user = userEvent.setup()
  const button = await screen.findByRole('button', { name: 'Scan with a Lightning wallet' })
  expect(button).toHaveProperty('disabled', true)
  await user.type(screen.getByRole('textbox', { name: 'Amount in units' }), '20000')
  await user.click(button)
  expect(await screen.findByRole('img', { name: 'QR code for your Lightning wallet' })).toBeDefined()
  const link = screen.getByRole('link', { name: 'Open in a wallet on this device' })
  expect(link.getAttribute('href')).toBe('lightning:LNURL1DP68GURN8GHJ7')
  expect(server.sentTo('POST /api/withdraw/{methodId}/scan')[0]?.body).toEqual({ amount: 20_000 })
  invoice = 'lnbc20u1invoice'
  await waitFor(() =>
    expect(screen.getByLabelText('Your Lightning address or invoice')).toHaveProperty('value', invoice),
  )
  expect(screen.queryByRole('img', { name: 'QR code for your Lightning wallet' })).toBeNull()
})

test('the comment for an exchange goes with the address, and a link brings its own', async () => {
  const ton = { ...dogecoin, name: 'Toncoin', currency: 'TON', processor: 'ton' }
  server.answers['GET /api/withdraw'] = () => ({ ...ways, methods: [ton] })
  show(<WithdrawPage />)
  const user = userEvent.setup()
  const address = await screen.findByLabelText('Your Toncoin address')
  expect(screen.queryByLabelText(/^Comment/)).toBeNull()
  const wallet = 'UQA6mmlmbvTArSX2TKXXLms7q7saf0UZzGu3Ub66VXPZHdAE'
  await user.type(address, wallet)
  const comment = screen.getByLabelText(/^Comment/)
  await user.type(comment, 'user 42')
  expect(address).toHaveProperty('value', `${wallet}?text=user%2042`)
  await user.clear(comment)
  expect(address).toHaveProperty('value', wallet)
  await user.clear(address)
  await user.type(address, `ton://transfer/${wallet}?text=884213`)
  expect(screen.getByLabelText(/^Comment/)).toHaveProperty('value', '884213')
  await user.type(screen.getByRole('textbox', { name: 'Amount in units' }), '20000')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your withdrawal' })
  const [asked] = server.sentTo(previewing).slice(-1)
  expect(asked?.body).toEqual({ address: `ton://transfer/${wallet}?text=884213`, amount: 20_000 })
})

test('the check is asked for before anything is sent', async () => {
  show(<WithdrawPage />)
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Image 1 of 2' })
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByText('Complete the captcha first.')
  expect(server.sentTo(requesting)).toHaveLength(0)
})

test('a request whose answer was lost is sent again as it was, under the same key', async () => {
  let lost = 2
  server.answers[requesting] = () => {
    lost -= 1
    if (lost >= 0) throw new NoAnswerError('network', 'Failed to fetch')
    return { withdrawal, balance: 20_000 }
  }
  show(<WithdrawPage />)
  const user = await confirmed()
  await screen.findByText('No response from the server')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.sentTo(requesting)).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  const [first, ...again] = server.sentTo(requesting)
  expect(again).toHaveLength(2)
  for (const request of again) {
    expect(request.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(request.body).toEqual(first?.body)
  }
})

test('what the server refuses stands beside its field, and the next attempt has a key of its own', async () => {
  let refused = false
  server.answers[requesting] = () => {
    if (refused) return { withdrawal, balance: 20_000 }
    refused = true
    return refuse(409, {
      code: 'WITHDRAW_DAY_LIMIT',
      msg: 'You can withdraw $5 in a day; nothing is left until midnight UTC.',
      errors: { amount: 'Nothing is left of your daily limit.' },
    })
  }
  show(<WithdrawPage />)
  const user = await confirmed()
  const field = await screen.findByRole('textbox', { name: 'Amount in units' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Nothing is left of your daily limit.')).toBeDefined()
  expect((screen.getByLabelText('Your Dogecoin address') as HTMLInputElement).value).toBe(goodAddress)
  await user.clear(field)
  await user.type(field, '20000')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  const [first, second] = server.sentTo(requesting)
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
  // A refused call has used its challenge up.
  expect(Object(second?.body).captcha.id).not.toBe(Object(first?.body).captcha.id)
})

test('when the price has moved the new sum is shown and agreed to, and only then taken', async () => {
  let price = 10_000
  server.answers[previewing] = ({ body }) => ({ ...previewOf(body), receives: String(19_800 / price) })
  server.answers[requesting] = ({ body }) => {
    if (Number(Object(body).expected) <= 19_800 / price) return { withdrawal, balance: 20_000 }
    return refuse(409, { code: 'RATE_MOVED', msg: 'The rate has changed. You’d now receive 1.8 DOGE.' })
  }
  show(<WithdrawPage />)
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your withdrawal' })
  await user.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  price = 11_000
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByText('The rate has changed')
  await screen.findByText(/You were quoted 1.98 DOGE; now you’d receive 1.8 DOGE/)
  // It stays where it was, with the wish as it stands.
  expect(screen.getByText(goodAddress)).toBeDefined()
  expect(screen.getByText('1.8 DOGE')).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Image 1 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  const [first, second] = server.sentTo(requesting)
  expect([first, second].map((request) => Object(request?.body).expected)).toEqual(['1.98', '1.8'])
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
})

test('a wrong address is told beside it and nothing is confirmed', async () => {
  server.answers[previewing] = () =>
    refuse(422, { code: 'ADDRESS_INVALID', msg: 'Wrong.', errors: { address: 'This is not an address for DOGE.' } })
  show(<WithdrawPage />)
  const user = await fillIn({ address: 'nonsense' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('This is not an address for DOGE.')
  expect(screen.queryByRole('heading', { name: 'Review your withdrawal' })).toBeNull()
})

test('an amount outside of the bounds is never sent, and the whole balance is one press away', async () => {
  show(<WithdrawPage />)
  const user = await fillIn({ amount: '50' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Enter 10,000 to 40,000 units.')
  expect(server.sentTo(previewing)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Max: 40,000' }))
  const value = screen.getByRole('textbox', { name: 'Amount in USD' }) as HTMLInputElement
  expect(value.value).toBe('0.40')
  await user.clear(value)
  await user.type(value, '0.25')
  const units = screen.getByRole('textbox', { name: 'Amount in units' }) as HTMLInputElement
  expect(units.value).toBe('25000')
})

const uncovered = { code: 'WITHDRAW_UNCOVERED', msg: 'You can withdraw from $5.' }
const closed = { ...dogecoin, closed: 'Paused for now.' }

/** The page's next look at the ways to be paid finds them like this. */
const changed = async (changes: Partial<typeof ways>) => {
  server.answers['GET /api/withdraw'] = () => ({ ...ways, ...changes })
  await act(() => queryClient.invalidateQueries({ queryKey: ['withdraw', 'methods'] }))
}

test('a requested withdrawal stays in sight although the next one has something missing', async () => {
  server.answers[requesting] = () => {
    server.answers['GET /api/withdraw'] = () => ({ ...ways, balance: 20_000, requirements: [uncovered] })
    return { withdrawal, balance: 20_000 }
  }
  show(<WithdrawPage />)
  const user = await confirmed()
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  await changed({ balance: 20_000, requirements: [uncovered] })
  expect(screen.getByRole('heading', { name: 'Withdrawal requested: 20,000 units' })).toBeDefined()
  expect(screen.queryByText(uncovered.msg)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'New withdrawal' }))
  expect(await screen.findByText(uncovered.msg)).toBeDefined()
  expect(screen.queryByLabelText('Your Dogecoin address')).toBeNull()
})

test.each([
  ['is closed', { methods: [closed] }],
  ['is gone', { methods: [] }],
  ['has something missing', { requirements: [uncovered] }],
])('a request without an answer is sent again under its key although its method %s by now', async (_, changes) => {
  let isLost = true
  server.answers[requesting] = () => {
    if (isLost) throw new NoAnswerError('network', 'Failed to fetch')
    return { withdrawal, balance: 20_000 }
  }
  show(<WithdrawPage />)
  const user = await confirmed()
  await screen.findByText('No response from the server')
  await changed(changes)
  isLost = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Withdrawal requested: 20,000 units' })
  const [first, again] = server.sentTo(requesting)
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
})

test('whoever leaves the review of a closed method finds the methods again', async () => {
  show(<WithdrawPage />)
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Review your withdrawal' })
  await changed({ methods: [closed] })
  expect(screen.getByRole('heading', { name: 'Review your withdrawal' })).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('Paused for now.')).toBeDefined()
  expect(screen.queryByLabelText('Your Dogecoin address')).toBeNull()
})

test('a method that closes while its preview is on the way leaves the methods in sight', async () => {
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => (answer = resolve))
  show(<WithdrawPage />)
  const user = await fillIn()
  await screen.findByText('1.98 DOGE')
  server.answers[previewing] = async ({ body }) => {
    await held
    return previewOf(body)
  }
  await user.clear(screen.getByRole('textbox', { name: 'Amount in units' }))
  await user.type(screen.getByRole('textbox', { name: 'Amount in units' }), '31000')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await changed({ methods: [closed] })
  await screen.findByText('Paused for now.')
  await act(async () => answer())
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.getByText('Paused for now.')).toBeDefined()
  expect(screen.queryByLabelText('Your Dogecoin address')).toBeNull()
})
