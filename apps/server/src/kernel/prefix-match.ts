import { type RawBuilder, sql } from 'kysely'

/** Sorts behind every text that goes on from here. */
const LAST = '\u{10FFFF}'

/**
 * Whether a column begins with a text, as a range of its `text_pattern_ops` index. A pattern would do the same, but a
 * prepared statement is planned without knowing it, and then reads the whole table.
 */
export const startsWith = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${column} ~>=~ ${text} AND ${column} ~<~ ${text + LAST})`

/** Whether the name of a user begins so; what no name can contain begins none. */
export const usernameStartsWith = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> => {
  const start = text.trim().toLowerCase()
  return /^[a-z0-9_]+$/.test(start) ? startsWith(column, start) : sql<boolean>`false`
}

/**
 * Whether a column holds somebody whose name begins so. As an array they are found once and first, whatever order the
 * list has: else all rows are gone through to meet the few that are theirs.
 */
export const belongsToUserStartingWith = (column: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${column} = ANY (ARRAY(SELECT named.id FROM users named
    WHERE ${usernameStartsWith(sql`named.username`, text)}))`
