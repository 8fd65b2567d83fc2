import * as z from 'zod/mini'

/** The characters that a field of a body may have by the contract, as sentences say it: “3 to 300”. */
export const lengthsOf = (body: z.core.$ZodType, name: string): string => {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })
  const field = schema.properties?.[name]
  if (typeof field !== 'object') throw new Error(`The body has no field ${name}`)
  const { minLength = 0, maxLength = Infinity } = field
  return `${minLength} to ${maxLength.toLocaleString('en')}`
}
