import { type ImportField, IMPORT_ROWS_MAX } from '@runnel/contract/admin/import'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** A file as it was read: which column is what, and the cells of each row with the line that it begins on. */
export interface ReadFile {
  readonly columns: readonly { readonly name: string; readonly field: ImportField | null }[]
  readonly rows: readonly FileRow[]
}

export interface FileRow {
  readonly line: number
  readonly cells: Readonly<Partial<Record<ImportField, string>>>
}

/** What other scripts call these columns; written without case, spaces and signs. */
const synonyms: Readonly<Record<ImportField, readonly string[]>> = {
  username: ['username', 'user', 'name', 'login', 'nick', 'nickname', 'uname'],
  email: ['email', 'mail', 'emailaddress', 'useremail'],
  balance: ['balance', 'mainbalance', 'accountbalance', 'earnings', 'coins', 'tokens', 'points', 'credits', 'units'],
  deposit: [
    'depositbalance',
    'deposit',
    'depositwallet',
    'advertiserbalance',
    'adbalance',
    'purchasebalance',
    'depbalance',
  ],
  exp: ['exp', 'experience', 'xp'],
  level: ['level', 'userlevel', 'lvl'],
  joined: [
    'joined',
    'joinedat',
    'createdat',
    'created',
    'registered',
    'registeredat',
    'signupdate',
    'regdate',
    'date',
    'joindate',
  ],
  referrer: [
    'referrer',
    'referredby',
    'ref',
    'upline',
    'sponsor',
    'refid',
    'referrerid',
    'referral',
    'invitedby',
    'refby',
  ],
  verified: ['verified', 'emailverified', 'emailverifiedat', 'isverified', 'activated', 'active', 'confirmed'],
  id: ['id', 'userid', 'uid', 'externalid', 'memberid', 'accountid'],
}

const fields = Object.entries(synonyms).flatMap(([field, names]) =>
  // The keys of the record above are exactly the fields.
  names.map((name): [string, ImportField] => [name, field as ImportField]),
)
const fieldOf = new Map(fields)

/** Reads a CSV file by its header; what is no such file is refused in words. */
export const readUsersFile = (bytes: Uint8Array): ReadFile => {
  const lines = linesOf(textOf(bytes))
  const header = lines.next()
  if (header.done === true) return refuse('invalid', 'IMPORT_EMPTY', say('owner.import.fileEmpty'))
  const columns = columnsOf(header.value.cells)
  const rows: FileRow[] = []
  for (const { line, cells } of lines) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (rows.length === IMPORT_ROWS_MAX) {
      const most = IMPORT_ROWS_MAX.toLocaleString('en')
      refuse('tooLarge', 'IMPORT_TOO_LONG', say('owner.import.fileTooManyRows', { most }))
    }
    rows.push({ line, cells: byField(columns, cells) })
  }
  return { columns, rows }
}

const textOf = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\u0000')) return text
  } catch {
    // Below it is said in words.
  }
  return refuse('invalid', 'IMPORT_ENCODING', say('owner.import.fileUtf8Text'))
}

const COLUMNS_MAX = 200

const plainName = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const columnsOf = (names: readonly string[]): ReadFile['columns'] => {
  const known = names.slice(0, COLUMNS_MAX).map(plainName)
  // Where several could be the same, as `name` and `username`, the one that is called so the most plainly.
  const places = new Map(
    Object.entries(synonyms).map(([field, words]) => [
      field,
      known.indexOf(words.find((word) => known.includes(word)) ?? '-'),
    ]),
  )
  if (places.get('username') === -1 || places.get('email') === -1) {
    refuse('invalid', 'IMPORT_COLUMNS', say('owner.import.firstRowMustContain'))
  }
  return known.map((plain, place) => {
    const field = fieldOf.get(plain)
    const isMeant = field !== undefined && places.get(field) === place
    return { name: (names[place] ?? '').trim().slice(0, 60), field: isMeant ? field : null }
  })
}

const byField = (columns: ReadFile['columns'], cells: readonly string[]): FileRow['cells'] =>
  Object.fromEntries(
    columns.flatMap(({ field }, index) => (field === null ? [] : [[field, (cells[index] ?? '').trim()]])),
  )

interface Line {
  readonly line: number
  readonly cells: string[]
}

const CELL_MAX = 1_000

/** The rows of a CSV text (RFC 4180), with the sign between cells that its first line uses most. */
export const linesOf = function* (text: string): Generator<Line, undefined> {
  const sign = separatorOf(text)
  let line = 1
  let begun = 1
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isOpen = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === '\n') line += 1
    if (isQuoted) {
      if (char === '"' && text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else if (char === '"') isQuoted = false
      else if (cell.length <= CELL_MAX) cell += char
    } else if (char === '"' && cell === '') {
      isQuoted = true
      isOpen = true
    } else if (char === sign || char === '\n') {
      cells.push(cell)
      cell = ''
      isOpen = char === sign
      if (char === '\n') {
        yield { line: begun, cells }
        cells = []
        begun = line
      }
    } else if (char !== '\r' && cell.length <= CELL_MAX) {
      cell += char
      isOpen = true
    }
  }
  if (isQuoted) refuse('invalid', 'IMPORT_QUOTES', say('owner.import.rowUnclosedQuote', { begun }))
  if (isOpen || cell !== '' || cells.length > 0) yield { line: begun, cells: [...cells, cell] }
}

const separatorOf = (text: string): string => {
  const first = text.slice(0, text.indexOf('\n') === -1 ? undefined : text.indexOf('\n'))
  const counted = [',', ';', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).sign
}
