import { contract } from '@runnel/contract'
import { fillPath } from '@runnel/contract/client'
import { BODY_BYTES, BODY_DEPTH, BODY_VALUES, IMAGE_FIELD } from '@runnel/contract/constants'
import type { Route } from '@runnel/contract/route'
import { seededId } from '@runnel/server/src/test/claims.ts'
import { toJSONSchema } from 'zod'
import * as z from 'zod/mini'
import { listCalls } from './admin-calls.ts'
import { samples } from './admin-samples.ts'
import { nasties } from './cost-nasties.ts'
import type { Request } from './cost-site.ts'

/** One way to call an endpoint. */
export interface Input extends Request {
  readonly named: string
  /** The action of the challenge that the call has to answer. */
  readonly challenge?: string | undefined
}

export interface Endpoint {
  readonly name: string
  readonly route: Route
  readonly inputs: readonly Input[]
}

interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | false
  readonly items?: Shape
  readonly minItems?: number
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly format?: string
}

/** Every endpoint of the contract with its worst inputs. One that none can be made for is an error: add a nasty. */
export const endpoints = (): Endpoint[] =>
  Object.entries(contract)
    .flatMap(([feature, all]) =>
      Object.entries(all).map(([name, route]): [string, Route] => [`${feature}.${name}`, route]),
    )
    .map(([name, route]) => ({ name, route, inputs: inputsOf(name, route) }))

export const inputsOf = (name: string, route: Route): Input[] => {
  const inputs = [...queriesOf(name, route), ...bodiesOf(name, route)]
  if (inputs.length === 0) throw new Error(`${name}: no worst input could be made from its schemas; write one by hand`)
  return inputs
}

const queriesOf = (name: string, route: Route): Input[] => {
  if (route.body !== undefined || route.kind === 'raw' || route.kind === 'upload') return []
  const lists = lists_().filter(({ list }) => list === name)
  if (lists.length > 0) {
    return lists.map(({ path }) => ({ named: path.split('?')[1] ?? 'plain', method: route.method, path }))
  }
  const path = pathOf(name, route)
  const fields = shapeOf(route.query).properties ?? {}
  const all = Object.entries(fields)
  const one = all.flatMap(([field, shape]) => valuesOf(shape, field).map((value) => ({ [field]: String(value) })))
  const queries: Record<string, string>[] = [{}, ...one, Object.assign({}, ...one)]
  const plain: Record<string, string> = fields['limit'] === undefined ? {} : { limit: '100' }
  return queries.flatMap((query) => {
    const wanted = { ...plain, ...query }
    if (route.query !== undefined && !z.safeParse(route.query, wanted).success) return []
    const text = new URLSearchParams(wanted).toString()
    const isEndless = route.kind === 'events'
    return [{ isEndless, named: text || 'plain', method: route.method, path: text === '' ? path : `${path}?${text}` }]
  })
}

let known: ReturnType<typeof listCalls> | undefined
const lists_ = () => (known ??= listCalls(samples))

const json = { 'content-type': 'application/json' }

const bodiesOf = (name: string, route: Route): Input[] => {
  const { method, body, bodyLimit = BODY_BYTES } = route
  const path = pathOf(name, route)
  const base = { method, path, challenge: challengeOf(name, route) }
  if (route.kind === 'upload') return nasties.uploads(route).map((one) => ({ ...base, ...one }))
  if (route.kind === 'raw') return rawOf(route, path)
  if (body === undefined) return []
  const byHand = (nasties.bodies[name] ?? []).map(({ named, body: given }) => ({ named, value: given }))
  const whole = worst(shapeOf(body), name)
  const valid = [{ named: 'longest', value: whole }, ...byHand].filter(({ value }) => z.safeParse(body, value).success)
  if (valid.length === 0) {
    const why = z.safeParse(body, whole)
    throw new Error(`${name}: no body could be made: ${JSON.stringify(why.error?.issues)} of ${JSON.stringify(whole)}`)
  }
  const texts = [...valid.map(({ named, value }) => ({ named, text: JSON.stringify(value) })), ...garbage(bodyLimit)]
  return texts.map(({ named, text }) => ({ ...base, named, body: text, headers: json }))
}

/** What is no body of any route, and costs to find out. */
const garbage = (limit: number) => {
  const key = (count: number): string => `"${count.toString(36)}":1`
  const fields = Array.from({ length: Math.min(BODY_VALUES, Math.floor(limit / 9)) }, (_, at) => key(at))
  const deep = `${'['.repeat(BODY_DEPTH - 1)}${']'.repeat(BODY_DEPTH - 1)}`
  return [
    { named: 'many fields', text: `{${fields.join(',')}}` },
    { named: 'deep', text: `{"a":${deep}}` },
    { named: 'brackets', text: '['.repeat(limit) },
    { named: 'one long text', text: JSON.stringify({ a: 'x'.repeat(limit - 10) }) },
    { named: 'escapes', text: `{"a":"${'\\u0041'.repeat(Math.floor((limit - 10) / 6))}"}` },
  ]
}

const rawOf = ({ method, bodyLimit = BODY_BYTES }: Route, path: string): Input[] =>
  nasties.raw(bodyLimit).map(({ named, query, body, type }) => ({
    named,
    method,
    path: `${path}?${query}`,
    ...(method === 'GET' ? {} : { body }),
    headers: { 'content-type': type },
  }))

const challengeOf = (name: string, { checks = [] }: Route): string | undefined =>
  checks.includes('captcha') ? nasties.challenges[name] : undefined

const pathOf = (name: string, { path, params }: Route): string => {
  const fields = Object.keys(shapeOf(params).properties ?? {})
  const given = fields.map((field) => [field, nasties.params[name]?.[field] ?? nasties.params['*']?.[field]])
  return fillPath(path, Object.fromEntries(given.map(([field, value]) => [field, value ?? seededId(7)])))
}

const shapeOf = (schema: z.core.$ZodType | undefined): Shape =>
  // JSON Schema as zod writes it; only the members named above are read.
  schema === undefined ? {} : (toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape)

const valuesOf = (shape: Shape, field: string): unknown[] => {
  const options = shape.enum ?? shape.anyOf?.flatMap((one) => one.enum ?? []) ?? []
  return options.length > 0 ? [...options] : [worst(shape, field)]
}

/** The largest value that a schema takes. */
const worst = (shape: Shape, field: string): unknown => {
  if (shape.const !== undefined) return shape.const
  if (shape.enum !== undefined) return shape.enum.at(-1)
  if (shape.anyOf !== undefined) {
    const all = shape.anyOf.map((one) => worst(one, field))
    return all.toSorted((a, b) => JSON.stringify(b)?.length - JSON.stringify(a)?.length)[0]
  }
  if (shape.type === undefined && shape.allOf !== undefined) {
    return Object.assign({}, ...shape.allOf.map((one) => worst(one, field)))
  }
  if (shape.type === 'array') {
    const count = Math.min(shape.maxItems ?? 100, 1_000)
    return Array.from({ length: count }, (_, at) => different(worst(shape.items ?? {}, field), at))
  }
  if (shape.type === 'object') {
    const fields = Object.entries(shape.properties ?? {})
    return Object.fromEntries(fields.map(([name, part]) => [name, worst(part, name)]))
  }
  if (shape.type === 'integer' || shape.type === 'number')
    return Math.max(shape.minimum ?? 0, Math.min(shape.maximum ?? 1, 1e9))
  if (shape.type === 'boolean') return true
  if (shape.type === 'string') return text(shape, field)
  return null
}

/** Ids that differ, as lists of them do. */
const different = (value: unknown, at: number): unknown =>
  typeof value === 'string' && value === seededId(7) ? seededId(at + 1) : value

const text = ({ minLength = 0, maxLength = 200, pattern, allOf = [], format }: Shape, field: string): string => {
  const patterns = [pattern, ...allOf.map((one) => one.pattern)].flatMap((one) =>
    one === undefined ? [] : [new RegExp(one, 'u')],
  )
  const named = nasties.texts[field] ?? []
  const options = [...named, ...(nasties.texts['*'] ?? [])].flatMap((one) => [
    one,
    one.repeat(Math.ceil(maxLength / one.length)).slice(0, maxLength),
  ])
  const fits = (one: string): boolean =>
    one.length >= minLength &&
    one.length <= maxLength &&
    patterns.every((wanted) => wanted.test(one)) &&
    hasFormat(one, format)
  const fitting = options.filter(fits)
  return named.find(fits) ?? fitting.toSorted((a, b) => b.length - a.length)[0] ?? 'x'
}

const hasFormat = (one: string, format: string | undefined): boolean =>
  format === 'email' ? one.includes('@') : format === 'uri' ? one.startsWith('https://') : true

export { IMAGE_FIELD }
