import type { JsonSchema } from './json-schema.ts'

/** Texts that the patterns of the contract take; the first that fits a schema is its example. */
const texts = [
  'alice',
  'alice@example.com',
  '0192f0c1-7a3e-7c11-8d42-1f0e5a9b6c3d',
  '2026-03-10T09:00:00.000Z',
  '2026-03-10',
  '10',
  '1',
  'EUR',
  'US',
  '09:00',
  'https://example.com/',
  'https://example.com/tx/{tx}',
  'export.csv',
  'image.webp',
  'correct horse battery staple',
  'kP3vX8qLr2TgYw7Zb5NcJ4',
  '0x52908400098527886E0F7030069857D2E4169EE7',
  `${'3f'.repeat(32)}`,
  // A public key of a browser, in base64url.
  `B${'kP3vX8qLr2TgYw7Zb5NcJ4'.repeat(4).slice(0, 86)}`,
  'A longer text with the reason and all details that are needed to understand the case.',
]

const options = (schema: JsonSchema): readonly JsonSchema[] | undefined => schema.anyOf ?? schema.oneOf

/** The smallest value that a schema takes: what must be there, and nothing else. */
export const exampleOf = (schema: JsonSchema, shared: Readonly<Record<string, JsonSchema>>): unknown => {
  if (schema.$ref !== undefined) return exampleOf(shared[schema.$ref.split('/').at(-1) ?? ''] ?? {}, shared)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum !== undefined) return schema.enum[0]
  const choice = options(schema)
  if (choice !== undefined) return exampleOf(choice.find(({ type }) => type !== 'null') ?? choice[0] ?? {}, shared)
  const types = [schema.type ?? []].flat()
  if (types.includes('object')) return objectOf(schema, shared)
  if (types.includes('array')) return arrayOf(schema, shared)
  if (types.includes('string')) return textOf(schema)
  if (types.includes('integer') || types.includes('number')) return numberOf(schema)
  if (types.includes('boolean')) return true
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, shared)))
  return types.includes('null') ? null : {}
}

const objectOf = (
  { properties = {}, required = [], additionalProperties: rest }: JsonSchema,
  shared: Readonly<Record<string, JsonSchema>>,
): object => {
  const others = typeof rest === 'object' ? rest : {}
  return Object.fromEntries(required.map((name) => [name, exampleOf(properties[name] ?? others, shared)]))
}

const arrayOf = ({ items = {}, minItems = 0 }: JsonSchema, shared: Readonly<Record<string, JsonSchema>>): unknown[] =>
  Array.from({ length: minItems }, () => exampleOf(items, shared))

const textOf = (schema: JsonSchema): string => {
  const { minLength = 0, maxLength = Infinity, format } = schema
  const patterns = [schema, ...(schema.allOf ?? [])].flatMap(({ pattern }) => (pattern === undefined ? [] : [pattern]))
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    patterns.every((pattern) => new RegExp(pattern, 'u').test(text)) &&
    (format === undefined || formats[format]?.test(text) !== false)
  return texts.find(fits) ?? ''
}

const formats: Readonly<Record<string, RegExp>> = {
  email: /@/,
  uri: /^https:/,
  'date-time': /^\d{4}-\d\d-\d\dT/,
  date: /^\d{4}-\d\d-\d\d$/,
}

/** A usual amount where the bounds allow it. */
const numberOf = ({ minimum, exclusiveMinimum, maximum = Infinity }: JsonSchema): number => {
  const least = minimum ?? (exclusiveMinimum === undefined ? 0 : exclusiveMinimum + 1)
  return Math.min(Math.max(least, 1), maximum)
}
