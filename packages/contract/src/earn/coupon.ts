import * as z from 'zod/mini'
import { csvTwin } from '#contract/admin/export.ts'
import { route } from '#contract/route.ts'
import { Done, Id, line, listing, paging, PositiveUnits, Timestamp, Units } from '#contract/values.ts'

/** As typed: letters, digits and dashes; the case does not matter. */
export const CouponCode = z.string().check(z.trim(), z.minLength(3), z.maxLength(40), z.regex(/^[A-Za-z0-9-]+$/))

export const coupon = {
  check: route({
    method: 'POST',
    path: '/api/coupon/check',
    summary: 'Redeems a coupon: once per user, up to its redemption limit.',
    access: 'user',
    transaction: 'write',
    closedTo: 'earn',
    idempotent: true,
    limits: [
      { by: 'user', points: 6, seconds: 60 },
      { by: 'user', points: 40, seconds: 86_400 },
      { by: 'device', points: 80, seconds: 86_400 },
    ],
    body: z.object({ code: CouponCode }),
    answer: z.object({ reward: Units, balance: Units, msg: z.optional(z.string()) }),
  }),
} as const

const couponFields = {
  /** For the owner's own eyes. */
  name: line(1, 60),
  reward: PositiveUnits.check(z.maximum(1_000_000_000)),
  /** How many users may redeem one code. */
  usesMax: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  from: z.nullable(Timestamp),
  until: z.nullable(Timestamp),
  minLevel: z.int().check(z.minimum(1), z.maximum(1_000)),
  verifiedOnly: z.boolean(),
  enabled: z.boolean(),
}

export const AdminCoupon = z.object({
  _id: Id,
  code: z.string(),
  ...couponFields,
  uses: z.int(),
  cost: Units,
  /** Codes that were made together share it. */
  batchId: z.nullable(Id),
  createdAt: Timestamp,
})
export type AdminCoupon = z.infer<typeof AdminCoupon>

const params = z.object({ id: Id })
const filters = {
  /** The beginning of a code, or words of the name. */
  search: z.optional(z.string().check(z.maxLength(60))),
  batchId: z.optional(Id),
  state: z.optional(z.enum(['open', 'used-up', 'over', 'off'])),
}

const couponUses = route({
  method: 'GET',
  path: '/api/admin/coupon/{id}/use',
  summary: 'Redemptions of a coupon.',
  access: 'admin',
  transaction: 'read',
  params,
  query: z.object(paging),
  answer: listing(z.object({ userId: Id, username: z.string(), reward: Units, at: Timestamp })),
})

const coupons = route({
  method: 'GET',
  path: '/api/admin/coupon',
  summary: 'All coupons, newest first.',
  access: 'admin',
  transaction: 'read',
  query: z.object({ ...paging, ...filters }),
  answer: listing(AdminCoupon),
})

export const adminCoupon = {
  coupons,
  couponsCsv: csvTwin(coupons, 'Codes'),
  addCoupons: route({
    method: 'POST',
    path: '/api/admin/coupon',
    summary: 'Creates one coupon, or a batch of random codes with a prefix.',
    access: 'admin',
    transaction: 'write',
    idempotent: true,
    body: z.union([
      z.object({ ...couponFields, code: CouponCode }),
      z.object({
        ...couponFields,
        count: z.int().check(z.minimum(1), z.maximum(10_000)),
        prefix: z._default(z.string().check(z.trim(), z.maxLength(12), z.regex(/^[A-Za-z0-9-]*$/)), ''),
      }),
    ]),
    answer: z.object({ made: z.int(), batchId: z.nullable(Id), msg: z.optional(z.string()) }),
  }),
  editCoupon: route({
    method: 'PATCH',
    path: '/api/admin/coupon/{id}',
    summary: 'Changes a coupon; past redemptions stay.',
    access: 'admin',
    transaction: 'write',
    params,
    body: z.partial(z.object(couponFields)),
    answer: z.object({ coupon: AdminCoupon, msg: z.optional(z.string()) }),
  }),
  removeCoupons: route({
    method: 'POST',
    path: '/api/admin/coupon/remove',
    summary: 'Deletes unredeemed coupons and disables the others.',
    access: 'admin',
    transaction: 'write',
    body: z.object({ ids: z.array(Id).check(z.minLength(1), z.maxLength(100)) }),
    answer: Done,
  }),
  couponUses,
  couponUsesCsv: csvTwin(couponUses, 'Redemptions of a coupon'),
} as const
