import type { Tx } from '#kernel/db.ts'
import type { Caller } from '#kernel/session.ts'
import type { MeasureBeside, MeasureRow } from '#kernel/tables/suspects.ts'

/** Percent of a claim that an account with lowered rewards is paid. */
export const LOWERED_PERCENT = 50

/** The measure of this kind that holds an account back now. */
export const activeRestriction = (
  caller: Pick<Caller, 'measures'> | undefined,
  kind: MeasureRow['kind'],
  now: Date,
): MeasureBeside | undefined => inForce(caller?.measures ?? [], kind, now)

const inForce = (measures: readonly MeasureBeside[], kind: MeasureRow['kind'], now: Date): MeasureBeside | undefined =>
  measures.find((measure) => measure.kind === kind && (measure.until === null || new Date(measure.until) > now))

/**
 * The same, read again with the user's row held, so that it neither begins nor ends before this transaction does: what
 * is kept back is counted into a measure that nobody has released meanwhile.
 */
export const lockActiveRestriction = async (
  tx: Tx,
  { userId, kind, now }: { userId: string; kind: MeasureRow['kind']; now: Date },
): Promise<MeasureBeside | undefined> => {
  const { measures } = await tx
    .selectFrom('users')
    .select('measures')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  return inForce(measures, kind, now)
}

/** Notes what a measure kept back, so that a release can pay it. The user's row is held. */
export const recordWithheld = async (tx: Tx, { id, amount }: { id: string; amount: number }): Promise<void> => {
  if (amount === 0) return
  await tx
    .updateTable('measures')
    .set(({ eb }) => ({ withheld: eb('withheld', '+', amount) }))
    .where('id', '=', id)
    .execute()
}

/** Why claims of this account pay less, as its user reads it. */
export const reduceReward = async (
  db: Pick<Tx, 'selectFrom'>,
  { id }: MeasureBeside,
): Promise<{ percent: number; reason: string; until: string | null }> => {
  const { reason, until } = await db
    .selectFrom('measures')
    .select(['reason', 'until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { percent: LOWERED_PERCENT, reason, until: until?.toISOString() ?? null }
}
