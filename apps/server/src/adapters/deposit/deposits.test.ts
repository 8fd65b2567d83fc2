import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, type Db } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { createLog } from '#kernel/log.ts'
import { createSecrets } from '#kernel/secrets.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import type { DepositConfig } from './deposit.ts'
import { createDeposits } from './deposits.ts'
import { createHttp } from './http.ts'

const clock = () => new Date('2026-03-10T09:00:00.000Z')
const config: DepositConfig = {
  btcpay: { url: '', apiKey: '', storeId: '', webhookSecret: '' },
  nowpayments: { url: '', apiKey: '', ipnSecret: '' },
  faucetpay: { url: '', username: '' },
}
let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase()
  db = connect({ url: database.url, size: 2, log: createLog('silent') })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const depositsOf = (site: { isProduction: boolean; isDemo: boolean }) =>
  createDeposits({ db, clock, secrets: createSecrets('test'), http: createHttp(), ...site })

describe('the processors of a site', () => {
  it('are all four while it is built, three in production and the sandbox alone in the demonstration', () => {
    const names = (site: { isProduction: boolean; isDemo: boolean }) => Object.keys(depositsOf(site)).toSorted()
    const real = ['btcpay', 'faucetpay', 'nowpayments']
    expect(names({ isProduction: false, isDemo: false })).toEqual([...real, 'sandbox'])
    expect(names({ isProduction: true, isDemo: false })).toEqual(real)
    expect(names({ isProduction: true, isDemo: true })).toEqual(['sandbox'])
    expect(names({ isProduction: false, isDemo: true })).toEqual(['sandbox'])
  })

  it('are closed until the owner has set them up', () => {
    const { sandbox, ...real } = depositsOf({ isProduction: false, isDemo: false })
    for (const processor of Object.values(real))
      expect(inEnglish(processor?.closed(config) ?? '')).toMatch(/ needs .+\.$/)
    expect(sandbox?.closed(config)).toBeNull()
  })
})

describe('the sandbox', () => {
  const opened = async () => {
    const { sandbox } = depositsOf({ isProduction: false, isDemo: false })
    const page = 'http://runnel.test/app/deposit'
    const order = { id: newId(), amount: '5.00000', currency: 'USD', coin: null, description: 'Deposit' }
    const urls = { returnUrl: page, cancelUrl: page, webhookUrl: `${page}/webhook`, expiresAt: clock() }
    const open = () => sandbox?.open(config, { ...order, ...urls })
    const question = {
      depositId: order.id,
      providerId: order.id,
      amount: order.amount,
      currency: 'USD',
      received: '0',
      tokens: [],
    }
    const set = (status: 'paid' | 'expired' | 'failed', paid: string | null = null) =>
      db.write((tx) =>
        tx
          .updateTable('sandbox_deposits')
          .set({ status, paid, paid_id: paid === null ? null : `sandbox-${order.id}` })
          .where('reference', '=', order.id)
          .execute(),
      )
    return { order, open, set, look: () => sandbox?.fetchInvoice(config, question), first: await open() }
  }

  it('opens one invoice at a page of this site, however often it is told', async () => {
    const { order, open, first, look } = await opened()
    const depositUrl = `http://runnel.test/app/deposit/sandbox/${order.id}`
    expect(first).toEqual({ kind: 'opened', providerId: order.id, depositUrl })
    expect(await open()).toEqual(first)
    expect(await look()).toEqual({ kind: 'waiting' })
  })

  it.each([
    ['5', 'exact', '5'],
    ['2.5', 'partial', '2.5'],
    ['10', 'over', '10'],
  ])('tells that %s were paid', async (amount, note, paid) => {
    const { order, set, look } = await opened()
    await set('paid', amount)
    expect(await look()).toEqual({ kind: 'paid', note, payments: [{ paidId: `sandbox-${order.id}`, paid }] })
  })

  it.each(['expired', 'failed'] as const)('tells that an invoice has %s', async (status) => {
    const { set, look } = await opened()
    await set(status)
    expect(await look()).toEqual({ kind: status })
  })
})
