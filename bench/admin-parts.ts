// Pieces of the statements that make up a large site.

const BASE = 100_000_000_000

/** The n-th row of any table, as `seededId` counts them. */
export const idOf = (count: string): string => `('00000000-0000-7000-8000-' || (${BASE}::bigint + ${count}))::uuid`

/** `u` counts users, and the rows of every other table. */
export const ROWS = 'generate_series(:from::bigint, :to::bigint) u'
export const USER = idOf('u')
export const AGO = (days: string): string => `:now - ${days} * interval '1 day'`
/** Ways to be paid that the site offers. */
export const METHODS = 4
