import type { AdminMethod } from '@runnel/contract/admin/method'
import { PayoutProcessor } from '@runnel/contract/withdraw'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { at, settings } from '#features/admin/shared/example.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { draftOfMethod } from './method-draft.ts'
import { currenciesOf, decimalsOf, knownContracts, networkOf, secretsFor } from './method-needs.ts'
import { Methods } from './Methods.tsx'
import { partsForSecond } from './second.ts'

const adding = 'POST /api/admin/withdraw-method'
const editing = 'PATCH /api/admin/withdraw-method/{id}'
let server: FakeServer

const bitcoin: AdminMethod = {
  _id: '01890000-0000-7000-8000-000000000001',
  currency: 'BTC',
  name: 'Bitcoin',
  processor: 'manual',
  minimum: 100_000,
  maximum: 5_000_000,
  fee: 15_000,
  rate: '9523110000',
  rateAt: at,
  decimals: 8,
  rateSource: 'fixed',
  options: {},
  closed: null,
  enabled: true,
  position: 0,
  waiting: null,
}

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/withdraw-method': () => ({ methods: [bitcoin], needsSecond: false }),
    'GET /api/admin/setting': () => settings,
    [adding]: () => ({ method: bitcoin }),
    [editing]: () => ({ method: bitcoin }),
  })
})

test('a rate is told in both directions', async () => {
  show(<Methods />)
  expect(await screen.findByText('1 BTC = $95,231.10 (9,523,110,000 units).')).toBeDefined()
  expect(screen.getByText('$1.00 buys 0.0000105 BTC.')).toBeDefined()
})

test('only what was changed of a method is sent, so that an old rate does not count as new', async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Edit Bitcoin' }))
  const dialog = within(screen.getByRole('dialog'))
  const fee = dialog.getByLabelText('Fee (units)')
  await user.clear(fee)
  await user.type(fee, '200000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Must be below the minimum withdrawal.')).toBeDefined()
  await user.clear(fee)
  await user.type(fee, '12000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(1))
  expect(server.sentTo(editing)[0]?.body).toEqual({ fee: 12_000 })
})

const editBitcoin = async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Edit Bitcoin' }))
  return { user, dialog: within(screen.getByRole('dialog')) }
}

test('a rate that is not typed yet is explained with a number that the field takes', async () => {
  const { user, dialog } = await editBitcoin()
  await user.clear(dialog.getByLabelText('Units per BTC'))
  expect(dialog.getByText('100,000 units = $1.00. Enter the price of 1 BTC in USD × 100000.')).toBeDefined()
})

test('a site that moves real coins offers no sandbox, and says where to try one', async () => {
  server.answers['GET /api/admin/setting'] = () => ({ ...settings, hasSandbox: false })
  const { dialog } = await editBitcoin()
  await dialog.findByText(/run “npm run demo”/)
  expect(dialog.queryByRole('radio', { name: /^Sandbox/ })).toBeNull()
  expect(dialog.getByRole('radio', { name: /^Manual/ })).toBeDefined()
})

test('where there is a sandbox, as in the demo, it is offered', async () => {
  const { dialog } = await editBitcoin()
  expect(await dialog.findByRole('radio', { name: /^Sandbox/ })).toBeDefined()
  expect(dialog.queryByText(/run “npm run demo”/)).toBeNull()
})

test('a method is closed at once by its switch', async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('switch', { name: 'Bitcoin enabled' }))
  await waitFor(() => expect(server.sentTo(editing)[0]?.body).toEqual({ enabled: false }))
})

test('a new one needs a rate, and choosing the currency fills in what it usually says', async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Add method' }))
  const dialog = within(screen.getByRole('dialog'))
  const currency = await dialog.findByRole('combobox', { name: 'Currency' })
  await user.clear(currency)
  await user.keyboard('sol')
  await user.click(await dialog.findByRole('option', { name: /Solana$/ }))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText(/^Enter a number above 0/)).toBeDefined()
  expect(server.sentTo(adding)).toHaveLength(0)
  await user.type(dialog.getByLabelText('Units per SOL'), '15000000.5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(adding)).toHaveLength(1))
  expect(server.sentTo(adding)[0]?.body).toMatchObject({
    currency: 'SOL',
    name: 'Solana',
    decimals: 9,
    rate: '15000000.5',
    position: 1,
  })
})

test('choosing who pays leaves only what it can pay, and says what is missing with the way to it', async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Add method' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /^Own wallet: Ethereum/ }))
  expect(await dialog.findByText('Ethereum private key')).toBeDefined()
  const link = dialog.getByRole('link', { name: 'Open payout settings' })
  expect(link.getAttribute('href')).toBe('/app/admin/settings?tab=payouts')
  const currency = await dialog.findByRole('combobox', { name: 'Currency' })
  await user.clear(currency)
  await user.keyboard('us')
  expect(dialog.queryByRole('option', { name: /BTC/ })).toBeNull()
  await user.click(await dialog.findByRole('option', { name: /USDT-POLYGON/ }))
  const contract = dialog.getByLabelText('Token contract on Polygon')
  expect(dialog.getByText('Polygon private key')).toBeDefined()
  await user.type(dialog.getByLabelText('Units per USDT-POLYGON'), '100000')
  await user.clear(contract)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Enter 0x followed by 40 hexadecimal characters.')).toBeDefined()
  await user.type(contract, `0x${'c2'.repeat(20)}`)
  await user.type(dialog.getByLabelText(/^Confirmations/), '40')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(adding)).toHaveLength(1))
  expect(server.sentTo(adding)[0]?.body).toMatchObject({
    processor: 'evm',
    currency: 'USDT-POLYGON',
    name: 'Tether (Polygon)',
    decimals: 6,
    options: { network: 'polygon', contract: `0x${'c2'.repeat(20)}`, confirmations: 40 },
  })
})

const tokens = [
  { wallet: 'Solana', processor: 'solana', key: 'Solana private key', currency: 'USDC-SOLANA', coin: 'SOL' },
  { wallet: 'TON', processor: 'ton', key: 'TON recovery phrase', currency: 'USDT-TON', coin: 'TON' },
]

test.each(tokens)('a wallet of $wallet pays its tokens, and opens accounts only where told to', async (token) => {
  const { wallet, processor, key, currency, coin } = token
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Add method' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: new RegExp(`^Own wallet: ${wallet}`) }))
  expect(await dialog.findByText(key)).toBeDefined()
  expect(dialog.queryByRole('switch', { name: /^Open token accounts/ })).toBeNull()
  const coins = await dialog.findByRole('combobox', { name: 'Currency' })
  await user.clear(coins)
  await user.keyboard(currency)
  await user.click(await dialog.findByRole('option', { name: new RegExp(currency) }))
  await user.click(dialog.getByRole('switch', { name: /^Open token accounts/ }))
  await user.type(dialog.getByLabelText(`Units per ${currency}`), '100000')
  await user.type(dialog.getByLabelText(new RegExp(`^Max. network fee \\(${coin}\\)`)), '0.003')
  await user.type(dialog.getByLabelText(/^Daily wallet limit/), '250')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(adding)).toHaveLength(1))
  const options = { createAccounts: true, feeMax: '0.003', dayMax: '250' }
  expect(server.sentTo(adding)[0]?.body).toMatchObject({ processor, currency, decimals: 6, options })
})

test('a price of the sources cannot be typed over, and one method says why it is closed', async () => {
  const closed = 'The price of this currency is too old.'
  server.answers['GET /api/admin/withdraw-method'] = () => ({
    methods: [{ ...bitcoin, rateSource: 'feed', processor: 'bitcoind', options: { confirmations: 2 }, closed }],
    needsSecond: false,
  })
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Edit Bitcoin' }))
  expect(screen.getAllByText(closed)).toHaveLength(2)
  const dialog = within(screen.getByRole('dialog'))
  const rate = dialog.getByLabelText<HTMLInputElement>('Units per BTC')
  expect(rate.readOnly).toBe(true)
  expect(await dialog.findByText(/Changes above 20%/)).toBeDefined()
  await user.click(dialog.getByRole('radio', { name: /^Fixed rate/ }))
  await user.clear(rate)
  await user.type(rate, '9000000000')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(1))
  expect(server.sentTo(editing)[0]?.body).toEqual({ rateSource: 'fixed', rate: '9000000000' })
})

test('each currency of a processor has its keys, its chain and its way to count', () => {
  for (const processor of PayoutProcessor.options) {
    for (const currency of currenciesOf(processor)) {
      const isOwn = processor === 'manual' || processor === 'sandbox'
      expect(secretsFor(processor, currency).length > 0).toBe(!isOwn)
      expect(decimalsOf(processor, currency)).toBeLessThanOrEqual(processor === 'faucetpay' ? 8 : 18)
      if (processor === 'evm') expect(networkOf[currency]).toBeDefined()
    }
  }
  for (const contract of Object.values(knownContracts)) expect(contract).toMatch(/^0x[0-9a-fA-F]{40}$/)
})

const waitsNote = 'Waiting for a second admin'

test('a lower rate is said to wait before it is saved, where two admins are asked for', async () => {
  server.answers['GET /api/admin/withdraw-method'] = () => ({ methods: [bitcoin], needsSecond: true })
  const { user, dialog } = await editBitcoin()
  const rate = dialog.getByLabelText('Units per BTC')
  expect(dialog.queryByText(waitsNote)).toBeNull()
  await user.clear(rate)
  await user.type(rate, '9523110001')
  expect(dialog.queryByText(waitsNote)).toBeNull()
  await user.clear(rate)
  await user.type(rate, '9523109999')
  expect(dialog.getByText(waitsNote)).toBeDefined()
  expect(dialog.getByText('All other changes are saved immediately.')).toBeDefined()
})

test('without that rule nobody is told to wait', async () => {
  const user = userEvent.setup()
  show(<Methods />)
  await user.click(await screen.findByRole('button', { name: 'Edit Bitcoin' }))
  const rate = screen.getByLabelText('Units per BTC')
  await user.clear(rate)
  await user.type(rate, '1')
  expect(screen.queryByText(waitsNote)).toBeNull()
})

test('a rate that waits stands beside the one that counts, with the way to where it is decided', async () => {
  const waiting = { rate: '9000000000', contract: null }
  server.answers['GET /api/admin/withdraw-method'] = () => ({ methods: [{ ...bitcoin, waiting }], needsSecond: true })
  show(<Methods />)
  const link = await screen.findByRole('link', { name: 'Pending approval: 9,000,000,000 units' })
  expect(link.getAttribute('href')).toBe('/app/admin/approval?state=pending')
})

test('a rate that nobody accepted is proposed again by saving it', async () => {
  const closed = 'No second admin has approved the rate. Save again to request approval.'
  server.answers['GET /api/admin/withdraw-method'] = () => ({
    methods: [{ ...bitcoin, rateAt: null, closed }],
    needsSecond: true,
  })
  const user = userEvent.setup()
  show(<Methods />)
  await screen.findByText(closed)
  await user.click(screen.getByRole('button', { name: 'Edit Bitcoin' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(waitsNote)).toBeDefined()
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)[0]?.body).toEqual({ rate: '9523110000' }))
})

test('what waits for another admin is what no open method of the coin costs already', () => {
  const dear = { ...bitcoin, _id: '01890000-0000-7000-8000-000000000002', rate: '9600000000' }
  const waits = (known: AdminMethod | undefined, draft: object, methods = [bitcoin, dear]) =>
    partsForSecond({ draft: { ...draftOfMethod(known ?? bitcoin), ...draft }, existing: known, methods })
  expect(waits(undefined, { rate: '9523110000' })).toEqual([])
  expect(waits(undefined, { rate: '9523109999' })).toEqual(['rate'])
  expect(waits(undefined, { rate: '9523109999', rateSource: 'feed' })).toEqual([])
  expect(waits(undefined, {}, [])).toEqual(['rate'])
  expect(waits(undefined, {}, [{ ...bitcoin, rateAt: null }])).toEqual(['rate'])
  expect(
    waits(undefined, { rate: '9599999999' }, [
      { ...bitcoin, enabled: false },
      { ...dear, enabled: false },
    ]),
  ).toEqual(['rate'])
  expect(waits(dear, { rate: '9523110000' })).toEqual(['rate'])
  const old = { ...bitcoin, enabled: false }
  expect(waits(old, {}, [old, dear])).toEqual([])
  expect(waits(old, { enabled: true }, [old, dear])).toEqual(['rate'])
  expect(waits(old, { rate: 'twelve' }, [old])).toEqual([])
  expect(waits(bitcoin, { processor: 'faucetpay' }, [bitcoin, dear])).toEqual(['rate'])
  const pretended = { ...bitcoin, processor: 'sandbox' as const }
  expect(waits(pretended, { processor: 'manual' }, [pretended])).toEqual(['rate'])
  expect(waits(undefined, {}, [pretended])).toEqual(['rate'])
  const token = { ...bitcoin, processor: 'evm' as const, options: { contract: `0x${'c2'.repeat(20)}` } }
  expect(waits(token, { contract: `0x${'C2'.repeat(20)}` }, [token])).toEqual([])
  expect(waits(token, { contract: `0x${'d3'.repeat(20)}` }, [token])).toEqual(['contract'])
})
