import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import { reversibleKinds } from '@runnel/contract/admin/user'
import type { Answer, Input } from '@runnel/contract/route'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { offsetOf } from '#kernel/reads/listing.ts'
import { reversedOf, statementAfter, statementPage, type StatementRow } from '#money/statement.ts'
import { noSuchUser } from './user-detail.ts'

type Routes = Contract['admin']

/** A page of one user's movements, and which of them a person can still undo. */
export const userStatement = async (
  db: Read,
  userId: string,
  { page, limit, ...filter }: Input<Routes['userStatement']>['query'],
): Promise<Answer<Routes['userStatement']>> => {
  await refuseUnknown(db, userId)
  const offset = offsetOf({ page, limit })
  const { rows, total } = await statementPage(db, { userId, ...filter }, { offset, limit })
  const reversed = await reversedOf(
    db,
    rows.map(({ id }) => id),
  )
  const items = rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    account: row.account,
    amount: row.amount,
    balanceAfter: row.balanceAfter,
    ref: row.ref,
    createdAt: row.at.toISOString(),
    reversible: isReversible(row.kind) && row.account !== 'held' && !reversed.has(row.id),
  }))
  return { items, totalItems: total }
}

/** Whether a movement of this kind is undone by a person; all others are undone where they belong. */
export const isReversible = (kind: StatementRow['kind']): boolean => reversibleKinds.some((known) => known === kind)

/** One user's movements as a file. */
export const userStatementFile = async (
  db: Read,
  asked: { readonly userId: string; readonly query: Input<Routes['userStatementCsv']>['query']; readonly now: Date },
): Promise<CsvFile> => {
  const { userId, query, now } = asked
  await refuseUnknown(db, userId)
  return csvOf<StatementRow>({
    name: 'movements',
    now,
    columns: {
      time: (row) => row.at,
      kind: (row) => row.kind,
      account: (row) => row.account,
      amount_units: (row) => row.amount,
      balance_after_units: (row) => row.balanceAfter,
      reference: (row) => row.ref,
      id: (row) => row.id,
    },
    next: (last, limit) => statementAfter(db, { userId, ...query }, { last, limit }),
  })
}

const refuseUnknown = async (db: Read, userId: string): Promise<void> => {
  const known = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst()
  if (known === undefined) noSuchUser()
}
