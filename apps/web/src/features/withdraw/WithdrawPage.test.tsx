import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Request } from '@runnel/contract/client'
import { withdraw as contract } from '@runnel/contract/withdraw'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { carryBy } from '#api/query.ts'
import { CallError, NoAnswerError } from '#api/send.ts'
import { formatDateTime } from '#ui/format.ts'
import { strayText } from '#web/test/stray-text.ts'
import { activateLocale } from '#locales/locale.ts'
import { WithdrawPage } from './WithdrawPage.tsx'

const at = '2026-01-01T12:00:00.000Z'
const goodAddress = 'D98vPHui1bxG9xPKpyyzRBv4BgkSsdc7sY'

const dogecoin = {
  _id: '01890000-0000-7000-8000-000000000001',
  currency: 'DOGE',
  name: 'Dogecoin',
  processor: 'sandbox',
  minimum: 10_000,
  maximum: 500_000,
  fee: 200,
  rate: '10000',
  rateAt: at,
  decimals: 8,
  eta: 300,
  closed: null as string | null,
  addressHint: 'Starts with D.',
}

const ways = {
  methods: [dogecoin],
  balance: 40_000,
  requirements: [] as { code: string; msg: string }[],
  payouts: [],
  medianPaySeconds: null,
}

const withdrawal = {
  _id: '01890000-0000-7000-8000-000000000002',
  currency: 'DOGE',
  method: 'Dogecoin',
  address: goodAddress,
  amount: 20_000,
  fee: 200,
  receives: '1.98',
  status: 'review',
  reason: null,
  txId: null,
  createdAt: at,
  paidAt: null,
}

let sent: Request[] = []
let answers: Record<string, (request: Request) => unknown> = {}

/** Answers for the endpoints of the page; a test puts its own in their place. */
function usualAnswers(): typeof answers {
  return {
    [contract.methods.path]: () => ways,
    [contract.history.path]: () => ({ items: [], totalItems: 0 }),
    [contract.preview.path]: ({ body }) => previewOf(body),
    [contract.request.path]: () => ({ withdrawal, balance: 20_000 }),
    '/api/ct': () => challenge(),
  }
}

function previewOf(body: unknown) {
  const { amount } = Object(body)
  const net = amount - 200
  return {
    amount,
    fee: 200,
    net,
    receives: String(net / 10_000),
    currency: 'DOGE',
    rate: '10000',
    rateAt: at,
    eta: 300,
    review: 'Every withdrawal is looked at by a person.',
  }
}

let rounds = 0

function challenge() {
  rounds += 1
  const images = ['aaaaaaaa', 'bbbbbbbb'].map((id) => ({ id, src: 'data:,', width: 10, height: 10 }))
  return {
    id: `challenge-${rounds}`,
    width: 10,
    height: 10,
    reference: null,
    images,
    pow: null,
    alternatives: [],
    expiresIn: 300,
    external: null,
  }
}

function refusal(status: number, failure: { code: string; msg: string; errors?: Record<string, string> }): never {
  throw new CallError(status, failure)
}

const requests = () => sent.filter(({ route }) => route.path === contract.request.path)

function show() {
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <WithdrawPage />
      </QueryClientProvider>
    </I18nProvider>,
  )
}

async function fillIn({ address = goodAddress, amount = '20000' } = {}) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Your Dogecoin address'), address)
  await user.type(screen.getByRole('textbox', { name: 'Amount in units' }), amount)
  return user
}

async function confirmed() {
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Look at it once more' })
  await user.click(await screen.findByRole('button', { name: 'Picture 1 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  return user
}

beforeEach(() => {
  sent = []
  rounds = 0
  answers = usualAnswers()
  carryBy(async (request) => {
    sent.push(request)
    const answer = answers[request.route.path]
    if (!answer) throw new Error(`nobody answers ${request.route.path}`)
    return answer(request)
  })
})

afterEach(async () => {
  queryClient.clear()
  await activateLocale('en')
  vi.restoreAllMocks()
})

test('what arrives is told before the confirmation, and the request carries it with the solved check', async () => {
  show()
  const user = await fillIn()
  expect(await screen.findByText('1.98 DOGE')).toBeDefined()
  expect(screen.getByText(/Every withdrawal is looked at by a person/)).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('heading', { name: 'Look at it once more' })
  expect(screen.getByText(goodAddress)).toBeDefined()
  await user.click(await screen.findByRole('button', { name: 'Picture 2 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByRole('heading', { name: 'You asked for 20,000 units' })
  expect(screen.getByText('In review')).toBeDefined()
  const [request] = requests()
  expect(request?.body).toEqual({
    address: goodAddress,
    amount: 20_000,
    captcha: { id: 'challenge-1', picks: ['bbbbbbbb'] },
  })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('the check is asked for before anything is sent', async () => {
  show()
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('button', { name: 'Picture 1 of 2' })
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByText('Please answer the picture check first.')
  expect(requests()).toHaveLength(0)
})

test('a request whose answer was lost is sent again as it was, under the same key', async () => {
  let lost = 2
  answers[contract.request.path] = () => {
    lost -= 1
    if (lost >= 0) throw new NoAnswerError('network', 'Failed to fetch')
    return { withdrawal, balance: 20_000 }
  }
  show()
  const user = await confirmed()
  await screen.findByText('No answer came')
  await user.click(screen.getByRole('button', { name: 'Send it again' }))
  await waitFor(() => expect(requests()).toHaveLength(2))
  await user.click(await screen.findByRole('button', { name: 'Send it again' }))
  await screen.findByRole('heading', { name: 'You asked for 20,000 units' })
  const [first, ...again] = requests()
  expect(again).toHaveLength(2)
  for (const request of again) {
    expect(request.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
    expect(request.body).toEqual(first?.body)
  }
})

test('what the server refuses stands beside its field, and the next attempt has a key of its own', async () => {
  let refused = false
  answers[contract.request.path] = () => {
    if (refused) return { withdrawal, balance: 20_000 }
    refused = true
    return refusal(409, {
      code: 'WITHDRAW_DAY_LIMIT',
      msg: 'You can withdraw $5 in a day; nothing is left until midnight UTC.',
      errors: { amount: 'Nothing is left of your daily limit.' },
    })
  }
  show()
  const user = await confirmed()
  const field = await screen.findByRole('textbox', { name: 'Amount in units' })
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Nothing is left of your daily limit.')).toBeDefined()
  expect((screen.getByLabelText('Your Dogecoin address') as HTMLInputElement).value).toBe(goodAddress)
  await user.clear(field)
  await user.type(field, '20000')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.click(await screen.findByRole('button', { name: 'Picture 1 of 2' }))
  await user.click(screen.getByRole('button', { name: 'Withdraw 20,000 units' }))
  await screen.findByRole('heading', { name: 'You asked for 20,000 units' })
  const [first, second] = requests()
  expect(second?.headers['idempotency-key']).not.toBe(first?.headers['idempotency-key'])
  // A refused call has used its challenge up.
  expect(Object(second?.body).captcha.id).not.toBe(Object(first?.body).captcha.id)
})

test('a wrong address is told beside it and nothing is confirmed', async () => {
  answers[contract.preview.path] = () =>
    refusal(422, { code: 'ADDRESS_INVALID', msg: 'Wrong.', errors: { address: 'This is not an address for DOGE.' } })
  show()
  const user = await fillIn({ address: 'nonsense' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('This is not an address for DOGE.')
  expect(screen.queryByRole('heading', { name: 'Look at it once more' })).toBeNull()
})

test('an amount outside of the bounds is never sent, and the whole balance is one press away', async () => {
  show()
  const user = await fillIn({ amount: '50' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Enter from 10,000 to 40,000 units.')
  expect(sent.filter(({ route }) => route.path === contract.preview.path)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'All: 40,000' }))
  const value = screen.getByRole('textbox', { name: 'Amount in USD' }) as HTMLInputElement
  expect(value.value).toBe('0.40')
  await user.clear(value)
  await user.type(value, '0.25')
  const units = screen.getByRole('textbox', { name: 'Amount in units' }) as HTMLInputElement
  expect(units.value).toBe('25000')
})

test('who may not withdraw yet reads why, and cannot choose', async () => {
  answers[contract.methods.path] = () => ({
    ...ways,
    balance: 700,
    requirements: [{ code: 'EMAIL_UNVERIFIED', msg: 'Verify your e-mail address first.' }],
  })
  show()
  await screen.findByText('Verify your e-mail address first.')
  expect(screen.getByRole('button', { name: 'Send the mail again' })).toBeDefined()
  expect(screen.queryByRole('radio')).toBeNull()
})

test('a balance below the smallest minimum says how far it is', async () => {
  answers[contract.methods.path] = () => ({ ...ways, balance: 700 })
  show()
  expect(await screen.findByRole('heading', { name: '9,300 units to go' })).toBeDefined()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('700')
})

test('a closed way says why and cannot be chosen; a site without any says so', async () => {
  const closed = { ...dogecoin, closed: 'The price of this currency is too old.' }
  answers[contract.methods.path] = () => ({
    ...ways,
    methods: [closed, { ...dogecoin, _id: withdrawal._id, name: 'Other' }],
  })
  const { unmount } = show()
  await screen.findByText('The price of this currency is too old.')
  expect(screen.getAllByRole('radio')).toHaveLength(1)
  unmount()
  queryClient.clear()
  answers[contract.methods.path] = () => ({ ...ways, methods: [] })
  show()
  await screen.findByRole('heading', { name: 'No way to be paid is open yet' })
})

test('earlier withdrawals tell their status, reason and transaction', async () => {
  const paid = { ...withdrawal, _id: dogecoin._id, status: 'paid', paidAt: at, txId: 'f'.repeat(64) }
  const rejected = { ...withdrawal, status: 'rejected', reason: 'The address asks for a memo.' }
  answers[contract.history.path] = () => ({ items: [paid, rejected], totalItems: 12 })
  show()
  const table = await screen.findByRole('table', { name: 'Your withdrawals' })
  expect(await within(table).findByText('The address asks for a memo.')).toBeDefined()
  expect(within(table).getByText('Rejected')).toBeDefined()
  expect(within(table).getByRole('button', { name: 'Copy the id' })).toBeDefined()
  expect(screen.getByRole('navigation', { name: 'Pages of your withdrawals' })).toBeDefined()
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = show()
  await waitFor(() => expect(baseElement.querySelectorAll('input').length).toBeGreaterThan(2))
  const data = ['Dogecoin', 'DOGE', 'USD', 'Starts with D.', '5 min', formatDateTime(at)]
  expect(strayText(baseElement, data)).toEqual([])
})
