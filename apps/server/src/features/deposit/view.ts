import type { Deposit, DepositProcessor } from '@runnel/contract/deposit'
import type { Selectable } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'
import { say } from '#kernel/words/say.ts'

export const shownColumns = [
  'id',
  'method',
  'processor',
  'amount',
  'received',
  'fee',
  'status',
  'note',
  'deposit_url',
  'expires_at',
  'created_at',
  'paid_at',
] as const

type Shown = Pick<Selectable<DepositRow>, (typeof shownColumns)[number]>

/** A deposit as its user sees it. */
export const depositView = (row: Shown, now: Date): Deposit => ({
  _id: row.id,
  method: row.method,
  // Only names of processors are ever written there.
  processor: row.processor as DepositProcessor,
  amount: row.amount,
  received: row.received,
  fee: row.fee,
  status: row.status,
  note: row.note,
  depositUrl: canBePaid(row, now) ? row.deposit_url : null,
  expiresAt: row.expires_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  paidAt: row.paid_at?.toISOString() ?? null,
})

const canBePaid = ({ status, expires_at: end }: Shown, now: Date): boolean =>
  (status === 'waiting' || status === 'processing') && now < end

/** One deposit of a user; refuses with 404 for everybody else's. */
export const ownDeposit = async (
  db: Read,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<Deposit> => {
  const row = await db
    .selectFrom('deposits')
    .select(shownColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? refuse('notFound', 'NOT_FOUND', say('deposit.depositFound')) : depositView(row, now)
}

interface HistoryPage {
  readonly userId: string
  readonly page: number
  readonly limit: number
  readonly now: Date
}

/** A page of a user's own deposits, newest first. */
export const historyOf = async (
  db: Read,
  { userId, page, limit, now }: HistoryPage,
): Promise<{ items: Deposit[]; totalItems: number }> => {
  const own = db.selectFrom('deposits').where('user_id', '=', userId)
  const [rows, counted] = await Promise.all([
    own
      .select(shownColumns)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset((page - 1) * limit)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { items: rows.map((row) => depositView(row, now)), totalItems: counted.count }
}
