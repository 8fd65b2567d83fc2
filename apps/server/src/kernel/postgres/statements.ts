import { createHash } from 'node:crypto'
import type { Writable } from 'node:stream'
import { CompiledQuery, type Transaction } from 'kysely'
import type pg from 'pg'
import { assert } from '#kernel/refusal.ts'
import type { Database } from '#kernel/tables/tables.ts'

/** Sends a statement and waits for its answer. */
export type Query = (text: string, values: unknown[]) => Promise<pg.QueryResult>

const NAMES_KEPT = 2_000
const names = new Map<string, string>()

/** The same text gets the same name, so that the server parses and plans it once for each connection. */
const nameOf = (text: string): string | undefined => {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= NAMES_KEPT) return undefined
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
  names.set(text, name)
  return name
}

/** Hands a statement to the driver. */
export type Send = (statement: {
  text: string
  name?: string | undefined
  values?: unknown[]
}) => Promise<pg.QueryResult>

/** As much of a transaction as is needed here. */
type Executor = Pick<Transaction<Database>, 'executeQuery'>

/** A call of a function of the database. */
export interface SqlCall {
  readonly name: string
  readonly args: readonly unknown[]
}

const FIRST = 'first statement of the transaction'
const ALONE = 'call without a transaction'

/** Calls functions before the first statement of a transaction, on the same trip; nothing is sent by itself. */
export const callFirst = async (tx: Executor, calls: readonly SqlCall[]): Promise<void> => {
  await tx.executeQuery(CompiledQuery.raw(FIRST, [...calls]))
}

/**
 * Calls a function as a transaction of its own, together with what `callFirst` holds ready: one statement, one trip,
 * one commit. Only before anything else in a transaction; what follows is another one.
 */
export const callAlone = async <Row>(tx: Executor, call: SqlCall): Promise<readonly Row[]> =>
  (await tx.executeQuery<Row>(CompiledQuery.raw(ALONE, [call]))).rows

/** Calls a function inside a transaction. */
export const callIn = async <Row>(tx: Executor, { name, args }: SqlCall): Promise<readonly Row[]> =>
  (await tx.executeQuery<Row>(CompiledQuery.raw(callText([name], [args.length]), [...args]))).rows

const callTexts = new Map<string, string>()

/** The rows of the last of these functions; each was called with so many of the arguments. */
const callText = (functions: readonly string[], counts: readonly number[]): string => {
  const key = `${functions.join()} ${counts.join()}`
  const known = callTexts.get(key)
  if (known !== undefined) return known
  let number = 0
  const calls = functions.map((name, index) => {
    const args = Array.from({ length: counts[index] ?? 0 }, () => `$${++number}`)
    return `${name}(${args.join(', ')}) AS f${index}`
  })
  const query = `SELECT f${functions.length - 1}.* FROM ${calls.join(', ')}`
  callTexts.set(key, query)
  return query
}

/**
 * Kysely sends plain queries; this gives each a name, which turns it into a prepared statement. And it holds a `begin`
 * back until the first statement, so that both travel together: one trip less in every transaction.
 */
export const prepared = (client: pg.PoolClient, send: Send): Query => {
  let isBeginning = false
  let first: readonly SqlCall[] = []
  const named = (text: string, values: unknown[]) => send({ name: nameOf(text), text, values })
  const callAll = (calls: readonly SqlCall[]) =>
    named(
      callText(
        calls.map(({ name }) => name),
        calls.map(({ args }) => args.length),
      ),
      calls.flatMap(({ args }) => [...args]),
    )
  return async (text, values) => {
    if (text === 'begin') {
      isBeginning = true
      first = []
      return nothing
    }
    // The functions above put calls where others put values.
    const given = values as SqlCall[]
    if (text === FIRST) {
      assert(isBeginning, 'nothing was sent in this transaction yet')
      first = given
      return nothing
    }
    if (text === ALONE) {
      assert(isBeginning, 'nothing was sent in this transaction yet')
      const calls = [...first, ...given]
      first = []
      return callAll(calls)
    }
    if (!isBeginning) return named(text, values)
    isBeginning = false
    if (text === 'rollback' || (text === 'commit' && first.length === 0)) return nothing
    return together(client, [
      () => send({ text: 'begin' }),
      ...first.map((call) => () => callAll([call])),
      () => named(text, values),
    ])
  }
}

/** What a statement that was not sent answers. */
export const nothing: pg.QueryResult = { command: '', rowCount: 0, oid: 0, fields: [], rows: [] }

/** Sends several statements in one write, and answers as the last; the first that fails fails them all. */
const together = async (
  client: pg.PoolClient,
  statements: readonly (() => Promise<pg.QueryResult>)[],
): Promise<pg.QueryResult> => {
  const stream = streamOf(client)
  stream.cork()
  const all = Promise.all(statements.map((statement) => statement()))
  stream.uncork()
  return (await all).at(-1) ?? nothing
}

/** The driver's stream is part of its documented connection, but not of its types. */
export const streamOf = (client: pg.PoolClient): Writable =>
  (client as unknown as { connection: { stream: Writable } }).connection.stream
