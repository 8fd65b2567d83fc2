import type { Contract } from '@runnel/contract'
import { type Import, IMPORT_PROBLEMS_SHOWN } from '@runnel/contract/admin/import'
import type { Input } from '@runnel/contract/route'
import { sql } from 'kysely'
import { changeNeedsSecond, oneAtATime } from '#guard/approval/limits.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import { databaseError, type Read } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { owedToUsers } from '#money/accounts.ts'
import { readUsersFile } from './import-file.ts'
import { importRun } from './import-job-names.ts'
import { importFile, importPage, importViews } from './import-list.ts'
import { type Plan, planImport } from './import-plan.ts'
import { UNITS_MOST } from './import-row.ts'

type Routes = Contract['admin']

export interface ImportDeps {
  readonly reservedNames: readonly string[]
}

/** Users and balances that come from another script. */
export const imports = ({
  reservedNames,
}: ImportDeps): Pick<Handlers<Routes>, 'import' | 'imports' | 'importsCsv' | 'importDetail'> => ({
  import: async ({ query, upload }, context) => {
    const { tx, now, settings } = context
    const { columns, rows } = readUsersFile(upload.body)
    const { source, unit, dry } = query
    const plan = await planImport(tx, { rows, source, unit, reservedNames, now })
    const counts = countsOf(plan, rows.length)
    await refuseTooMuch(tx, counts)
    const problems = plan.problems.slice(0, IMPORT_PROBLEMS_SHOWN)
    const told = { columns: [...columns], counts, problems }
    if (dry === 'true') return { import: null, ...told, msg: textOf(plan, counts, settings.site_currency) }
    await oneAtATime(context)
    const amount = counts.balance + counts.deposit
    if (amount > 0 && (await changeNeedsSecond(context, { amount }))) {
      const msg = say('owner.import.importExceedsAmountOne')
      refuse('conflict', 'FOUR_EYES', msg)
    }
    const id = await startImport(context, { query, plan, rows: rows.length })
    await audit(tx, {
      ...byCaller(context),
      action: 'import.begin',
      target: id,
      before: undefined,
      after: { source, ...counts },
    })
    const [begun] = await importViews(tx, await tx.selectFrom('imports').selectAll().where('id', '=', id).execute())
    assert(begun !== undefined, 'the import has begun')
    return { import: begun, ...told, msg: say('owner.import.importStarted') }
  },

  imports: ({ query }, { db }) => importPage(db, query),

  importsCsv: ({ query }, { db, now }) => importFile(db, query, now),

  importDetail: async ({ params }, { db }) => {
    const rows = await db.selectFrom('imports').selectAll().where('id', '=', params.id).execute()
    const [found] = await importViews(db, rows)
    return { import: found ?? refuse('notFound', 'NOT_FOUND', say('owner.import.importFound')) }
  },
})

const countsOf = ({ fresh, skipped, problems }: Plan, rows: number): Import['counts'] => ({
  rows,
  added: fresh.length,
  skipped,
  problems: problems.length,
  balance: fresh.reduce((sum, { user }) => sum + user.balance, 0),
  deposit: fresh.reduce((sum, { user }) => sum + user.deposit, 0),
  referrersLinked: 0,
})

/** Everything that users own together stays far below what a number holds exactly. */
const refuseTooMuch = async (db: Read, { balance, deposit }: Import['counts']): Promise<void> => {
  const owned = await owedToUsers(db)
  if (owned.main + owned.deposit + owned.held + balance + deposit <= UNITS_MOST) return
  refuse('invalid', 'IMPORT_TOO_MUCH', say('owner.import.balancesTooLargeCheck'))
}

const textOf = ({ fresh }: Plan, { balance, deposit }: Import['counts'], currency: string): string =>
  say('owner.import.accountsWouldCreated', { count: fresh.length, balance: money(balance + deposit, currency) })

interface StartImportInput {
  readonly query: Input<Routes['import']>['query']
  readonly plan: Plan
  readonly rows: number
}

const CHUNK = 2_000

/** Writes the rows down; the job takes them from there, and goes on with what is left whenever it is stopped. */
const startImport = async (
  { tx, caller, now, enqueue }: WriteContext,
  { query, plan, rows }: StartImportInput,
): Promise<string> => {
  assert(caller !== undefined, 'an admin is signed in')
  const id = newId()
  const { fresh, skipped, problems } = plan
  await tx
    .insertInto('imports')
    .values({
      id,
      source: query.source,
      by_user: caller.id,
      send_mails: query.sendMails === 'true',
      mails_per_minute: query.mailsPerMinute,
      rows,
      progress: skipped + problems.length,
      skipped,
      problem_count: problems.length,
      problems: JSON.stringify(problems.slice(0, IMPORT_PROBLEMS_SHOWN)),
      started_at: now,
    })
    .execute()
    .catch((error: unknown) => {
      if (databaseError(error)?.constraint !== 'imports_running') throw error
      return refuse('conflict', 'IMPORT_RUNNING', say('owner.import.anotherImportRunningWait'))
    })
  for (let at = 0; at < fresh.length; at += CHUNK) {
    const chunk = fresh.slice(at, at + CHUNK)
    await sql`
      INSERT INTO import_rows (import_id, line, data)
      SELECT ${id}, (r ->> 'line')::integer, r -> 'user'
      FROM jsonb_array_elements(${JSON.stringify(chunk)}::jsonb) r`.execute(tx)
  }
  await enqueue(importRun, { importId: id })
  return id
}
