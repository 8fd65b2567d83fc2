import type { Tx } from '#kernel/db.ts'
import type { Caller } from '#kernel/session.ts'
import type { MeasureBeside, MeasureRow } from '#kernel/tables/suspects.ts'

/** The measure of this kind that holds an account back now. */
export const activeRestriction = (
  caller: Pick<Caller, 'measures'> | undefined,
  kind: MeasureRow['kind'],
  now: Date,
): MeasureBeside | undefined => inForce(caller?.measures ?? [], kind, now)

const inForce = (measures: readonly MeasureBeside[], kind: MeasureRow['kind'], now: Date): MeasureBeside | undefined =>
  measures.find((measure) => measure.kind === kind && (measure.until === null || new Date(measure.until) > now))

/** Whether a person looks at everything that this account withdraws. */
export const isUnderReview = async (
  db: Pick<Tx, 'selectFrom'>,
  { userId, now }: { userId: string; now: Date },
): Promise<boolean> => {
  const { measures } = await db
    .selectFrom('users')
    .select('measures')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return inForce(measures, 'review', now) !== undefined
}
