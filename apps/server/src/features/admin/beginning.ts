import { type RawBuilder, sql } from 'kysely'

/** Sorts behind every text that goes on from here. */
const LAST = '\u{10FFFF}'

/**
 * Whether a column begins with a text, as a range of its `text_pattern_ops` index. A pattern would do the same, but a
 * prepared statement is planned without knowing it, and then reads the whole table.
 */
export const begins = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ~>=~ ${text} AND ${column} ~<~ ${text + LAST})`
