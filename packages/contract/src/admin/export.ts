import * as z from 'zod/mini'
import type { Access, Limit } from '#contract/route.ts'
import type { paging } from '#contract/values.ts'

/** Rows that the CSV twin of a list may have: its first ones. Who wants others narrows the filters. */
export const EXPORT_ROWS_MAX = 50_000

/**
 * How far a list is counted and paged. `totalItems` stays at this number, which then means 'so many or more'; who looks
 * for what is further down narrows the filters.
 */
export const LISTED_MAX = 100_000

const isRows = (value: unknown): boolean =>
  Array.isArray(value) || (typeof value === 'object' && value !== null && Symbol.asyncIterator in value)

/** A file of rows that the server need not hold all at once: they may come one by one. */
export const CsvFile = z.object({
  filename: z.string().check(z.regex(/^[a-z0-9-]{1,100}\.csv$/)),
  rows: z.custom<AsyncIterable<readonly string[]> | readonly (readonly string[])[]>(isRows),
})
export type CsvFile = z.infer<typeof CsvFile>

interface List {
  readonly path: string
  readonly access: Access
  readonly query: z.ZodMiniObject
  readonly params?: z.ZodMiniObject
}

type Twin<L extends List> = {
  readonly method: 'GET'
  readonly path: `${L['path']}.csv`
  readonly summary: string
  readonly access: L['access']
  readonly transaction: 'read'
  readonly kind: 'csv'
  readonly mayLag?: true
  readonly cost: number
  readonly limits: readonly Limit[]
  readonly query: z.ZodMiniObject<Omit<L['query']['shape'], keyof typeof paging>>
  readonly answer: typeof CsvFile
} & (L extends { readonly params: infer Params } ? { readonly params: Params } : unknown)

/**
 * The twin of a list as a CSV file, at its address with `.csv` behind: the same filters, no page, at most
 * `EXPORT_ROWS_MAX` rows. `coupons` and `couponsCsv: csvTwin(coupons, 'Codes')` stand side by side.
 */
export const csvTwin = <const L extends List>(list: L, what: string): Twin<L> => {
  const { page: _page, limit: _limit, ...filters } = list.query.shape
  const twin = {
    method: 'GET',
    path: `${list.path}.csv`,
    summary: `${what} as a CSV file, at most the first 50,000 that the filters leave.`,
    access: list.access,
    transaction: 'read',
    kind: 'csv',
    // Users may look for what they did a second ago.
    ...((list.access === 'admin' || list.access === 'moderator') && { mayLag: true as const }),
    cost: 250,
    limits: [{ by: 'user', points: 30, seconds: 3_600 }],
    ...(list.params !== undefined && { params: list.params }),
    query: z.object(filters),
    answer: CsvFile,
  }
  // Field by field it is what the type says; only the rest of a shape and a spread cannot be followed.
  return twin as unknown as Twin<L>
}
