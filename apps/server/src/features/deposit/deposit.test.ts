import type { SandboxOutcome } from '@runnel/contract/deposit'
import { defaults } from '@runnel/contract/settings/settings'
import { describe, expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { balancesOf } from '#money/accounts.ts'
import { AMOUNT, depositBalance, depositRow, one, payIn } from '#test/features/depositing.ts'
import { earn } from '#test/features/withdrawing.ts'
import { refusal } from '#test/refusal.ts'
import { type Person, useWorld } from '#test/world.ts'

const world = useWorld({ connections: 40, limits: false })

const act = (person: Person, id: string, outcome: SandboxOutcome) =>
  person.deposit.sandboxPay({ params: { id }, body: { outcome } })

const transfersOf = (person: Person) =>
  world.db.raw('SELECT kind, debit, credit, amount FROM transfers WHERE debit LIKE $1 OR credit LIKE $1 ORDER BY id', [
    `deposit:${person.id}`,
  ])

describe('the ways to pay in', () => {
  test('show what each costs and that one is closed', async () => {
    await world.settings({
      deposit_methods: [
        { processor: 'sandbox', coin: '', minimum: 10, maximum: 20, feeBasisPoints: 50, enabled: true },
        { processor: 'btcpay', coin: 'BTC-LN', minimum: 10, maximum: 20, feeBasisPoints: 0, enabled: true },
        { processor: 'faucetpay', coin: '', minimum: 10, maximum: 20, feeBasisPoints: 0, enabled: false },
      ],
      deposit_faucetpay_username: 'merchant',
      exchange_bonus_percent: 5,
    })
    const person = await world.user('looks')
    const shown = await person.deposit.overview({})
    expect(shown.methods).toEqual([
      {
        _id: 'sandbox',
        processor: 'sandbox',
        currency: null,
        minimum: 10,
        maximum: 20,
        feeBasisPoints: 50,
      },
    ])
    expect((await (await world.owner()).admin.settings()).hasSandbox).toBe(true)
    expect(shown).toMatchObject({ faucetpay: 'merchant', balance: 0, depositBalance: 0 })
    expect(shown.exchange).toEqual({ minimum: 1_000, bonusPercent: 5 })
    expect(shown).toMatchObject({ items: [], totalItems: 0 })
    expect(await refusal(payIn(person, 'btcpay:BTC-LN', 15))).toMatchObject({
      status: 409,
      failure: { code: 'METHOD_CLOSED' },
    })
    expect(await refusal(payIn(person, 'faucetpay', 15))).toMatchObject({ status: 422 })
    await world.settings({ deposit_methods: defaults.deposit_methods, exchange_bonus_percent: 0 })
  })

  test('refuse what is not offered, too little and too much, beside the field', async () => {
    const person = await world.user('wishes')
    for (const [method, amount, field, code] of [
      ['nothing', AMOUNT, 'method', 'METHOD_UNKNOWN'],
      ['sandbox:BTC', AMOUNT, 'method', 'METHOD_UNKNOWN'],
      ['sandbox', 9_999, 'amount', 'AMOUNT_TOO_SMALL'],
      ['sandbox', 100_000_001, 'amount', 'AMOUNT_TOO_LARGE'],
    ] as const) {
      const refused = await refusal(payIn(person, method, amount))
      expect(refused).toMatchObject({ status: 422, failure: { code } })
      expect(Object.keys(refused.failure['errors'] ?? {})).toEqual([field])
    }
    expect((await person.deposit.overview({})).totalItems).toBe(0)
  })

  test('leave at most ten unpaid deposits, also when all are opened at once', async () => {
    const person = await world.user('opens_many')
    const opened = await Promise.allSettled(Array.from({ length: 15 }, () => payIn(person, 'sandbox')))
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await refusal(payIn(person, 'sandbox'))).toMatchObject({
      status: 409,
      failure: { code: 'TOO_MANY_OPEN_DEPOSITS' },
    })
    world.clock.turn(3_601)
    await payIn(person, 'sandbox')
    const history = await person.deposit.overview({ query: { page: '2', limit: '4' } })
    expect(history.totalItems).toBe(11)
    expect(history.items).toHaveLength(4)
  })
})

describe('the own deposits', () => {
  test('are nobody else’s', async () => {
    const [alice, bob] = [await world.user('alice'), await world.user('bob')]
    const { _id: id } = await payIn(alice, 'sandbox')
    expect(await refusal(bob.deposit.one({ params: { id } }))).toMatchObject({ status: 404 })
    expect(await refusal(act(bob, id, 'pay'))).toMatchObject({ status: 404 })
    const owner = await world.owner()
    expect(await refusal(act(owner, id, 'pay'))).toMatchObject({ status: 404 })
    expect(await refusal(alice.deposit.one({ params: { id: newId() } }))).toMatchObject({ status: 404 })
    expect(await refusal(world.guest().deposit.one({ params: { id } }))).toMatchObject({ status: 401 })
    expect((await bob.deposit.overview({})).totalItems).toBe(0)
    expect(await depositBalance(world, alice)).toBe(0)
  })
})

describe('the sandbox', () => {
  test('pays, tells the user once, and is paid only once', async () => {
    const person = await world.user('payer')
    const opened = await payIn(person, 'sandbox')
    expect(opened.depositUrl).toBe(`http://runnel.test/app/deposit/sandbox/${opened._id}`)
    const { deposit } = await act(person, opened._id, 'pay')
    expect(deposit).toMatchObject({ status: 'paid', received: AMOUNT, fee: 0, note: null, depositUrl: null })
    for (const outcome of ['pay', 'pay-double', 'fail', 'expire'] as const) {
      const later = await act(person, opened._id, outcome)
      expect(later.msg).toContain('Nothing changed')
      expect(later.deposit).toMatchObject({ status: 'paid', received: AMOUNT })
    }
    expect(await depositBalance(world, person)).toBe(AMOUNT)
    await world.runJobs()
    expect(world.mails.filter(({ to }) => to === 'payer@example.com').map(({ subject }) => subject)).toEqual([
      'Your Runnel deposit was received',
    ])
    const { notification } = await person.user.me()
    expect(notification.notifications.filter(({ kind }) => kind === 'deposit-credited')).toEqual([
      expect.objectContaining({ values: { amount: AMOUNT } }),
    ])
  })

  test('pays half, double, late, and after a failure', async () => {
    const person = await world.user('odd_payer')
    const half = await payIn(person, 'sandbox', 30_001)
    expect((await act(person, half._id, 'pay-half')).deposit).toMatchObject({ received: 15_000, note: 'underpaid' })
    const double = await payIn(person, 'sandbox')
    expect((await act(person, double._id, 'pay-double')).deposit).toMatchObject({
      received: 1_000_000,
      note: 'overpaid',
    })
    const failed = await payIn(person, 'sandbox')
    expect((await act(person, failed._id, 'fail')).deposit).toMatchObject({ status: 'failed', received: 0 })
    expect((await act(person, failed._id, 'pay')).deposit).toMatchObject({ status: 'paid', received: AMOUNT })
    const late = await payIn(person, 'sandbox')
    expect((await act(person, late._id, 'expire')).deposit).toMatchObject({ status: 'expired' })
    expect((await act(person, late._id, 'pay')).deposit).toMatchObject({ status: 'paid', note: 'late' })
    expect(await depositBalance(world, person)).toBe(15_000 + 1_000_000 + AMOUNT + AMOUNT)
  })

  test('credits once when fifty payers press at once', async () => {
    const person = await world.user('presses')
    const { _id: id } = await payIn(person, 'sandbox')
    await Promise.all(Array.from({ length: 50 }, () => act(person, id, 'pay')))
    expect(await depositBalance(world, person)).toBe(AMOUNT)
    expect(await transfersOf(person)).toHaveLength(1)
  })

  test('keeps the fee of the moment when it was opened', async () => {
    const person = await world.user('pays_a_fee')
    const costly = { processor: 'sandbox', coin: '', minimum: 1, maximum: AMOUNT, feeBasisPoints: 255, enabled: true }
    await world.settings({ deposit_methods: [{ ...costly, processor: 'sandbox' }] })
    const opened = await payIn(person, 'sandbox', 9_999)
    await world.settings({ deposit_methods: defaults.deposit_methods })
    const { deposit } = await act(person, opened._id, 'pay')
    expect(deposit).toMatchObject({ received: 9_999, fee: 255 })
    expect(await depositBalance(world, person)).toBe(9_744)
    const account = `deposit:${person.id}`
    expect(await transfersOf(person)).toEqual([
      { kind: 'deposit', debit: 'external:deposit:USD', credit: account, amount: 9_999 },
      { kind: 'deposit-fee', debit: account, credit: 'house:fee', amount: 255 },
    ])
    await world.runJobs()
    const values = (await person.user.me()).notification.notifications.map((note) => note.values)
    expect(values).toContainEqual({ amount: 9_744 })
  })

  test('ends by itself when nobody pays', async () => {
    const person = await world.user('forgets')
    const deposit = await payIn(person, 'sandbox')
    world.clock.turn(3_601)
    expect(await one(person, deposit)).toMatchObject({ status: 'waiting', depositUrl: null })
    await world.runJob('deposits.poll')
    expect((await one(person, deposit)).status).toBe('expired')
    expect((await depositRow(world, deposit)).poll_at).not.toBeNull()
  })

  test('calls nobody, so its address takes nothing', async () => {
    const answer = await world.guest().raw({ method: 'POST', path: '/api/deposit/webhook/sandbox', body: {} })
    expect(answer).toMatchObject({ status: 200, body: { text: 'OK' } })
    const other = await world.guest().raw({ method: 'POST', path: '/api/deposit/webhook/other', body: {} })
    expect(other).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })
})

describe('exchanging', () => {
  const exchange = (person: Person, amount: number, idempotencyKey?: string) =>
    person.deposit.exchange({ body: { amount }, ...(idempotencyKey === undefined ? {} : { idempotencyKey }) })

  test('moves earnings one to one, and says both balances', async () => {
    const person = await world.user('moves')
    await earn(world, person, 5_000)
    expect(await exchange(person, 2_000)).toMatchObject({
      amount: 2_000,
      bonus: 0,
      balance: 3_000,
      depositBalance: 2_000,
    })
    expect(await refusal(exchange(person, 999))).toMatchObject({ status: 422, failure: { errors: expect.anything() } })
    expect(await refusal(exchange(person, 3_001))).toMatchObject({
      status: 409,
      failure: { code: 'INSUFFICIENT_BALANCE' },
    })
    expect(await refusal(exchange(person, Number.MAX_SAFE_INTEGER))).toMatchObject({ status: 409 })
    for (const amount of [0, -5, 1.5]) expect(await refusal(exchange(person, amount))).toMatchObject({ status: 422 })
    expect(await refusal(world.guest().deposit.exchange({ body: { amount: 1_000 } }))).toMatchObject({ status: 401 })
    expect(await balancesOf(world.db.read, person.id)).toMatchObject({ main: 3_000, deposit: 2_000 })
  })

  test('adds the bonus of the site, rounded down', async () => {
    const person = await world.user('gets_more')
    await earn(world, person, 1_999)
    await world.settings({ exchange_bonus_percent: 7 })
    expect(await exchange(person, 1_999)).toMatchObject({ bonus: 139, balance: 0, depositBalance: 2_138 })
    await world.settings({ exchange_bonus_percent: 0 })
    expect((await transfersOf(person)).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['exchange', 1_999],
      ['exchange-bonus', 139],
    ])
  })

  test('twice at once with one key moves once', async () => {
    const person = await world.user('sends_twice')
    await earn(world, person, 10_000)
    const answers = await Promise.all([1, 2, 3].map(() => exchange(person, 1_000, 'the-same-key')))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await balancesOf(world.db.read, person.id)).toMatchObject({ main: 9_000, deposit: 1_000 })
    expect(await refusal(exchange(person, 2_000, 'the-same-key'))).toMatchObject({ status: 409 })
  })

  test('a hundred at once never spend more than there is', async () => {
    const person = await world.user('overspends')
    await earn(world, person, 30_500)
    const settled = await Promise.allSettled(Array.from({ length: 100 }, () => exchange(person, 1_000)))
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(30)
    expect(await balancesOf(world.db.read, person.id)).toMatchObject({ main: 500, deposit: 30_000 })
  })
})
