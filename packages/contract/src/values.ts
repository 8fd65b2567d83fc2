import * as z from 'zod/mini'
import { IMAGE_TYPE } from './constants.ts'

/** A whole number of units; 100,000 units are one currency unit. Never negative. */
export const Units = z.int().check(z.nonnegative(), z.maximum(Number.MAX_SAFE_INTEGER))
/** Units that must move: at least one. */
export const PositiveUnits = z.int().check(z.positive(), z.maximum(Number.MAX_SAFE_INTEGER))
/** A difference in units, of either sign. */
export const SignedUnits = z.int()
/** Whole seconds. */
export const Seconds = z.int().check(z.nonnegative())
/** UUIDv7 in lower case; JSON calls it `_id`, SQL calls it `id`. */
export const Id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/))
/** ISO 8601 in UTC with milliseconds. */
export const Timestamp = z.iso.datetime({ precision: 3 })
/** A UTC day, `YYYY-MM-DD`, of a year that the database's calendar has too. */
export const Day = z.iso.date().check(z.regex(/^[12]\d{3}-/))
/** Basis points: 100 are one percent. */
export const BasisPoints = z.int().check(z.minimum(0), z.maximum(1_000_000))
/** A decimal number as text, as cryptocurrencies are counted: at most 30 digits before and 18 after the point. */
export const Decimal = z.string().check(z.regex(/^\d{1,30}(\.\d{1,18})?$/))

/** Text of one line: trimmed, free of control characters, between `minimum` and `maximum` characters. */
export const line = (minimum: number, maximum: number) =>
  z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u))

/** Text of several lines: trimmed, no control characters but tab and line ends. */
export const prose = (minimum: number, maximum: number) =>
  z.string().check(z.trim(), z.minLength(minimum), z.maxLength(maximum), z.regex(/^(?:[^\p{Cc}]|[\t\n\r])*$/u))

/** Query text that holds a whole number. */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.pipe(
    z.pipe(
      z.string().check(z.regex(/^\d{1,9}$/)),
      z.transform((text: string) => Number(text)),
    ),
    z.int().check(z.minimum(minimum), z.maximum(maximum)),
  )

export const PAGE_LIMIT = 100

/** `page` (1-based) and `limit` (default 10, at most 100), as every list takes them. */
export const paging = {
  page: z._default(wholeNumber(1, 1_000_000), 1),
  limit: z._default(wholeNumber(1, PAGE_LIMIT), 10),
}

/** A page of a list: its rows and how many there are in all. */
export const listing = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), totalItems: z.int().check(z.nonnegative()) })

export const Role = z.enum(['user', 'moderator', 'admin'])
export type Role = z.infer<typeof Role>

/** A success that has nothing to tell but an optional sentence for the toast. */
export const Done = z.object({ msg: z.optional(z.string()) })

/** What a route of the kind `file` answers. Only images that the server wrote itself are ever handed out. */
export const FileAnswer = z.object({
  type: z.literal(IMAGE_TYPE),
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  filename: z.string().check(z.regex(/^[a-z0-9-]{1,80}\.[a-z]{3,5}$/)),
})
export type FileAnswer = z.infer<typeof FileAnswer>
