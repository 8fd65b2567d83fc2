import { expect, test } from 'vitest'
import { toJSONSchema } from 'zod'
import { KEYS_MAX } from '#contract/admin/offerwall.ts'
import { BODY_BYTES, BODY_VALUES } from './constants.ts'
import { contract } from './index.ts'
import type { Route } from './route.ts'

/** The parts of JSON Schema that the contract's bodies turn into. */
interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Shape[]
  readonly allOf?: readonly Shape[]
  readonly properties?: Readonly<Record<string, Shape>>
  readonly additionalProperties?: Shape | false
  readonly items?: Shape
  readonly maxItems?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}

interface Size {
  readonly bytes: number
  readonly values: number
}

const add = (sizes: readonly Size[]): Size => ({
  bytes: sizes.reduce((sum, { bytes }) => sum + bytes, 0),
  values: sizes.reduce((sum, { values }) => sum + values, 0),
})
const largest = (sizes: readonly Size[]): Size => ({
  bytes: Math.max(...sizes.map(({ bytes }) => bytes)),
  values: Math.max(...sizes.map(({ values }) => values)),
})
const one = (bytes: number): Size => ({ bytes, values: 1 })

/** UTF-8 has up to three bytes for each character that a string counts; a pattern without classes of letters one. */
const bytesOf = ({ maxLength, pattern, format }: Shape, at: string): number => {
  const isNarrow = pattern !== undefined && !pattern.includes('\\p{') && !pattern.includes('[^')
  if (maxLength !== undefined) return 2 + maxLength * (isNarrow ? 1 : 3)
  if (isNarrow || format !== undefined) return 42
  throw new Error(`${at} has no end`)
}

const rest = ({ allOf: _allOf, ...shape }: Shape): Shape => shape

/** The largest body that a schema takes. */
const sizeOf = (shape: Shape, at: string): Size => {
  if (shape.anyOf !== undefined) return largest(shape.anyOf.map((part) => sizeOf(part, at)))
  // Several patterns of one text.
  if (shape.allOf !== undefined && shape.type !== undefined) return sizeOf({ ...shape.allOf[0], ...rest(shape) }, at)
  if (shape.allOf !== undefined) return add(shape.allOf.map((part) => sizeOf(part, at)))
  const options = shape.enum ?? (shape.const === undefined ? [] : [shape.const])
  if (options.length > 0) return one(Math.max(...options.map((option) => JSON.stringify(option).length)))
  if (shape.type === 'string') return one(bytesOf(shape, at))
  if (shape.type === 'array') {
    if (shape.maxItems === undefined) throw new Error(`${at} has no end`)
    const item = sizeOf(shape.items ?? {}, at)
    return { bytes: 2 + shape.maxItems * (item.bytes + 1), values: 1 + shape.maxItems * item.values }
  }
  if (shape.type === 'object' && shape.properties !== undefined) {
    const fields = Object.entries(shape.properties).map(([name, field]) => {
      const { bytes, values } = sizeOf(field, `${at}.${name}`)
      return { bytes: bytes + name.length + 4, values }
    })
    return add([one(2), ...fields])
  }
  if (shape.type === 'object' && shape.additionalProperties !== undefined && shape.additionalProperties !== false) {
    const { bytes } = sizeOf(shape.additionalProperties, at)
    return { bytes: 2 + KEYS_MAX * (bytes + 44), values: 1 + KEYS_MAX }
  }
  if (shape.type === 'integer' || shape.type === 'number') return one(20)
  if (shape.type === 'boolean' || shape.type === 'null') return one(5)
  throw new Error(`${at} has no end`)
}

const bodies = Object.entries(contract)
  .flatMap(([feature, endpoints]) =>
    Object.entries(endpoints).map(([name, route]): [string, Route] => [`${feature}.${name}`, route]),
  )
  .filter(([, { body }]) => body !== undefined)

/** Sent in parts, though one call could hold all of it. */
const inParts = new Set(['admin.saveSettings'])

test.each(bodies)('the body of %s has an end, and its route takes the longest', (name, { body, bodyLimit }) => {
  // JSON Schema as zod writes it; only the members named above are read.
  const shape = toJSONSchema(body as NonNullable<typeof body>, { io: 'input', unrepresentable: 'any' }) as Shape
  const size = sizeOf(shape, name)
  const limit = bodyLimit ?? BODY_BYTES
  if (!inParts.has(name)) expect(size.bytes, `bodyLimit of ${name}`).toBeLessThanOrEqual(limit)
  expect(size.values, `values of ${name}`).toBeLessThanOrEqual(BODY_VALUES)
  // One that asks for more than it can need is no limit.
  if (bodyLimit !== undefined) expect(size.bytes * 1.5 + 1_024, `bodyLimit of ${name}`).toBeGreaterThan(bodyLimit)
})
