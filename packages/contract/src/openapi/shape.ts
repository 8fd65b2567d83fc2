import type { JsonSchema } from './json-schema.ts'

/** A JSON schema in the manner of a TypeScript type, with its limits as comments of a word or two. */
export const shape = (json: JsonSchema, indent = ''): string => {
  if (json.const !== undefined) return JSON.stringify(json.const)
  if (json.enum) return json.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = json.anyOf ?? json.oneOf
  if (options) return options.map((option) => shape(option, indent)).join(' | ')
  if (json.$ref !== undefined) return json.$ref === '#' ? 'itself' : (json.$ref.split('/').at(-1) ?? '')
  const types = [json.type ?? []].flat()
  if (types.length > 1) return types.map((type) => shape({ ...json, type }, indent)).join(' | ')
  return shapeOf(types[0], json, indent)
}

const shapeOf = (type: string | undefined, json: JsonSchema, indent: string): string => {
  if (type === 'array') return `Array<${shape(json.items ?? {}, indent)}>${range(json.minItems, json.maxItems)}`
  if (type === 'object') return objectShape(json, indent)
  if (type === 'string') return `${json.format ?? 'string'}${range(json.minLength, json.maxLength)}`
  if (type === 'integer' || type === 'number') return numberShape(type, json)
  if (json.allOf) return json.allOf.map((option) => shape(option, indent)).join(' & ')
  return type ?? 'anything'
}

const objectShape = (json: JsonSchema, indent: string): string => {
  const inner = `${indent}  `
  const fields = Object.entries(json.properties ?? {}).map(([name, field]) => {
    const optional = json.required?.includes(name) ? '' : '?'
    const label = /^\w+$/.test(name) ? name : JSON.stringify(name)
    return `${inner}${label}${optional}: ${shape(field, inner)}${fallback(field)}`
  })
  if (typeof json.additionalProperties === 'object' && Object.keys(json.additionalProperties).length) {
    fields.push(`${inner}[name]: ${shape(json.additionalProperties, inner)}`)
  }
  return fields.length ? `{\n${fields.join('\n')}\n${indent}}` : '{}'
}

const numberShape = (type: string, json: JsonSchema): string => {
  const safe = (limit: number | undefined) => (Math.abs(limit ?? 0) === Number.MAX_SAFE_INTEGER ? undefined : limit)
  const minimum = json.exclusiveMinimum === 0 ? 'above 0' : safe(json.minimum)
  return `${type}${range(minimum, safe(json.maximum))}`
}

const range = (minimum: number | string | undefined, maximum: number | undefined): string => {
  if (minimum === undefined && maximum === undefined) return ''
  if (maximum === undefined) return ` (${typeof minimum === 'number' ? `≥ ${minimum}` : minimum})`
  return minimum === undefined ? ` (≤ ${maximum})` : ` (${minimum} … ${maximum})`
}

const fallback = (field: JsonSchema): string =>
  field.default === undefined ? '' : ` = ${JSON.stringify(field.default)}`
