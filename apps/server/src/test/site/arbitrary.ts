import fc from 'fast-check'
import { toJSONSchema } from 'zod'
import type * as z from 'zod/mini'

/** The parts of JSON Schema that the contract's schemas turn into. */
interface Shape {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
  readonly pattern?: string
}

/**
 * Inputs for a schema: mostly of its shape, with values at and beyond their limits, and now and then something else
 * entirely. Derived from the contract, so that a new field is fuzzed from its first day.
 */
export const hostileInput = (schema: z.core.$ZodType): fc.Arbitrary<unknown> => {
  // The JSON Schema is zod's own output; only the members named above are read.
  const shape = toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
  return fc.oneof({ weight: 9, arbitrary: ofShape(shape) }, { weight: 1, arbitrary: anything })
}

const awkwardTexts = fc.constantFrom(
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '‮',
  '💧'.repeat(50),
  'x'.repeat(5_000),
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '%00%ff',
  '{{constructor}}',
  '-1',
  '1e309',
  'NaN',
  'null',
)
const awkwardNumbers = fc.constantFrom(0, -0, -1, 1, 0.5, 1e21, -1e21, 2 ** 53, -(2 ** 53), 2 ** 31, Number.MAX_VALUE)
const anything: fc.Arbitrary<unknown> = fc.oneof(
  awkwardTexts,
  awkwardNumbers,
  fc.boolean(),
  fc.constant(null),
  fc.constant([]),
  fc.constant({}),
  fc.array(awkwardTexts, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('__proto__', 'constructor', 'a', ''), awkwardTexts, { maxKeys: 3 }),
)

const ofShape = (shape: Shape): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 6, arbitrary: fitting(shape) }, { weight: 1, arbitrary: anything })

const fitting = (shape: Shape): fc.Arbitrary<unknown> => {
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum !== undefined) return fc.constantFrom(...shape.enum)
  if (shape.anyOf !== undefined) return fc.oneof(...shape.anyOf.map(ofShape))
  if (shape.properties !== undefined) return objectOf(shape)
  if (shape.type === 'array') return fc.array(ofShape(shape.items ?? {}), { maxLength: 4 })
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'integer' || shape.type === 'number') return numberOf(shape)
  if (shape.type === 'string') return textOf(shape)
  return anything
}

const objectOf = ({ properties = {}, required = [] }: Shape): fc.Arbitrary<unknown> =>
  fc.record(Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, ofShape(shape)])), {
    // Now and then a required field is missing too.
    requiredKeys: required.filter((_, index) => index % 3 !== 2),
  })

const numberOf = ({ minimum = -10, maximum = 1_000_000 }: Shape): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) }),
    fc.constantFrom(minimum - 1, maximum, maximum + 1),
    awkwardNumbers,
  )

const samples: Readonly<Record<string, fc.Arbitrary<string>>> = {
  email: fc.constantFrom('fuzz@example.com', 'a@b', 'ä@example.com', 'x'.repeat(250) + '@example.com'),
  date: fc.constantFrom('2026-02-29', '2028-02-29', '0000-00-00', '9999-12-31'),
}

const textOf = ({ minLength = 0, maxLength = 40, format = '', pattern }: Shape): fc.Arbitrary<unknown> => {
  const plain = fc.string({
    minLength: Math.min(minLength, 500),
    maxLength: Math.min(Math.max(maxLength, minLength), 500),
  })
  const words = fc.constantFrom(
    '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee',
    'fuzz_user',
    'correct horse battery',
    '12:30',
    '1.5',
  )
  const known = samples[format] ?? (pattern === undefined ? plain : words)
  return fc.oneof(
    { weight: 4, arbitrary: known },
    { weight: 2, arbitrary: plain },
    { weight: 1, arbitrary: awkwardTexts },
  )
}
