import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { Refusal } from '#kernel/refusal.ts'
import { balancesOf, houseAccount, openUserAccounts, userAccount } from '#money/accounts.ts'
import { reverse } from '#money/claw-back.ts'
import { findTransfer, type Leg, post } from '#money/ledger.ts'
import { auditBooks } from '#money/reconcile.ts'
import { reward } from '#money/reward.ts'
import { past } from '#test/books.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 50 })

const write = <T>(work: (tx: Tx, now: Date) => Promise<T>): Promise<T> =>
  world.db.write((tx) => work(tx, world.clock.now()))

/** Somebody who owns accounts; the ledger asks for no more. */
const someone = async (): Promise<string> => {
  const id = newId()
  await write((tx, now) => openUserAccounts(tx, id, now))
  return id
}

let earners = 0
/** A whole user, who can also be rewarded. */
const earner = async (): Promise<string> => {
  earners += 1
  return (await world.user(`earner${earners}`)).id
}

const mainOf = async (id: string): Promise<number> => (await balancesOf(world.db.read, id)).main

const gift = (to: string, amount: number, key = `gift:${newId()}`): Leg => ({
  kind: 'adjustment',
  debit: houseAccount('adjustment'),
  credit: userAccount(to, 'main'),
  amount,
  key,
})
const transfer = (from: string, to: string, amount: number, key = `move:${newId()}`): Leg => ({
  kind: 'adjustment',
  debit: userAccount(from, 'main'),
  credit: userAccount(to, 'main'),
  amount,
  key,
})
const give = (to: string, amount: number) => write((tx, now) => post(tx, [gift(to, amount)], now))

describe('posting', () => {
  test('moves an amount once for each key, and returns whether it was new', async () => {
    const ann = await someone()
    const leg = gift(ann, 500, `once:${ann}`)
    expect(await write((tx, now) => post(tx, [leg], now))).toMatchObject({ isNew: true, creditBalance: 500 })
    expect(await write((tx, now) => post(tx, [leg], now))).toMatchObject({ isNew: false })
    const twenty = await Promise.all(Array.from({ length: 20 }, () => write((tx, now) => post(tx, [leg], now))))
    expect(twenty.some(({ isNew }) => isNew)).toBe(false)
    expect(await mainOf(ann)).toBe(500)
  })

  test('of one key by 200 at once moves it once', async () => {
    const ann = await someone()
    const leg = gift(ann, 7, `race:${ann}`)
    const posted = await Promise.all(Array.from({ length: 200 }, () => write((tx, now) => post(tx, [leg], now))))
    expect(posted.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await mainOf(ann)).toBe(7)
  })

  test('a key that was used for another transfer is an error of ours', async () => {
    const [ann, ben] = [await someone(), await someone()]
    const key = `taken:${ann}`
    await write((tx, now) => post(tx, [gift(ann, 5, key)], now))
    for (const other of [gift(ann, 6, key), gift(ben, 5, key)]) {
      await expect(write((tx, now) => post(tx, [other], now))).rejects.toMatchObject({ code: 'RN004' })
    }
    expect([await mainOf(ann), await mainOf(ben)]).toEqual([5, 0])
  })

  test('more than there is, is refused in words, and nothing of the whole posting moves', async () => {
    const [ann, ben] = [await someone(), await someone()]
    await give(ann, 100)
    const legs: [Leg, Leg] = [transfer(ann, ben, 60), transfer(ann, ben, 41)]
    const refused = await write((tx, now) => post(tx, legs, now)).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ status: 409, failure: { code: 'INSUFFICIENT_BALANCE' } })
    expect([await mainOf(ann), await mainOf(ben)]).toEqual([100, 0])
    expect(await findTransfer(world.db.read, legs[0].key)).toBeUndefined()
  })

  test('several legs are all new or none, and see one another', async () => {
    const [ann, ben, cem] = [await someone(), await someone(), await someone()]
    await give(ann, 100)
    await write((tx, now) => post(tx, [transfer(ann, ben, 100), transfer(ben, cem, 99)], now))
    expect([await mainOf(ann), await mainOf(ben), await mainOf(cem)]).toEqual([0, 1, 99])
    const half = [transfer(cem, ann, 1, `half:${ann}`), transfer(cem, ann, 2, `other:${ann}`)] as const
    await write((tx, now) => post(tx, [half[0]], now))
    await expect(write((tx, now) => post(tx, [...half], now))).rejects.toMatchObject({ code: 'RN004' })
    expect(await mainOf(cem)).toBe(98)
  })

  test('to an account that does not exist, of nothing, or of less is an error of ours', async () => {
    const ann = await someone()
    await give(ann, 10)
    await expect(write((tx, now) => post(tx, [transfer(ann, newId(), 1)], now))).rejects.toMatchObject({
      code: 'RN003',
    })
    for (const amount of [0, -1, 0.5, Number.NaN, 2 ** 53]) {
      await expect(write((tx, now) => post(tx, [gift(ann, amount)], now))).rejects.toThrow('positive amount')
    }
    expect(await mainOf(ann)).toBe(10)
  })

  test('200 opposite transfers at once end without a deadlock and to the unit', async () => {
    const [ann, ben] = [await someone(), await someone()]
    for (const id of [ann, ben]) await give(id, 1_000)
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, turn) =>
        write((tx, now) => post(tx, [turn % 2 === 0 ? transfer(ann, ben, 3) : transfer(ben, ann, 2)], now)),
      ),
    )
    expect(results.filter(({ status }) => status === 'rejected')).toEqual([])
    expect([await mainOf(ann), await mainOf(ben)]).toEqual([900, 1_100])
  })
})

describe('a reversal', () => {
  test('undoes a transfer once, names it, and is refused when the money is gone', async () => {
    const [ann, ben] = [await someone(), await someone()]
    const leg = gift(ann, 50)
    await write((tx, now) => post(tx, [leg], now))
    const undo = () => write((tx, now) => reverse(tx, { key: leg.key, reason: 'a mistake', now }))
    await write((tx, now) => post(tx, [transfer(ann, ben, 20)], now))
    await expect(undo()).rejects.toMatchObject({ failure: { code: 'INSUFFICIENT_BALANCE' } })
    await write((tx, now) => post(tx, [transfer(ben, ann, 20)], now))
    expect(await undo()).toMatchObject({ isNew: true })
    expect(await undo()).toMatchObject({ isNew: false })
    expect(await mainOf(ann)).toBe(0)
    const original = await findTransfer(world.db.read, leg.key)
    const undone = await findTransfer(world.db.read, `reversal:${original?.id}`)
    expect(undone).toMatchObject({ kind: 'reversal', amount: 50, debit: leg.credit, credit: leg.debit })
  })
})

describe('a reward', () => {
  test('of one key by 200 at once pays once, with its exp and its day counted once', async () => {
    const person = await world.user('winner')
    const given = { userId: person.id, source: 'faucet', amount: 30, exp: 110, key: `faucet:${person.id}` } as const
    const paid = await Promise.all(Array.from({ length: 200 }, () => write((tx, now) => reward(tx, given, now))))
    expect(paid.filter(({ isNew }) => isNew)).toHaveLength(1)
    const { user } = await person.user.me()
    expect(user).toMatchObject({ balance: 30, totalEarned: 30, faucetClaim: 1, level: 2, progress: { exp: 110 } })
    expect((await person.user.stats()).today).toEqual({ earned: 30, claims: 1 })
  })
})

type Step =
  | { readonly do: 'gift'; readonly to: number; readonly amount: number }
  | { readonly do: 'reward'; readonly to: number; readonly amount: number }
  | { readonly do: 'move'; readonly from: number; readonly to: number; readonly amount: number }
  | { readonly do: 'chain'; readonly from: number; readonly amount: number }
  | { readonly do: 'again'; readonly of: number }
  | { readonly do: 'undo'; readonly of: number }

const PEOPLE = 4
const person = fc.nat({ max: PEOPLE - 1 })
const amount = fc.integer({ min: 1, max: 1_000 })
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('gift'), to: person, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reward'), to: person, amount }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('move'), from: person, to: person, amount }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('chain'), from: person, amount }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('again'), of: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo'), of: fc.nat() }) },
)

/** A naive ledger: the real one must agree with it after every step. */
class Model {
  readonly balances = Array.from({ length: PEOPLE }, () => 0)
  readonly earned = Array.from({ length: PEOPLE }, () => 0)
  readonly posted: { from: number | null; to: number; amount: number; leg: Leg; undone: boolean }[] = []

  /** Whether all moves in order leave everybody at zero or above; if so they are made. */
  apply(moves: readonly { from: number | null; to: number | null; amount: number }[]): boolean {
    const next = [...this.balances]
    for (const { from, to, amount: moved } of moves) {
      if (from !== null) next[from] = (next[from] ?? 0) - moved
      if (from !== null && (next[from] ?? 0) < 0) return false
      if (to !== null) next[to] = (next[to] ?? 0) + moved
    }
    this.balances.splice(0, PEOPLE, ...next)
    return true
  }
}

const play = async (ids: readonly string[], model: Model, one: Step): Promise<void> => {
  const at = (index: number): string => ids[index] ?? ''
  const tryPost = async (legs: readonly [Leg, ...Leg[]]) => {
    const outcome = await write((tx, now) => post(tx, legs, now)).catch((error: unknown) => error)
    return outcome instanceof Error ? (expect(outcome).toBeInstanceOf(Refusal), undefined) : outcome
  }
  if (one.do === 'reward') {
    const given = {
      userId: at(one.to),
      source: 'faucet',
      amount: one.amount,
      exp: 1,
      key: `faucet:${newId()}`,
    } as const
    const first = await write((tx, now) => reward(tx, given, now))
    const second = await write((tx, now) => reward(tx, given, now))
    model.apply([{ from: null, to: one.to, amount: one.amount }])
    const earned = (model.earned[one.to] ?? 0) + one.amount
    model.earned[one.to] = earned
    expect(first).toMatchObject({ isNew: true, totalEarned: earned })
    expect(second).toMatchObject({ isNew: false, totalEarned: earned, balance: first.balance })
  } else if (one.do === 'gift' || one.do === 'move') {
    const from = one.do === 'move' ? one.from : null
    if (from === one.to) return
    const leg = from === null ? gift(at(one.to), one.amount) : transfer(at(from), at(one.to), one.amount)
    const allowed = model.apply([{ from, to: one.to, amount: one.amount }])
    expect(Boolean(await tryPost([leg]))).toBe(allowed)
    if (allowed) model.posted.push({ from, to: one.to, amount: one.amount, leg, undone: false })
  } else if (one.do === 'chain') {
    const hops = [one.from, (one.from + 1) % PEOPLE, (one.from + 2) % PEOPLE] as const
    const moves = [
      { from: hops[0], to: hops[1], amount: one.amount },
      { from: hops[1], to: hops[2], amount: one.amount * 2 },
    ]
    const allowed = model.apply(moves)
    const legs = [
      transfer(at(hops[0]), at(hops[1]), one.amount),
      transfer(at(hops[1]), at(hops[2]), one.amount * 2),
    ] as const
    expect(Boolean(await tryPost([...legs]))).toBe(allowed)
  } else if (model.posted.length > 0) {
    const entry = model.posted[one.of % model.posted.length]
    if (entry === undefined) return
    if (one.do === 'again') {
      expect(await tryPost([entry.leg])).toMatchObject({ isNew: false })
      return
    }
    const outcome = await write((tx, now) => reverse(tx, { key: entry.leg.key, reason: 'play', now })).catch(
      (error: unknown) => error,
    )
    if (entry.undone) return expect(outcome).toMatchObject({ isNew: false })
    const allowed = model.apply([{ from: entry.to, to: entry.from, amount: entry.amount }])
    if (allowed) expect(outcome).toMatchObject({ isNew: true })
    else expect(outcome).toBeInstanceOf(Refusal)
    entry.undone = allowed
  }
}

test('random histories agree with books kept by hand, and always balance', async () => {
  const seed = Number(process.env['LEDGER_SEED'] ?? 20_261_120)
  console.info(`ledger histories from LEDGER_SEED=${seed}`)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const ids = await Promise.all(Array.from({ length: PEOPLE }, earner))
      const model = new Model()
      for (const one of steps) await play(ids, model, one)
      expect(await Promise.all(ids.map(mainOf))).toEqual(model.balances)
      expect((await auditBooks(world.db.read)).mismatches).toEqual([])
    }),
    { seed, numRuns: 25 },
  )
})

test('the database itself refuses a negative balance and a change of history', async () => {
  const ann = await someone()
  await give(ann, 5)
  const attempts: [string, string][] = [
    [`UPDATE accounts SET balance = -1 WHERE name = 'main:${ann}' AND ${past}`, '23514'],
    [`UPDATE accounts SET balance = balance + 1 WHERE name = 'main:${ann}'`, 'RN001'],
    [`UPDATE accounts SET debt = 1 WHERE name = 'main:${ann}'`, 'RN001'],
    [`UPDATE accounts SET owner = NULL WHERE name = 'main:${ann}'`, 'RN001'],
    [`DELETE FROM accounts WHERE name = 'main:${ann}'`, 'RN001'],
    [`INSERT INTO accounts (name, owner, balance, opened_at) VALUES ('main:x', '${ann}', 1, now())`, 'RN001'],
    ['UPDATE transfers SET amount = amount + 1', 'RN001'],
    ['DELETE FROM transfers', 'RN001'],
    ['TRUNCATE transfers', 'RN001'],
  ]
  for (const [statement, code] of attempts) {
    await expect(world.db.raw(statement), statement).rejects.toMatchObject({ code })
  }
})
