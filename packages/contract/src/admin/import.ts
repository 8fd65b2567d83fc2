import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Id, listing, paging, Timestamp, Units, wholeNumber } from '#contract/values.ts'
import { csvTwin } from './export.ts'

/** Rows that an uploaded file of users may have. */
export const IMPORT_ROWS_MAX = 100_000
/** Problems that an answer names. */
export const IMPORT_PROBLEMS_SHOWN = 200

export const ImportField = z.enum([
  'username',
  'email',
  'balance',
  'deposit',
  'exp',
  'level',
  'joined',
  'referrer',
  'verified',
  'id',
])
export type ImportField = z.infer<typeof ImportField>

export const ImportProblem = z.object({
  line: z.int(),
  username: z.string(),
  sentence: z.string(),
  /** A username that would fit and is free; null where the name is not the problem. */
  proposal: z.nullable(z.string()),
})

export const ImportCounts = z.object({
  rows: z.int(),
  /** Accounts that are new, that an earlier import made already, and rows that cannot be taken. */
  added: z.int(),
  skipped: z.int(),
  problems: z.int(),
  balance: Units,
  deposit: Units,
  referrersLinked: z.int(),
})

export const ImportState = z.enum(['running', 'done'])
export type ImportState = z.infer<typeof ImportState>

export const Import = z.object({
  _id: Id,
  source: z.string(),
  state: ImportState,
  by: z.string(),
  startedAt: Timestamp,
  finishedAt: z.nullable(Timestamp),
  /** Rows that are dealt with, of `counts.rows`. */
  progress: z.int(),
  counts: ImportCounts,
  mails: z.object({ wanted: z.boolean(), sent: z.int(), waiting: z.int() }),
  problems: z.array(ImportProblem),
})
export type Import = z.infer<typeof Import>

const Flag = z.enum(['true', 'false'])

/** A short name of where the file comes from; rows of one source are told apart by their id. */
export const ImportSource = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[a-z0-9-]{2,40}$/))
export const ImportUnit = z.enum(['units', 'decimal'])
export const MailsPerMinute = wholeNumber(1, 1_000)

const imports = route({
  method: 'GET',
  path: '/api/admin/import',
  summary: 'Imports, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({
    ...paging,
    /** The beginning of where files came from. */
    source: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40))),
    /** The username of who began it. */
    by: z.optional(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(40))),
    state: z.optional(ImportState),
  }),
  answer: listing(Import),
})

export const adminImport = {
  import: route({
    method: 'POST',
    path: '/api/admin/import',
    summary: 'Imports users and balances from a CSV file; the same file again creates no duplicates.',
    access: 'admin',
    transaction: 'write',
    kind: 'upload',
    file: 'csv',
    query: z.object({
      /** Only says what would happen. */
      dry: z._default(Flag, 'true'),
      source: ImportSource,
      /** Whether amounts are whole units, or decimals of the currency such as `1.25`. */
      unit: z._default(ImportUnit, 'decimal'),
      /** Mails everybody the link that chooses a password, so many a minute. */
      sendMails: z._default(Flag, 'false'),
      mailsPerMinute: z._default(MailsPerMinute, 60),
    }),
    answer: z.object({
      /** Null for a dry run. */
      import: z.nullable(Import),
      columns: z.array(z.object({ name: z.string(), field: z.nullable(ImportField) })),
      counts: ImportCounts,
      problems: z.array(ImportProblem),
      msg: z.optional(z.string()),
    }),
  }),
  imports,
  importsCsv: csvTwin(imports, 'Imports'),
  importDetail: route({
    method: 'GET',
    path: '/api/admin/import/{id}',
    summary: 'The progress of an import and the rows it couldn’t import.',
    access: 'admin',
    transaction: 'read',
    params: z.object({ id: Id }),
    answer: z.object({ import: Import }),
  }),
} as const
