import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { overview } from './example.ts'
import { ExchangePage } from './ExchangePage.tsx'

const moving = 'POST /api/deposit/exchange'
const moved = { amount: 10_000, bonus: 500, balance: 30_000, depositBalance: 15_500 }
let server: FakeServer

beforeEach(() => {
  server = fakeServer({
    'GET /api/deposit': () => ({ ...overview, exchange: { minimum: 1_000, bonusPercent: 5 } }),
    [moving]: () => moved,
  })
})

const fillIn = async (amount: string) => {
  show(
    <>
      <ExchangePage />
      <ConfirmHost />
    </>,
  )
  const user = userEvent.setup()
  await user.type(await screen.findByRole('textbox', { name: 'Amount in units' }), amount)
  await user.click(screen.getByRole('button', { name: 'Exchange' }))
  return user
}

const agree = async (user: ReturnType<typeof userEvent.setup>) => {
  const question = within(await screen.findByRole('dialog'))
  await user.click(question.getByRole('button', { name: 'Exchange' }))
}

test('the result is told before, it is asked about, and the new balances stand after', async () => {
  const user = await fillIn('10000')
  expect(screen.getByText('15,500 units')).toBeDefined()
  expect(screen.getByText('+500 units')).toBeDefined()
  expect(server.sentTo(moving)).toHaveLength(0)
  expect(screen.getByRole('dialog').textContent).toMatch(/This can’t be undone/)
  await agree(user)
  await screen.findByRole('heading', { name: 'You exchanged 10,000 units' })
  const [request] = server.sentTo(moving)
  expect(request?.body).toEqual({ amount: 10_000 })
  expect(request?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('who says no has moved nothing', async () => {
  const user = await fillIn('10000')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(moving)).toHaveLength(0)
})

test('an exchange whose answer was lost is sent again under the same key', async () => {
  let lost = true
  server.answers[moving] = () => {
    if (!lost) return moved
    lost = false
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  const user = await fillIn('10000')
  await agree(user)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'You exchanged 10,000 units' })
  const [first, again] = server.sentTo(moving)
  expect(again?.headers['idempotency-key']).toBe(first?.headers['idempotency-key'])
  expect(again?.body).toEqual(first?.body)
})

test('more than was earned is never sent, and a refusal stands beside the field', async () => {
  const user = await fillIn('40001')
  await screen.findByText('Enter 1,000 to 40,000 units.')
  server.answers[moving] = () => refuse(409, { code: 'LOW', msg: 'No.', errors: { amount: 'It is on hold.' } })
  const field = screen.getByRole('textbox', { name: 'Amount in units' })
  await user.clear(field)
  await user.type(field, '10000')
  await user.click(screen.getByRole('button', { name: 'Exchange' }))
  await agree(user)
  await screen.findByText('It is on hold.')
})

test('who has earned too little sees how far it is', async () => {
  server.answers['GET /api/deposit'] = () => ({ ...overview, balance: 400 })
  show(<ExchangePage />)
  await screen.findByRole('heading', { name: '600 units to go' })
})
