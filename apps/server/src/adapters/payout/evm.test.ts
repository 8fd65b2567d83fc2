import type { MethodOptions } from '@runnel/contract/payout'
import { defaults } from '@runnel/contract/settings/settings'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createEvm } from '#adapters/payout/evm.ts'
import type { PayoutOrder, PendingPayment } from '#adapters/payout/payout.ts'
import { startProvider } from '#test/fakes/provider.ts'
import { localHttp } from '#test/local-http.ts'
import { saysEnglish } from '#test/says-english.ts'

const contract = `0x${'c0'.repeat(20)}`
const settings = {
  ...defaults,
  payout_evm_ethereum_url: 'http://127.0.0.1:8545',
  payout_evm_ethereum_key: '1'.repeat(64),
  payout_evm_bsc_url: 'http://127.0.0.1:8546',
  payout_evm_bsc_key: '1'.repeat(64),
}
const closed = (currency: string, options: MethodOptions) =>
  saysEnglish(createEvm({ http: localHttp() })).closed(settings, { currency, decimals: 6, options })

describe('a method on a chain', () => {
  test('pays the coin of the chain, and the tokens whose name says so', () => {
    expect(closed('ETH', { network: 'ethereum' })).toBeNull()
    expect(closed('USDT-ERC20', { network: 'ethereum', contract })).toBeNull()
    expect(closed('USDT-BEP20', { network: 'bsc', contract })).toBeNull()
  })

  test.each([
    [
      'a token on another chain than its name says',
      'USDT-BEP20',
      { network: 'ethereum', contract },
      'can’t be paid on',
    ],
    ['a coin that has no such addresses', 'DOGE', { network: 'ethereum', contract }, 'can’t be paid on'],
    ['the coin of another chain', 'BNB', { network: 'ethereum' }, 'can’t be paid on'],
    ['a token without its contract', 'USDT-ERC20', { network: 'ethereum' }, 'needs its contract'],
    [
      'a coin with the contract of a token, which would be sent instead',
      'ETH',
      { network: 'ethereum', contract },
      'own',
    ],
    ['a chain that was not set up', 'POL', { network: 'polygon' }, 'node'],
    ['no chain', 'ETH', {}, 'Select the chain'],
  ] as const)('is closed for %s', (_what, currency, options, words) => {
    expect(closed(currency, options)).toContain(words)
  })
})

describe('a coin that goes to a contract', () => {
  const order: PayoutOrder = {
    reference: 'one',
    currency: 'ETH',
    decimals: 18,
    options: { network: 'ethereum' },
    address: `0x${'ab'.repeat(20)}`,
    amount: '0.001',
  }
  const signWith = async (gas: number) => {
    const answers: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x1',
      eth_getBalance: `0x${'f'.repeat(20)}`,
      eth_estimateGas: `0x${gas.toString(16)}`,
      eth_getBlockByNumber: { baseFeePerGas: '0x1' },
      eth_gasPrice: '0x2',
      eth_getTransactionCount: '0x0',
    }
    const node = await startProvider(({ body }) => {
      // Only this project's own adapter speaks to this node.
      const { method } = JSON.parse(body) as { method: string }
      return { status: 200, body: { result: answers[method] } }
    })
    const signed = await saysEnglish(createEvm({ http: localHttp() })).sign(order, [], {
      ...settings,
      payout_evm_ethereum_url: node.url,
    })
    await node.close()
    return signed
  }

  test('is paid to a wallet that is one, and never at the price of a whole block', async () => {
    for (const gas of [21_000, 60_000, 200_000]) expect(await signWith(gas)).toMatchObject({ kind: 'signed' })
    const refused = { kind: 'refused', reason: expect.stringContaining('too much gas') }
    for (const gas of [200_001, 30_000_000]) expect(await signWith(gas)).toEqual(refused)
  })
})

describe('a provider that knows nothing of what waits for a block', () => {
  const sender = privateKeyToAccount(`0x${'1'.repeat(64)}`).address.toLowerCase()
  const waiting = { currency: 'ETH', amount: '0.6', fee: '0.001', sender, nonce: 4 }
  const signWith = async (nextNonce: number, pending: PendingPayment[], held: string[] = []) => {
    const answers: Readonly<Record<string, unknown>> = {
      eth_chainId: '0x1',
      eth_getBalance: `0x${(10n ** 18n).toString(16)}`,
      eth_estimateGas: '0x5208',
      eth_getBlockByNumber: { baseFeePerGas: '0x1' },
      eth_gasPrice: '0x2',
      eth_getTransactionCount: `0x${nextNonce.toString(16)}`,
    }
    const node = await startProvider(({ body }) => {
      // Only this project's own adapter speaks to this node.
      const { method } = JSON.parse(body) as { method: string }
      return { status: 200, body: { result: answers[method] } }
    })
    const options = { network: 'ethereum' as const }
    const order = { reference: 'one', currency: 'ETH', decimals: 18, options, address: `0x${'ab'.repeat(20)}` }
    const signed = await saysEnglish(createEvm({ http: localHttp() })).sign(
      { ...order, amount: '0.5', pending },
      held,
      {
        ...settings,
        payout_evm_ethereum_url: node.url,
      },
    )
    await node.close()
    return signed
  }

  test('signs nothing that stored payments have promised, until a block has taken them', async () => {
    const tooPoor = { kind: 'retry', halt: { scope: 'currency', seconds: 600 } }
    expect(await signWith(4, [waiting], [`${sender}:4`])).toMatchObject(tooPoor)
    expect(await signWith(5, [waiting])).toMatchObject({ kind: 'signed', nonce: 5 })
    // What fees take at most counts, also those of tokens.
    expect(await signWith(4, [{ ...waiting, currency: 'USDT-ERC20', fee: '0.6' }])).toMatchObject(tooPoor)
    expect(await signWith(4, [{ ...waiting, currency: 'USDT-ERC20' }])).toMatchObject({ kind: 'signed' })
    // Another wallet's, from before its key was changed.
    expect(await signWith(4, [{ ...waiting, sender: `0x${'1'.repeat(40)}` }])).toMatchObject({ kind: 'signed' })
  })
})

describe('a contract that says no', () => {
  const order: PayoutOrder = {
    reference: 'one',
    currency: 'USDT-ERC20',
    decimals: 6,
    options: { network: 'ethereum', contract },
    address: `0x${'ab'.repeat(20)}`,
    amount: '1',
  }
  const answers: Readonly<Record<string, unknown>> = { eth_chainId: '0x1', eth_call: `0x${'f'.repeat(64)}` }
  /** A node whose contract has 6 decimals and endless coins, and reverts in this call. */
  const signAt = async (reverting: string, decimals = 6) => {
    const node = await startProvider(({ body }) => {
      // Only this project's own adapter speaks to this node.
      const { method, params } = JSON.parse(body) as { method: string; params: { data?: string }[] }
      if (method === reverting) return { status: 200, body: { error: { code: 3, message: 'execution reverted' } } }
      const isDecimals = params[0]?.data === '0x313ce567'
      return { status: 200, body: { result: isDecimals ? `0x${decimals.toString(16)}` : answers[method] } }
    })
    const sign = await saysEnglish(createEvm({ http: localHttp() })).sign(order, [], {
      ...settings,
      payout_evm_ethereum_url: node.url,
    })
    await node.close()
    return sign
  }

  test('to one payment refuses that one; one that is no token at all waits for the owner', async () => {
    expect(await signAt('eth_estimateGas')).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining('refuses'),
    })
    const halt = { scope: 'currency', seconds: null }
    expect(await signAt('eth_call')).toMatchObject({
      kind: 'retry',
      reason: expect.stringContaining('Check its address'),
      halt,
    })
  })

  test('of other decimals than the token has is not believed: a hundred times as much would be sent', async () => {
    const reason = 'The node reports 8 decimals, but USDT-ERC20 has 6. Check the node and the contract.'
    expect(await signAt('', 8)).toEqual({ kind: 'retry', reason, halt: { scope: 'currency', seconds: null } })
  })
})

describe('the payouts of a week against the chain', () => {
  const HEAD = 50_000
  const idOf = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`
  /** A chain that has each of them in a block, but for those that are named, at a node that counts the questions. */
  const week = async (
    count: number,
    {
      deep = count,
      gone = [],
      nonces = [],
      hasTime = () => true,
    }: { deep?: number; gone?: readonly number[]; nonces?: readonly number[]; hasTime?: () => boolean } = {},
  ) => {
    const asked: string[] = []
    const node = await startProvider(({ body }) => {
      const { method, params } = JSON.parse(body) as { method: string; params: unknown[] }
      const at = HEAD - (Number(params[0] ?? 0) < deep ? 1_000 : 999)
      const receipt = { blockNumber: `0x${at.toString(16)}` }
      const isThere = !gone.some((number) => idOf(number) === params[0])
      if (method === 'eth_getTransactionReceipt') asked.push(String(params[0]))
      const results: Record<string, unknown> = {
        eth_chainId: '0x1',
        eth_getTransactionCount: '0x0',
        eth_blockNumber: `0x${HEAD.toString(16)}`,
        eth_getTransactionReceipt: isThere ? receipt : null,
      }
      return { status: 200, body: { jsonrpc: '2.0', id: 1, result: results[method] } }
    })
    const payouts = Array.from({ length: count }, (_, number) => ({
      withdrawalId: `w${number}`,
      txId: idOf(number),
      address: '',
      amount: '1',
      isPaid: true,
      at: new Date(),
    }))
    const books = { since: new Date(0), payouts, txIds: new Set<string>(), nonces, hasTime }
    const evm = createEvm({ http: localHttp() })
    const method = { currency: 'ETH', decimals: 18, options: { network: 'ethereum' } } as const
    const compare = async () => {
      asked.length = 0
      const found = await evm.compare?.({ ...settings, payout_evm_ethereum_url: node.url }, method, books)
      return { asked: asked.length, found }
    }
    return { compare, close: () => node.close() }
  }

  test('are asked for once when they are final, and in each run before', async () => {
    const { compare, close } = await week(40, { deep: 30, gone: [3, 35] })
    const missing = [
      { kind: 'missing', withdrawalId: 'w3' },
      { kind: 'missing', withdrawalId: 'w35' },
    ]
    const first = await compare()
    expect(first).toMatchObject({ asked: 40, found: missing })
    expect(await compare()).toMatchObject({ asked: 11, found: missing })
    await close()
  })

  test('are compared whatever number of nonces the site has used', async () => {
    const { compare, close } = await week(0, { nonces: Array.from({ length: 200_000 }, (_, nonce) => nonce) })
    expect(await compare()).toEqual({ asked: 0, found: [] })
    await close()
  })

  test('are asked for until the time is over, and the next run goes on', async () => {
    let questions = 0
    const { compare, close } = await week(5, { gone: [0], hasTime: () => (questions -= 1) >= 0 })
    questions = 3
    const kinds = async () => (await compare()).found?.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['missing', 'unseen', 'unseen', 'partial'])
    questions = 3
    expect(await kinds()).toEqual(['missing'])
    await close()
  })

  test('are asked for in several runs where they are many, which say what they left out', async () => {
    const { compare, close } = await week(1_400)
    const { asked, found = [] } = await compare()
    expect(asked).toBe(1_000)
    expect(found.filter(({ kind }) => kind === 'unseen')).toHaveLength(400)
    expect(found.filter(({ kind }) => kind === 'partial')).toHaveLength(1)
    expect(await compare()).toEqual({ asked: 400, found: [] })
    await close()
  })
})
