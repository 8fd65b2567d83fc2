import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransferKind } from '@runnel/contract/account/user-kinds'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { balancesOf, houseAccount, openEscrow, escrowAccount, userAccount } from '#money/accounts.ts'
import { clawBack, reverse } from '#money/claw-back.ts'
import { findTransfer, type Leg, post } from '#money/ledger.ts'
import { auditBooks } from '#money/reconcile.ts'
import { reward } from '#money/reward.ts'
import { statementPage } from '#money/statement.ts'
import { past } from '#test/books.ts'
import { owe } from '#test/features/walling.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 50 })

const house = houseAccount('adjustment')
const write = <T>(work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  world.db.write((tx) => work(tx, world.clock.now()))

let count = 0
/** Somebody who owes so much. */
const debtor = async (debt: number): Promise<string> => {
  count += 1
  const { id } = await world.user(`debtor_${count}`)
  await owe(world, { id }, debt)
  return id
}

type Spendable = 'main' | 'deposit'

const credit = (
  userId: string,
  amount: number,
  kind: TransferKind = 'adjustment',
  account: Spendable = 'main',
): Leg => ({
  kind,
  debit: house,
  credit: userAccount(userId, account),
  amount,
  key: `${kind}:${newId()}`,
  // It is posted here without the account being counted what it is paid.
  ...(kind === 'faucet' ? {} : { meta: { allowance: 0 } }),
})

const ownedBy = (userId: string) => balancesOf(world.db.read, userId)

/** What each kind of movement credits of what a user can spend. A new kind does not compile without its line. */
const credits: Readonly<Record<TransferKind, readonly Spendable[]>> = {
  faucet: ['main'],
  'withdraw-request': [],
  'withdraw-refund': ['main'],
  'withdraw-paid': [],
  'withdraw-fee': [],
  deposit: ['deposit'],
  'deposit-fee': [],
  exchange: ['deposit'],
  'exchange-bonus': ['deposit'],
  'campaign-fund': [],
  'campaign-refund': ['deposit'],
  ptc: ['main'],
  'ptc-fee': [],
  'ptc-return': [],
  'ptc-fee-return': [],
  offerwall: ['main'],
  'offerwall-hold': [],
  'offerwall-charge-back': [],
  'task-fund': [],
  'task-refund': ['deposit'],
  'task-hold': [],
  'task-undo': [],
  task: ['main'],
  'task-fee': [],
  link: ['main'],
  bonus: ['main'],
  challenge: ['main'],
  coupon: ['main'],
  referral: ['main'],
  leaderboard: ['main'],
  'debt-cover': [],
  'debt-repay': [],
  release: ['main'],
  adjustment: ['main', 'deposit'],
  import: ['main', 'deposit'],
  reversal: ['main', 'deposit'],
  waived: [],
}

/** Of these the table says in words that they go either way. */
const eitherWay: readonly TransferKind[] = ['adjustment', 'reversal']

test('the table of movements says of each kind what it credits, as it is tested here', async () => {
  const text = await readFile(join(import.meta.dirname, '../../../../docs/money.md'), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)` \|([^|]+)\|([^|]+)\|/gm)]
  const told = new Map(rows.map(([, kind = '', , credited = '']) => [kind, credited]))
  for (const kind of TransferKind.options.filter((one) => !eitherWay.includes(one))) {
    const found = (['main', 'deposit'] as const).filter((account) => told.get(kind)?.includes(`\`${account}:<`))
    expect({ kind, found }).toEqual({ kind, found: credits[kind] })
  }
})

const crediting = TransferKind.options.flatMap((kind) => credits[kind].map((account) => [kind, account] as const))

test.each(crediting)('%s to the %s balance of somebody in debt repays it first, to the unit', async (kind, account) => {
  const id = await debtor(100)
  const first = await write((tx, now) => post(tx, [credit(id, 30, kind, account)], now))
  expect(first).toMatchObject({ isNew: true, creditBalance: 0 })
  expect(await ownedBy(id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 70 })
  const second = await write((tx, now) => post(tx, [credit(id, 80, kind, account)], now))
  expect(second).toMatchObject({ isNew: true, creditBalance: 10 })
  expect(await ownedBy(id)).toEqual({ main: 0, deposit: 0, held: 0, debt: 0, [account]: 10 })
  if (kind === 'faucet') await world.db.raw('UPDATE users SET allowance_used = 110 WHERE id = $1', [id])
})

describe('a debt', () => {
  test('is repaid once for each movement, however often and at once it is posted', async () => {
    const id = await debtor(1_000)
    const leg = credit(id, 300)
    const all = await Promise.all(Array.from({ length: 40 }, () => write((tx, now) => post(tx, [leg], now))))
    expect(all.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await ownedBy(id)).toMatchObject({ main: 0, debt: 700 })
    await Promise.all(Array.from({ length: 60 }, () => write((tx, now) => post(tx, [credit(id, 20)], now))))
    expect(await ownedBy(id)).toMatchObject({ main: 500, debt: 0 })
  })

  test('arises once for each taking back, also where there is nothing to take and nothing to cover', async () => {
    const id = await debtor(10)
    const wall = newId()
    const again = await Promise.all(Array.from({ length: 10 }, () => owe(world, { id }, 50, wall)))
    expect(again.filter(({ isNew }) => isNew)).toEqual([{ isNew: true, taken: 0, becameDebt: 50 }])
    const leg: Leg = { ...credit(id, 7), debit: userAccount(id, 'main'), credit: house }
    const act = () => write((tx, now) => clawBack(tx, { leg, userId: id, reason: 'by hand', now }))
    expect((await Promise.all([act(), act(), act()])).filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await ownedBy(id)).toMatchObject({ debt: 67 })
    expect(await findTransfer(world.db.read, `debt-cover:${leg.key}`), 'the covering account gets it').toBeUndefined()
  })

  test('is taken from the main balance, then from the deposit balance, and never from what is held', async () => {
    const { id } = await world.user('three_pockets')
    const held: Leg = { ...credit(id, 40), kind: 'offerwall-hold', credit: userAccount(id, 'held') }
    await write((tx, now) => post(tx, [credit(id, 100), credit(id, 60, 'import', 'deposit'), held], now))
    expect(await owe(world, { id }, 150)).toEqual({ isNew: true, taken: 150, becameDebt: 0 })
    expect(await ownedBy(id)).toEqual({ main: 0, deposit: 10, held: 40, debt: 0 })
    expect(await owe(world, { id }, 35)).toEqual({ isNew: true, taken: 10, becameDebt: 25 })
    expect(await ownedBy(id)).toEqual({ main: 0, deposit: 0, held: 40, debt: 25 })
    const released: Leg = { ...credit(id, 40, 'offerwall'), debit: userAccount(id, 'held') }
    await write((tx, now) => post(tx, [released], now))
    expect(await ownedBy(id)).toEqual({ main: 15, deposit: 0, held: 0, debt: 0 })
  })

  test('is repaid out of what a whole posting leaves, so that its fee is paid as well', async () => {
    const id = await debtor(1_000)
    const paid = credit(id, 500, 'deposit', 'deposit')
    const fee: Leg = {
      ...paid,
      kind: 'deposit-fee',
      debit: paid.credit,
      credit: houseAccount('fee'),
      amount: 25,
      key: newId(),
    }
    expect(await write((tx, now) => post(tx, [paid, fee], now))).toMatchObject({ creditBalance: 0 })
    expect(await ownedBy(id)).toMatchObject({ deposit: 0, debt: 525 })
    const lines = (await statementPage(world.db.read, { userId: id }, { offset: 0, limit: 10 })).rows
    expect(lines.map(({ kind, amount, balanceAfter }) => [kind, amount, balanceAfter])).toEqual([
      ['debt-repay', -475, 0],
      ['deposit-fee', -25, 475],
      ['deposit', 500, 500],
    ])
  })

  test('of one among many in a posting concerns nobody else', async () => {
    const [owing, other] = [await debtor(50), (await world.user('no_debt')).id]
    await write((tx, now) => post(tx, [credit(owing, 20), credit(other, 20), credit(owing, 40)], now))
    expect(await ownedBy(owing)).toMatchObject({ main: 10, debt: 0 })
    expect(await ownedBy(other)).toMatchObject({ main: 20, debt: 0 })
  })

  test('is repaid by a reversal that gives back, and by a reward, which tells the balance afterwards', async () => {
    const { id } = await world.user('given_back')
    await write((tx, now) => post(tx, [credit(id, 80)], now))
    const taken: Leg = { ...credit(id, 80), debit: userAccount(id, 'main'), credit: house }
    await write((tx, now) => post(tx, [taken], now))
    await owe(world, { id }, 100)
    await write((tx, now) => reverse(tx, { key: taken.key, reason: 'a mistake', now }))
    expect(await ownedBy(id)).toMatchObject({ main: 0, debt: 20 })
    const given = { userId: id, source: 'coupon', amount: 30, exp: 5, key: `coupon:${newId()}` } as const
    expect(await write((tx, now) => reward(tx, given, now))).toMatchObject({ balance: 10, totalEarned: 30, exp: 5 })
  })

  test('with everything at once: what was credited is repaid or owned and nothing deadlocks', async () => {
    const [ann, ben] = [await debtor(500), await debtor(500)]
    const campaign = newId()
    await write((tx, now) => openEscrow(tx, campaign, now))
    const toBoth = (turn: number): [Leg, Leg] =>
      turn % 2 === 0
        ? [credit(ann, 10), credit(ben, 5, 'import', 'deposit')]
        : [credit(ben, 10), credit(ann, 5, 'import', 'deposit')]
    const view = (userId: string): Leg => ({
      kind: 'ptc-return',
      debit: userAccount(userId, 'main'),
      credit: escrowAccount(campaign),
      amount: 3,
      key: `ptc-return:${newId()}`,
    })
    const done = await Promise.allSettled(
      Array.from({ length: 120 }, (_, turn) => {
        const userId = turn % 4 < 2 ? ann : ben
        if (turn % 3 > 0) return write((tx, now) => post(tx, toBoth(turn), now))
        return write((tx, now) => clawBack(tx, { leg: view(userId), userId, reason: 'invalid', now }))
      }),
    )
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([])
    const [one, two] = [await ownedBy(ann), await ownedBy(ben)]
    const worth = [one, two].reduce((sum, { main, deposit, debt }) => sum + main + deposit - debt, 0)
    expect(worth).toBe(80 * 15 - 40 * 3 - 1_000)
    await write((tx, now) => post(tx, [{ ...credit(ann, 120), debit: escrowAccount(campaign), credit: house }], now))
  })

  test('beside a balance, or another than was written down, is found by the audit', async () => {
    const id = await debtor(50)
    const mismatches = async () => (await auditBooks(world.db.read)).mismatches.map(({ account }) => account)
    await world.db.raw(`UPDATE accounts SET debt = 49 WHERE name = 'main:' || $1 AND ${past}`, [id])
    expect(await mismatches()).toEqual([`main:${id} (debt)`])
    await world.db.raw(`UPDATE accounts SET debt = 50, balance = 1 WHERE name = 'main:' || $1 AND ${past}`, [id])
    expect(await mismatches()).toContain(`main:${id} (in debt)`)
    await world.db.raw(`UPDATE accounts SET balance = 0 WHERE name = 'main:' || $1 AND ${past}`, [id])
    await world.db.raw(`UPDATE accounts SET balance = 1 WHERE name = 'deposit:' || $1 AND ${past}`, [id])
    expect(await mismatches()).toContain(`main:${id} (in debt)`)
    await world.db.raw(`UPDATE accounts SET balance = 0 WHERE name = 'deposit:' || $1 AND ${past}`, [id])
    const elsewhere = world.db.raw(`UPDATE accounts SET debt = 1 WHERE name = 'deposit:' || $1 AND ${past}`, [id])
    await expect(elsewhere).rejects.toThrow('check')
  })
})
