import { IMPORT_PROBLEMS_SHOWN } from '@runnel/contract/admin/import'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { mailImportedUser } from '#features/user/user.ts'
import type { Clock } from '#kernel/clock.ts'
import { databaseError, type Db, type Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { importAccount, openAllUserAccounts, userAccount } from '#money/accounts.ts'
import { type Leg, post } from '#money/ledger.ts'
import { planRows } from './import-plan.ts'
import { ImportUser, type RowProblem } from './import-row.ts'

export interface ImportJobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly enqueue: Enqueue
  readonly reservedNames: readonly string[]
}

const BATCH = 200
/** Somebody may take a name between the look and the row; then the batch is checked again. */
const TRIES = 5

/** Takes all rows of an import that wait, each batch in a transaction of its own, then links who referred whom. */
export const runImport = async (deps: ImportJobDeps, importId: string): Promise<Words> => {
  let taken = 0
  for (let last = BATCH; last > 0; taken += last) last = await importBatch(deps, importId)
  const linked = await deps.db.write((tx) => finish(tx, importId, deps.clock()))
  return say('owner.job.imported', { rows: taken, referrers: linked })
}

const importBatch = async (deps: ImportJobDeps, importId: string, tried = 1): Promise<number> => {
  try {
    return await deps.db.write((tx) => claimRows(deps, tx, importId))
  } catch (error) {
    if (databaseError(error)?.code !== '23505' || tried === TRIES) throw error
    return importBatch(deps, importId, tried + 1)
  }
}

/** Two workers at once take different rows: each row is gone with the transaction that took it. */
const claimRows = async (deps: ImportJobDeps, tx: Tx, importId: string): Promise<number> => {
  const now = deps.clock()
  const { rows } = await sql<{ line: number; data: unknown; source: string; mails: boolean }>`
    DELETE FROM import_rows r USING imports i
    WHERE i.id = ${importId} AND r.import_id = i.id AND r.line = ANY(ARRAY(SELECT w.line FROM import_rows w
      WHERE w.import_id = ${importId} ORDER BY w.line LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))
    RETURNING r.line, r.data, i.source, i.send_mails AS mails`.execute(tx)
  const [first] = rows
  if (first === undefined) return 0
  const { source, mails } = first
  const waiting = rows
    .map(({ line, data }) => ({ line, user: z.parse(ImportUser, data) }))
    .sort((a, b) => a.line - b.line)
  const { fresh, skipped, problems } = await planRows(tx, waiting, { source, reservedNames: deps.reservedNames })
  const made = fresh.map(({ user }) => ({ id: newId(), ...user }))
  await makeUsers(tx, made, now)
  await creditImported(tx, { made, source, now })
  if (made.length > 0) {
    await tx
      .insertInto('imported_users')
      .values(
        made.map(({ id, externalId, referrer }) => ({
          source,
          external_id: externalId,
          user_id: id,
          import_id: importId,
          referrer,
          mail_due: mails,
        })),
      )
      .execute()
  }
  await recordProgress(tx, { importId, rows: rows.length, made, skipped, problems })
  return rows.length
}

type Made = ImportUser & { readonly id: string }

const makeUsers = async (tx: Tx, made: readonly Made[], now: Date): Promise<void> => {
  if (made.length === 0) return
  await tx
    .insertInto('users')
    .values(
      made.map(({ id, username, email, emailKey, exp, joinedAt, isVerified }) => ({
        id,
        username,
        email,
        email_key: emailKey,
        email_verified_at: isVerified ? (joinedAt ?? now) : null,
        password_hash: null,
        referrer_id: null,
        exp,
        level: sql<number>`level_of(${exp}::bigint)`,
        joined_at: joinedAt ?? now,
        last_seen_at: joinedAt ?? now,
      })),
    )
    .execute()
  await openAllUserAccounts(
    tx,
    made.map(({ id }) => id),
    now,
  )
}

interface ImportRowsInput {
  readonly made: readonly Made[]
  readonly source: string
  readonly now: Date
}

/** What they owned there, under keys that make it come once. */
const creditImported = async (tx: Tx, { made, source, now }: ImportRowsInput): Promise<void> => {
  const [first, ...rest] = made.flatMap(({ id, balance, deposit, externalId }): Leg[] => {
    const from = { kind: 'import', debit: importAccount, ref: id } as const
    const key = `import:${source}:${externalId}`
    return [
      ...(balance === 0 ? [] : [{ ...from, credit: userAccount(id, 'main'), amount: balance, key: `${key}:main` }]),
      ...(deposit === 0
        ? []
        : [{ ...from, credit: userAccount(id, 'deposit'), amount: deposit, key: `${key}:deposit` }]),
    ]
  })
  if (first !== undefined) await post(tx, [first, ...rest], now)
}

interface ImportProgress {
  readonly importId: string
  readonly rows: number
  readonly made: readonly Made[]
  readonly skipped: number
  readonly problems: readonly RowProblem[]
}

const recordProgress = async (tx: Tx, { importId, rows, made, skipped, problems }: ImportProgress): Promise<void> => {
  const balance = made.reduce((sum, user) => sum + user.balance, 0)
  const deposit = made.reduce((sum, user) => sum + user.deposit, 0)
  const shown = JSON.stringify(problems)
  await sql`
    UPDATE imports SET progress = progress + ${rows}, added = added + ${made.length}, skipped = skipped + ${skipped},
      balance = balance + ${balance}, deposit = deposit + ${deposit},
      problem_count = problem_count + ${problems.length},
      problems = CASE WHEN jsonb_array_length(problems) < ${IMPORT_PROBLEMS_SHOWN}
        THEN problems || ${shown}::jsonb ELSE problems END
    WHERE id = ${importId}`.execute(tx)
}

/**
 * Links who referred whom, once all are there: by their id or their name on the other site. Who only has that name
 * here, and did not come from there, is somebody else.
 */
const finish = async (tx: Tx, importId: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ source: string }>`
    SELECT source FROM imports WHERE id = ${importId} AND state = 'running' FOR UPDATE`.execute(tx)
  const left = await sql`SELECT FROM import_rows WHERE import_id = ${importId} LIMIT 1`.execute(tx)
  // Another worker finished it, or has rows in hand that are not back yet.
  if (rows.length === 0 || left.rows.length > 0) return 0
  const linked = await sql`
    UPDATE users u SET referrer_id = r.user_id
    FROM imported_users i JOIN LATERAL (
      SELECT o.user_id FROM imported_users o
      WHERE o.source = i.source AND o.external_id IN (i.referrer, 'name:' || lower(i.referrer))
      UNION ALL SELECT o.user_id FROM imported_users o JOIN users x ON x.id = o.user_id
      WHERE o.source = i.source AND x.username = lower(i.referrer) LIMIT 1) r ON true
    WHERE i.import_id = ${importId} AND i.referrer IS NOT NULL AND u.id = i.user_id AND u.referrer_id IS NULL
      AND r.user_id <> u.id`.execute(tx)
  const count = Number(linked.numAffectedRows ?? 0n)
  await tx.updateTable('imported_users').set({ referrer: null }).where('import_id', '=', importId).execute()
  await tx
    .updateTable('imports')
    .set({ state: 'done', finished_at: now, linked: count })
    .where('id', '=', importId)
    .execute()
  return count
}

/** Takes up what was left behind, and mails the next of those who came. */
export const importEveryMinute = async (deps: ImportJobDeps): Promise<Words> => {
  const { db } = deps
  const running = await db.read.selectFrom('imports').select('id').where('state', '=', 'running').execute()
  for (const { id } of running) await runImport(deps, id)
  const mailing = await db.read
    .selectFrom('imports')
    .select(['id', 'mails_per_minute as most'])
    .where('send_mails', '=', true)
    .where((is) =>
      is.exists(
        is
          .selectFrom('imported_users')
          .select('user_id')
          .whereRef('import_id', '=', 'imports.id')
          .where('mail_due', '=', true),
      ),
    )
    .execute()
  let mailed = 0
  for (const { id, most } of mailing) mailed += await mailSome(deps, id, most)
  return say('owner.job.emailsQueued', { count: mailed })
}

const mailSome = ({ db, enqueue }: ImportJobDeps, importId: string, most: number): Promise<number> =>
  db.write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      UPDATE imported_users SET mail_due = false WHERE user_id = ANY(ARRAY(
        SELECT user_id FROM imported_users WHERE import_id = ${importId} AND mail_due
        ORDER BY user_id LIMIT ${most} FOR UPDATE SKIP LOCKED)) RETURNING user_id AS id`.execute(tx)
    for (const { id } of rows) await enqueue(tx, mailImportedUser, { userId: id })
    return rows.length
  })
