import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminCoupon } from '@runnel/contract/earn/coupon'
import type { Input } from '@runnel/contract/route'
import { type Selectable, sql } from 'kysely'
import { oneAtATime, type Rise } from '#guard/approval/limits.ts'
import { allowRise } from '#guard/approval/second-admin.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { containing, countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import type { CouponRow } from '#kernel/tables/earning.ts'
import { money, say, together } from '#kernel/words/say.ts'
import { codeKey, randomCodes } from './coupon.ts'
import { usesFile, usesOf } from './uses.ts'

type Routes = Contract['admin']
type Row = Selectable<CouponRow>
type AddCouponsBody = Input<Routes['addCoupons']>['body']
type Fields = Omit<Extract<AddCouponsBody, { code: string }>, 'code'>
type Filter = Input<Routes['couponsCsv']>['query']

/** Codes that the owner gives away: made one by one or thousands at once, followed and taken back. */
export const coupons: Pick<
  Handlers<Routes>,
  'coupons' | 'addCoupons' | 'editCoupon' | 'removeCoupons' | 'couponUses' | 'couponUsesCsv' | 'couponsCsv'
> = {
  coupons: async ({ query: { page, limit, ...filter } }, { db, now }) => {
    const matching = filtered(db, filter, now)
    const offset = offsetOf({ page, limit })
    const [rows, totalItems] = await Promise.all([
      matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
      countUpTo(db, matching),
    ])
    return { items: rows.map(adminView), totalItems }
  },

  addCoupons: async ({ body }, context) => {
    await oneAtATime(context)
    refuseWindow(body)
    return 'code' in body ? addOne(context, body) : addMany(context, body)
  },

  editCoupon: async ({ params, body }, context) => {
    const { tx } = context
    await oneAtATime(context)
    const row = await tx.selectFrom('coupons').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
    if (row === undefined) return refuse('notFound', 'COUPON_UNKNOWN', say('owner.coupon.couponFound'))
    const before = fieldsOf(row)
    const after = { ...before, ...body }
    refuseWindow(after)
    if (after.usesMax < row.uses) {
      const msg = say('owner.coupon.codeBeenRedeemedTimes', { uses: row.uses })
      refuseField('usesMax', 'USES_BELOW_USED', msg)
    }
    const sentence = say('owner.coupon.editCoupon', {
      code: row.code,
      ...textOf(after, context.settings.site_currency),
    })
    const rise = riseOf(row.uses, before, after)
    const gain = await allowRise(context, { rise, sentence, ref: row.id })
    const changed = await tx
      .updateTable('coupons')
      .set(rowOf(after))
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await audit(tx, { ...byCaller(context), action: 'coupon.edit', target: row.id, before, after, gain })
    return { coupon: adminView(changed), msg: say('owner.coupon.couponSaved') }
  },

  removeCoupons: async ({ body }, context) => {
    const { removed, off } = await deleteCoupons(context, body.ids)
    const msg = together(
      say('owner.coupon.deleted', { removed }),
      off > 0 && say('owner.coupon.disabledInstead', { count: off }),
    )
    return { msg }
  },

  couponUses: async ({ params, query }, { db }) => usesOf(db, { id: params.id, ...query }),

  couponUsesCsv: ({ params }, { db, now }) => usesFile(db, { id: params.id, now }),

  couponsCsv: ({ query }, { db, now }) => codesFile(db, query, now),
}

const codesFile = (db: Read, filter: Filter, now: Date): Promise<CsvFile> =>
  csvOf<Row>({
    name: 'coupons',
    now,
    columns: {
      code: (row) => row.code,
      name: (row) => row.name,
      reward: (row) => row.reward,
      uses: (row) => row.uses,
      uses_max: (row) => row.uses_max,
      from: (row) => row.valid_from,
      until: (row) => row.valid_until,
      min_level: (row) => row.min_level,
      verified_only: (row) => row.verified_only,
      state: (row) => (row.enabled ? 'on' : 'off'),
    },
    next: (last, limit) =>
      filtered(db, filter, now)
        .$if(last !== undefined, (query) => query.where('coupons.id', '<', last?.id ?? ''))
        .selectAll()
        .orderBy('id', 'desc')
        .limit(limit)
        .execute(),
  })

const filtered = (db: Read, { search, batchId, state }: Filter, now: Date) => {
  const words = search?.trim() ?? ''
  return db
    .selectFrom('coupons')
    .$if(words !== '', (query) =>
      query.where((eb) =>
        eb.or([eb('coupons.code', 'like', codeStart(words)), eb('coupons.name', 'ilike', containing(words))]),
      ),
    )
    .$if(batchId !== undefined, (query) => query.where('coupons.batch_id', '=', batchId ?? ''))
    .$if(state === 'off', (query) => query.where('coupons.enabled', '=', false))
    .$if(state === 'used-up', (query) => query.whereRef('coupons.uses', '>=', 'coupons.uses_max'))
    .$if(state === 'over', (query) => query.where('coupons.valid_until', '<=', now))
    .$if(state === 'open', (query) =>
      query
        .where('coupons.enabled', '=', true)
        .whereRef('coupons.uses', '<', 'coupons.uses_max')
        .where((eb) => eb.or([eb('coupons.valid_until', 'is', null), eb('coupons.valid_until', '>', now)])),
    )
}

/** A pattern for codes that begin so; codes hold no sign that means something in a pattern. */
const codeStart = (text: string): string => {
  const start = codeKey(text)
  return /^[A-Z0-9-]+$/.test(start) ? `${start}%` : ''
}

const fieldsOf = (row: Row): Fields => ({
  name: row.name,
  reward: row.reward,
  usesMax: row.uses_max,
  from: row.valid_from?.toISOString() ?? null,
  until: row.valid_until?.toISOString() ?? null,
  minLevel: row.min_level,
  verifiedOnly: row.verified_only,
  enabled: row.enabled,
})

const rowOf = ({ usesMax, from, until, minLevel, verifiedOnly, name, reward, enabled }: Fields) => ({
  name,
  reward,
  enabled,
  uses_max: usesMax,
  valid_from: from === null ? null : new Date(from),
  valid_until: until === null ? null : new Date(until),
  min_level: minLevel,
  verified_only: verifiedOnly,
})

const adminView = (row: Row): AdminCoupon => ({
  _id: row.id,
  code: row.code,
  ...fieldsOf(row),
  uses: row.uses,
  cost: row.cost,
  batchId: row.batch_id,
  createdAt: row.created_at.toISOString(),
})

/** All that is left to redeem of one code. */
const worthOf = ({ reward, usesMax }: Fields, uses: number): number => reward * Math.max(usesMax - uses, 0)

/** A code that opens, for longer or for more people, pays all that is left of it to those who could not have it. */
const riseOf = (uses: number, before: Fields, after: Fields): Rise => {
  const isLonger = before.until !== null && (after.until === null || after.until > before.until)
  const isSooner = before.from !== null && (after.from === null || after.from < before.from)
  const isForMore = after.minLevel < before.minLevel || (before.verifiedOnly && !after.verifiedOnly)
  const isOpened = isLonger || isSooner || isForMore || (after.enabled && !before.enabled)
  return { from: isOpened ? 0 : worthOf(before, uses), to: worthOf(after, uses) }
}

const textOf = ({ name, reward, usesMax }: Fields, currency: string) => ({
  name,
  reward: money(reward, currency),
  uses: usesMax,
})

const refuseWindow = ({ from, until }: Pick<Fields, 'from' | 'until'>): void => {
  if (from !== null && until !== null && until <= from) {
    refuseField('until', 'WINDOW_EMPTY', say('owner.coupon.expiryDateMustAfter'))
  }
}

type One = Extract<AddCouponsBody, { code: string }>
type Many = Exclude<AddCouponsBody, One>

const addOne = async (context: WriteContext, { code, ...fields }: One) => {
  const { tx } = context
  const key = codeKey(code)
  const sentence = say('owner.coupon.createCoupon', { key, ...textOf(fields, context.settings.site_currency) })
  const gain = await allowRise(context, { rise: { from: 0, to: worthOf(fields, 0) }, sentence })
  const [made] = await insert(context, { codes: [key], fields, batchId: null })
  if (made === undefined) return refuseField('code', 'COUPON_TAKEN', say('owner.coupon.codeAlreadyExists'))
  const after = { code: key, ...fields }
  await audit(tx, { ...byCaller(context), action: 'coupon.add', target: made, before: undefined, after, gain })
  return { made: 1, batchId: null, msg: say('owner.coupon.couponCreated') }
}

const addMany = async (context: WriteContext, { count, prefix, ...fields }: Many) => {
  const { tx } = context
  const sentence = say('owner.coupon.createCoupons', { count, ...textOf(fields, context.settings.site_currency) })
  const gain = await allowRise(context, { rise: { from: 0, to: worthOf(fields, 0) * count }, sentence })
  const batchId = newId()
  let made = 0
  // A code that was drawn before, one in many millions of millions, is drawn anew.
  while (made < count) {
    made += (await insert(context, { codes: randomCodes(count - made, prefix), fields, batchId })).length
  }
  const after = { count, prefix, ...fields }
  await audit(tx, { ...byCaller(context), action: 'coupon.add-batch', target: batchId, before: undefined, after, gain })
  return { made, batchId, msg: say('owner.coupon.couponsCreated', { made }) }
}

interface InsertCouponsInput {
  readonly codes: readonly string[]
  readonly fields: Fields
  readonly batchId: string | null
}

/** Writes codes in one statement, and returns the ids of those that were new. */
const insert = async (
  { tx, caller, now }: WriteContext,
  { codes, fields, batchId }: InsertCouponsInput,
): Promise<string[]> => {
  assert(caller !== undefined, 'an admin is signed in')
  const row = rowOf(fields)
  const { rows } = await sql<{ id: string }>`
    INSERT INTO coupons (id, code, batch_id, name, reward, uses_max, valid_from, valid_until, min_level, verified_only,
      enabled, created_by, created_at)
    SELECT id, code, ${batchId}::uuid, ${row.name}, ${row.reward}, ${row.uses_max}::integer,
      ${row.valid_from}::timestamptz, ${row.valid_until}::timestamptz, ${row.min_level}::integer,
      ${row.verified_only}::boolean, ${row.enabled}::boolean, ${caller.id}::uuid, ${now}::timestamptz
    FROM unnest(${codes.map(() => newId())}::uuid[], ${[...codes]}::text[]) AS made (id, code)
    ON CONFLICT (code) DO NOTHING RETURNING id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Removes codes that nobody redeemed and switches the others off; who redeems one meanwhile waits or is too late. */
const deleteCoupons = async (
  context: WriteContext,
  ids: readonly string[],
): Promise<{ removed: number; off: number }> => {
  const { tx } = context
  const rows = await heldInOrder(tx, ids)
  const used = rows.filter(({ uses }) => uses > 0).map(({ id }) => id)
  const unused = rows.filter(({ uses }) => uses === 0).map(({ id }) => id)
  if (used.length > 0) await tx.updateTable('coupons').set({ enabled: false }).where('id', 'in', used).execute()
  if (unused.length > 0) await tx.deleteFrom('coupons').where('id', 'in', unused).execute()
  await auditAll(
    tx,
    rows.map((row) => ({
      ...byCaller(context),
      action: 'coupon.remove',
      target: row.id,
      before: { code: row.code, ...fieldsOf(row) },
      after: row.uses > 0 ? { code: row.code, ...fieldsOf(row), enabled: false } : undefined,
    })),
  )
  return { removed: unused.length, off: used.length }
}

const heldInOrder = (tx: Tx, ids: readonly string[]): Promise<Row[]> =>
  tx
    .selectFrom('coupons')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forUpdate()
    .execute()
