import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import type { Route } from '@runnel/contract/route'
import * as z from 'zod/mini'
import { toJSONSchema } from 'zod'

/** One way to ask for a list. */
export interface ListCall {
  readonly list: string
  readonly path: string
}

/** What the filters are asked for by name, where their shape does not tell what is there to be found. */
export interface Samples {
  readonly texts: Readonly<Record<string, string>>
  readonly ids: Readonly<Record<string, string>>
}

const OPTIONS_AT_MOST = 4

/**
 * Every list of the owner's area as the contract names it, plain, far down, and with each of its filters in turn: a
 * list or a filter that is added is measured from its first day.
 */
export const listCalls = (samples: Samples): ListCall[] =>
  Object.entries(contract)
    .flatMap(([feature, endpoints]) =>
      Object.entries(endpoints).map(([name, route]): [string, Route] => [`${feature}.${name}`, route]),
    )
    .filter(([, route]) => isOwnersList(route))
    .flatMap(([list, route]) => callsOf(list, route, samples))

const isOwnersList = ({ method, kind, access, query }: Route): boolean =>
  method === 'GET' &&
  kind === undefined &&
  access !== 'user' &&
  access !== 'anyone' &&
  shapeOf(query)['page'] !== undefined

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

const callsOf = (list: string, route: Route, { texts, ids }: Samples): ListCall[] => {
  const path = fillPath(route.path, { id: ids[list] ?? ids['user'] ?? '' })
  const asked = (query: Record<string, string>): ListCall[] => {
    // A sample that a filter does not take is not asked for, rather than measured as a refusal.
    if (route.query !== undefined && !z.safeParse(route.query, query).success) return []
    return [{ list, path: `${path}?${new URLSearchParams(query).toString()}` }]
  }
  const filters = Object.entries(shapeOf(route.query)).filter(([name]) => name !== 'page' && name !== 'limit')
  return [
    ...asked({}),
    ...asked({ limit: '100' }),
    ...asked({ page: '200' }),
    ...filters.flatMap(([name, shape]) => valuesOf(name, shape, texts).flatMap((value) => asked({ [name]: value }))),
  ]
}

const valuesOf = (name: string, shape: Shape, texts: Samples['texts']): string[] => {
  const named = texts[name]
  if (named !== undefined) return [named]
  const options = shape.enum ?? shape.anyOf?.flatMap((one) => one.enum ?? [])
  if (options !== undefined && options.length > 0) return options.slice(0, OPTIONS_AT_MOST).map(String)
  return [texts['*'] ?? 'user1', '3']
}
