import { expect, test } from 'vitest'
import { openAllowances } from '#kernel/http/allowance.ts'
import { Refusal } from '#kernel/refusal.ts'
import { until } from '#test/waiting.ts'
import { alone, type FromProcess, openSiblings, shareCounts, type Siblings, type ToProcess } from './siblings.ts'

/** So many siblings whose messages are passed on as the first process does; `told` is called for what one tells all. */
const family = (count: number, told: () => void = () => undefined): Siblings[] => {
  const heard: ((message: ToProcess) => void)[] = []
  const passOn = (from: number, message: FromProcess): void => {
    const others = heard.filter((_, index) => index !== from)
    if (message.kind === 'tell') {
      for (const hear of others) hear(message)
      told()
    }
    if (message.kind === 'ask') for (const hear of others) hear({ ...message, from })
    if (message.kind === 'answer') heard[message.to]?.(message)
  }
  return Array.from({ length: count }, (_, index) => {
    const channel = {
      send: (message: FromProcess) => void setImmediate(passOn, index, message),
      onMessage: (hear: (message: ToProcess) => void) => void heard.push(hear),
    }
    return openSiblings(channel, count)
  })
}

test('asking gives the answers of all others, and of those that answer when one does not', async () => {
  const [first, second, third] = family(3)
  second?.answer('age', async () => 2)
  third?.answer('age', async () => 3)
  expect((await first?.ask('age'))?.toSorted()).toEqual([2, 3])
  third?.answer('age', async () => {
    throw new Error('it cannot say')
  })
  expect(await first?.ask('age')).toEqual([2])
  expect(await alone.ask('age')).toEqual([])
})

test('counts are told to the others, added up, and never to oneself', async () => {
  const applied: [number, string, number][] = []
  const shares = family(3).map((siblings, index) =>
    shareCounts(siblings, 'points', (key, amount) => void applied.push([index, key, amount])),
  )
  shares[0]?.add('alice', 1)
  shares[0]?.add('alice', 2)
  shares[0]?.add('bob', 5)
  await until('the counts to reach the others', () => applied.length >= 4)
  expect(applied).toEqual([
    [1, 'alice', 3],
    [1, 'bob', 5],
    [2, 'alice', 3],
    [2, 'bob', 5],
  ])
})

test('processor time that one process gave away is gone in the others', async () => {
  const now = (): number => 0
  let told = 0
  const both = family(2, () => void (told += 1))
  const [one, other] = both.map((siblings) => openAllowances({ guest: 20, member: 15 }, { now, siblings }))
  const guest = { kind: 'guest', who: '10.0.0.0/24' } as const
  await one?.spend(guest, 700)
  await until('the other process to be told', () => told === 1)
  await expect(other?.spend(guest, 1)).rejects.toThrow(Refusal)
  other?.refund(guest, 700)
  await until('the first process to be told', () => told === 2)
  await expect(one?.spend(guest, 1)).resolves.toBeUndefined()
})
