import { explorers, ExplorerTemplate } from '@runnel/contract/explorer'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { explorerUrl } from './explorer.ts'

const txId = 'ab'.repeat(32)
const bitcoin = { txId, currency: 'BTC', processor: 'bitcoind', options: {} }

test.each(Object.entries(explorers))('the explorer of %s is a template', (_currency, template) => {
  expect(z.safeParse(ExplorerTemplate, template).success).toBe(true)
})

test.each([
  'http://example.com/{tx}',
  'https://example.com/',
  'https://example.com/{tx}/{tx}',
  'https://{tx}.example.com/',
  'https://example.com{tx}',
  'https://user:word@example.com/{tx}',
  'https://example.com/{tx} x',
  'https://example.com/{address}/{tx}',
  'javascript:alert({tx})',
])('%s is none', (template) => {
  expect(z.safeParse(ExplorerTemplate, template).success).toBe(false)
})

test('the owner’s template wins over the usual one', () => {
  expect(explorerUrl(bitcoin)).toBe(`https://mempool.space/tx/${txId}`)
  const options = { explorer: 'https://example.com/?q={tx}#top' }
  expect(explorerUrl({ ...bitcoin, options })).toBe(`https://example.com/?q=${txId}#top`)
})

test.each([
  ['no transaction yet', { txId: null }],
  ['FaucetPay', { processor: 'faucetpay', txId: 'faucetpay-12345678901234567890123456789012' }],
  ['the sandbox', { processor: 'sandbox' }],
  ['a coin without an explorer', { currency: 'PEPE' }],
  ['what is no id', { txId: 'paid by bank on Monday, see the receipt' }],
  ['what would break out of the address', { txId: `../../${'a'.repeat(40)}` }],
])('%s leads nowhere', (_what, change) => {
  expect(explorerUrl({ ...bitcoin, ...change })).toBeNull()
})
