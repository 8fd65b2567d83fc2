import { type $ZodType, type $ZodTypes, type globalRegistry, registry, toJSONSchema } from 'zod/v4/core'
import { Notification } from '#contract/account/user.ts'
import { Webhook } from '#contract/account/webhook.ts'
import { AdminUserRow } from '#contract/admin/user.ts'
import { Failure } from '#contract/failure.ts'
import { Settings } from '#contract/settings/settings.ts'
import { OwnTask, Submission, SubmissionDetail, Task } from '#contract/task/schemas.ts'
import {
  BasisPoints,
  Day,
  Decimal,
  Id,
  PositiveUnits,
  Role,
  Seconds,
  SignedUnits,
  Timestamp,
  Units,
} from '#contract/values.ts'

/** The parts of JSON Schema (2020-12) that the contract's schemas turn into. */
export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly default?: unknown
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly items?: JsonSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly exclusiveMinimum?: number
  readonly maximum?: number
}

/** What stands under a name of its own, since many calls have it. Objects stand here if they are only answered. */
const named = registry<{ id: string; description: string }>()
named.add(Units, { id: 'Units', description: 'Whole units; 100,000 units are one currency unit.' })
named.add(PositiveUnits, { id: 'PositiveUnits', description: 'Whole units, at least one.' })
named.add(SignedUnits, { id: 'SignedUnits', description: 'Whole units, of either sign.' })
named.add(Seconds, { id: 'Seconds', description: 'Whole seconds.' })
named.add(Id, { id: 'Id', description: 'A UUID, version 7, in lower case.' })
named.add(Timestamp, { id: 'Timestamp', description: 'A moment in UTC with milliseconds.' })
named.add(Day, { id: 'Day', description: 'A day in UTC.' })
named.add(BasisPoints, { id: 'BasisPoints', description: '100 basis points are 1 percent.' })
named.add(Decimal, { id: 'Decimal', description: 'A decimal number as text: 30 digits before and 18 after the point.' })
named.add(Role, { id: 'Role', description: 'The role of the account on this site.' })
named.add(Task, { id: 'Task', description: 'A task as workers see it.' })
named.add(OwnTask, { id: 'OwnTask', description: 'A task as its owner and the staff see it.' })
named.add(Submission, { id: 'Submission', description: 'A worker’s submission.' })
named.add(SubmissionDetail, { id: 'SubmissionDetail', description: 'A submission with its proofs and its history.' })
named.add(AdminUserRow, { id: 'AdminUserRow', description: 'A user in the lists of the staff.' })
named.add(Notification, { id: 'Notification', description: 'A notification of the account.' })
named.add(Settings, { id: 'Settings', description: 'Every setting of the site but secrets.' })
named.add(Webhook, { id: 'Webhook', description: 'An endpoint that is sent events.' })
named.add(Failure, { id: 'Failure', description: 'Every refusal, with a status of 4xx or 503.' })

interface Written {
  readonly schema: JsonSchema
  readonly shared: Readonly<Record<string, JsonSchema>>
}

/** A schema of the contract as JSON Schema, and the named ones that it refers to. */
export const schemaOf = (schema: $ZodType, io: 'input' | 'output'): Written => {
  // The registry holds more than the library's own type says of one; it reads `id` and copies the rest.
  const metadata = named as unknown as typeof globalRegistry
  const written = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    metadata,
    override: ({ zodSchema, jsonSchema }) => {
      if (io === 'input') writeNumberOfText(zodSchema, jsonSchema)
      tidy(jsonSchema as Tidied, io)
    },
  })
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
  // What the library wrote, with other references.
  const {
    $schema: _dialect,
    $defs: shared = {},
    ...plain
  } = JSON.parse(text) as JsonSchema & {
    $schema?: string
    $defs?: Record<string, JsonSchema>
  }
  return { schema: plain, shared }
}

/** A whole number in a query arrives as text, but clients that are generated from the document give a number. */
const writeNumberOfText = (schema: $ZodTypes, written: object): void => {
  const { def } = schema._zod
  if (def.type !== 'pipe') return
  // Every schema of the library is one of its types.
  const number = (def.out as $ZodTypes)._zod.def
  if (number.type !== 'number') return
  for (const name of Object.keys(written)) Reflect.deleteProperty(written, name)
  const { type, minimum, maximum } = toJSONSchema(def.out)
  Object.assign(written, { type, minimum, maximum })
}

interface Tidied {
  id?: string
  format?: string
  pattern?: string
  allOf?: { pattern?: string }[]
  maximum?: number
  minimum?: number
  additionalProperties?: unknown
}

/**
 * Leaves out what the format says already, bounds that every number of JavaScript has, and that an answer has no other
 * fields: a later version may have more.
 */
const tidy = (schema: Tidied, io: 'input' | 'output'): void => {
  delete schema.id
  if (schema.format === 'date-time') delete schema.pattern
  if (schema.allOf?.some(isCalendar)) {
    schema.format = 'date'
    schema.allOf = schema.allOf.filter((part) => !isCalendar(part))
  }
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
}

/** The pattern of every day that there is. */
const isCalendar = ({ pattern = '' }: { pattern?: string }): boolean => pattern.includes('-02-29')
