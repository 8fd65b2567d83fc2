import { type CsvFile, EXPORT_ROWS_MAX } from '@runnel/contract/admin/export'
import { dayOf } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import { type CsvHead, headOf } from './csv-heads.ts'

/** What a cell may be made of; nothing is an empty cell. */
type Cell = string | number | boolean | Date | null | undefined

/** The columns of a file in their order: what each is called and what stands in it. */
export type CsvColumns<Item> = { readonly [Head in CsvHead]?: (item: Item) => Cell }

interface CsvExport<Item> {
  /** Begins the file's name; the day follows. */
  readonly name: string
  readonly now: Date
  readonly columns: CsvColumns<Item>
  /**
   * Reads the next rows behind `last`, the last one read before (undefined at first). It goes by a key and not by a
   * page, so that rows which come or go meanwhile neither double nor hide others.
   */
  readonly next: (last: Item | undefined, limit: number) => Promise<readonly Item[]>
}

const CHUNK_ROWS = 500

/** A list as a file, read while it is sent: only a few hundred rows are ever held. */
export const csvOf = async <Item>({ name, now, columns, next }: CsvExport<Item>): Promise<CsvFile> => {
  // What is refused or fails at once still finds an answer that can say so.
  const first = await next(undefined, CHUNK_ROWS)
  return { filename: `${name}-${dayOf(now)}.csv`, rows: rowsOf({ columns, next, first }) }
}

/** A list that is short by its nature, as a file. */
export const csvOfAll = <Item>(
  items: readonly Item[],
  { name, now, columns }: Omit<CsvExport<Item>, 'next'>,
): CsvFile => ({
  filename: `${name}-${dayOf(now)}.csv`,
  rows: [headsOf(columns), ...items.slice(0, EXPORT_ROWS_MAX).map((item) => cellsOf(columns, item))],
})

type CsvRowsInput<Item> = Pick<CsvExport<Item>, 'columns' | 'next'> & { readonly first: readonly Item[] }

const rowsOf = async function* <Item>({ columns, next, first }: CsvRowsInput<Item>): AsyncGenerator<readonly string[]> {
  yield headsOf(columns)
  let left = EXPORT_ROWS_MAX
  for (let items = first; items.length > 0; items = await next(items.at(-1), Math.min(CHUNK_ROWS, left))) {
    for (const item of items) yield cellsOf(columns, item)
    left -= items.length
    if (left <= 0) return
  }
}

// Names of a `CsvColumns`, which has no others.
const headsOf = (columns: object): string[] => Object.keys(columns).map((head) => headOf(head as CsvHead))

const cellsOf = <Item>(columns: CsvColumns<Item>, item: Item): string[] =>
  Object.values(columns).map((cell) => textOf(cell?.(item)))

const textOf = (cell: Cell): string => {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? say('csv.yes') : say('csv.no')
  return cell instanceof Date ? cell.toISOString() : String(cell)
}

/** A row as a line of a file that a spreadsheet opens safely. */
export const csvLine = (row: readonly string[]): string => `${row.map(quoted).join(',')}\r\n`

/** Quotes a cell; one that a spreadsheet would run as a formula gets an apostrophe in front, unless it is a number. */
const quoted = (text: string): string => {
  const harmless = /^[=+@\t\r\n＝＋－＠-]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
