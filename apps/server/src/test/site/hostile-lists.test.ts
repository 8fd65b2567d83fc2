import { contract } from '@runnel/contract'
import type { Route } from '@runnel/contract/route'
import { expect, test } from 'vitest'
import { newId } from '#kernel/id.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ limits: false })

/** What people type who mean no good, as it stands in an address. */
const hostile = [
  '%00',
  'a%00b',
  '%25',
  '_',
  '%5C',
  "'",
  '%ED%A0%80',
  '%F4%8F%BF%BF',
  '%0D%0A',
  'x'.repeat(5_000),
  '-1',
  '1e9',
]

const listsOf = (table: Readonly<Record<string, Readonly<Record<string, Route>>>>) =>
  Object.values(table)
    .flatMap((routes) => Object.values(routes))
    .filter(({ method, kind }) => method === 'GET' && kind !== 'events')

/** The names of what can be asked for in an address. */
const namesOf = ({ query }: Route): string[] => {
  if (query === undefined) return []
  const { shape } = query._zod.def as { shape?: Readonly<Record<string, unknown>> }
  return Object.keys(shape ?? {})
}

test('no list breaks by what is typed into its filters', async () => {
  const owner = await world.owner()
  const broken: string[] = []
  let asked = 0
  for (const route of listsOf(contract)) {
    const path = route.path.replace(/\{\w+\}/g, newId())
    for (const name of namesOf(route)) {
      for (const value of hostile) {
        asked += 1
        const { status } = await owner.raw({ method: 'GET', path: `${path}?${name}=${value}` })
        if (status >= 500) broken.push(`${status} ${path}?${name}=${value.slice(0, 20)}`)
      }
    }
  }
  expect(asked).toBeGreaterThan(500)
  expect(broken).toEqual([])
})
