import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import { toJSONSchema } from 'zod'
import * as z from 'zod/mini'

/** One way to ask for a list. */
export interface ListCall {
  readonly list: string
  readonly path: string
}

/** What the filters are asked for by name, where their shape does not tell what is there to be found. */
export interface Samples {
  /** By the name of the filter, or by the list and that name; several are asked for one by one. */
  readonly texts: Readonly<Record<string, string | readonly string[]>>
  readonly ids: Readonly<Record<string, string>>
  /** What makes a list of users' own things the owner's list of all, and is asked for every time. */
  readonly always: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const OPTIONS_AT_MOST = 12

/**
 * Everything that the owner's area reads, as the contract names it: lists plain, far down, and with each of their
 * filters in each of their orders. What is added is measured from its first day.
 */
export const listCalls = (samples: Samples): ListCall[] =>
  Object.entries(contract)
    .flatMap(([feature, endpoints]) =>
      Object.entries(endpoints).map(([name, route]): [string, Route] => [`${feature}.${name}`, route]),
    )
    .filter(([list, route]) => isOwners(route) || samples.always[list] !== undefined)
    .flatMap(([list, route]) => callsOf(list, route, samples))

const isOwners = ({ method, kind, access }: Route): boolean =>
  method === 'GET' && kind === undefined && access !== 'user' && access !== 'anyone'

interface Shape {
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Shape[]
  readonly pattern?: string
  readonly format?: string
}

const shapeOf = (query: Route['query']): Record<string, Shape> => {
  if (query === undefined) return {}
  // JSON Schema as zod writes it; only the members named above are read.
  const schema = toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, Shape> }
  return schema.properties ?? {}
}

const callsOf = (list: string, route: Route, { texts, ids, always }: Samples): ListCall[] => {
  const path = fillPath(route.path, { id: ids[list] ?? ids['user'] ?? '' })
  const asked = (wanted: Record<string, string>): ListCall[] => {
    const query = { ...always[list], ...wanted }
    // A sample that a filter does not take is not asked for, rather than measured as a refusal.
    if (route.query !== undefined && !z.safeParse(route.query, query).success) return []
    const text = new URLSearchParams(query).toString()
    return [{ list, path: text === '' ? path : `${path}?${text}` }]
  }
  const { page, limit: _limit, sort, ...filters } = shapeOf(route.query)
  const orders: Record<string, string>[] = sort === undefined ? [{}] : optionsOf(sort).map((order) => ({ sort: order }))
  const pages: Record<string, string>[] = page === undefined ? [] : [{ limit: '100' }, { page: '200' }]
  const filtered = Object.entries(filters).flatMap(([name, shape]) =>
    valuesOf(shape, texts[`${list} ${name}`] ?? texts[name], texts).map((value) => ({ [name]: value })),
  )
  const ways: Record<string, string>[] = [{}, ...pages, ...filtered]
  return orders.flatMap((order) => ways.flatMap((query) => asked({ ...order, ...query })))
}

const valuesOf = (shape: Shape, named: Samples['texts'][string] | undefined, texts: Samples['texts']): string[] => {
  if (named !== undefined) return [named].flat()
  const options = optionsOf(shape)
  return options.length > 0 ? options.slice(0, OPTIONS_AT_MOST) : [...[texts['*'] ?? 'user1'].flat(), '3']
}

const optionsOf = (shape: Shape): string[] =>
  (shape.enum ?? shape.anyOf?.flatMap((one) => one.enum ?? []) ?? []).map(String)
