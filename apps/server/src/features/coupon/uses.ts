import type { CsvFile } from '@runnel/contract/admin/export'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf, timeFrom, wholeTime } from '#kernel/reads/listing.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

interface CouponUsesInput {
  readonly id: string
  readonly page: number
  readonly limit: number
}

/** Who redeemed a code, the latest first. */
export const usesOf = async (db: Read, { id, page, limit }: CouponUsesInput) => {
  await refuseUnknown(db, id)
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    usesRows(db, id).limit(limit).offset(offset).execute(),
    countUpTo(db, db.selectFrom('coupon_uses').where('coupon_id', '=', id)),
  ])
  return { items: rows.map((row) => ({ ...row, at: row.at.toISOString() })), totalItems }
}

/** The same as a file. */
export const usesFile = async (db: Read, { id, now }: { id: string; now: Date }): Promise<CsvFile> => {
  await refuseUnknown(db, id)
  return csvOf<Use & { readonly key: string }>({
    name: 'coupon-uses',
    now,
    columns: {
      time: (row) => row.at,
      username: (row) => row.username,
      reward_units: (row) => row.reward,
      user_id: (row) => row.userId,
    },
    next: (last, limit) => {
      const at = timeFrom(last?.key ?? now.toISOString())
      return usesRows(db, id)
        .select(wholeTime('coupon_uses.at').as('key'))
        .$if(last !== undefined, (query) =>
          query
            .where('coupon_uses.at', '<=', at)
            .where(({ eb, or }) =>
              or([eb('coupon_uses.at', '<', at), eb('coupon_uses.user_id', '>', last?.userId ?? '')]),
            ),
        )
        .limit(limit)
        .execute()
    },
  })
}

const usesRows = (db: Read, couponId: string) =>
  db
    .selectFrom('coupon_uses')
    .innerJoin('users', 'users.id', 'coupon_uses.user_id')
    .select(['coupon_uses.user_id as userId', 'users.username', 'coupon_uses.reward', 'coupon_uses.at'])
    .where('coupon_uses.coupon_id', '=', couponId)
    .orderBy('coupon_uses.at', 'desc')
    .orderBy('coupon_uses.user_id')

type Use = Awaited<ReturnType<ReturnType<typeof usesRows>['execute']>>[number]

const refuseUnknown = async (db: Read, id: string): Promise<void> => {
  const code = await db.selectFrom('coupons').select('id').where('id', '=', id).executeTakeFirst()
  if (code === undefined) refuse('notFound', 'COUPON_UNKNOWN', say('owner.coupon.couponFound'))
}
