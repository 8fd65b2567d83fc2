import { expect, test } from 'vitest'
import { sharesPlaces } from './pooler.ts'

/** Connections of which each transaction runs at a place that is free. */
const pooled = (places: readonly number[], which: 'the last' | 'in turn') => {
  const busy = new Set<number>()
  let turn = 0
  const open = () => {
    let held: number | undefined
    return {
      query: async <Row>(sql: string): Promise<Row[]> => {
        const free = places.filter((place) => !busy.has(place))
        turn += 1
        const place = held ?? free[which === 'in turn' ? turn % free.length : 0] ?? 0
        if (sql === 'BEGIN') {
          held = place
          busy.add(place)
        }
        if (sql === 'COMMIT' && held !== undefined) {
          busy.delete(held)
          held = undefined
        }
        return [{ pid: place }] as Row[]
      },
    }
  }
  return [open(), open()] as const
}

test.each(['the last', 'in turn'] as const)('a pooler that lends %s of its connections is found', async (which) => {
  for (const places of [
    [1, 2],
    [1, 2, 3],
  ]) {
    expect(await sharesPlaces(...pooled(places, which))).toBe(true)
  }
})

test('connections of their own are not', async () => {
  const own = (pid: number) => ({ query: async <Row>() => [{ pid }] as Row[] })
  expect(await sharesPlaces(own(1), own(2))).toBe(false)
})
