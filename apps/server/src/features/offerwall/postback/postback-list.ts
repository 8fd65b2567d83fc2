import type { Contract } from '@runnel/contract'
import type { CsvFile } from '@runnel/contract/admin/export'
import { PostbackVerdict } from '@runnel/contract/admin/offerwall'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf, timeFrom, wholeTime } from '#kernel/reads/listing.ts'

type Routes = Contract['admin']

/** A page of the calls of walls, newest first. */
export const postbackPage = async (
  db: Read,
  { page, limit, ...filter }: Input<Routes['postbacks']>['query'],
): Promise<Result<Routes['postbacks']>> => {
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    postbackRows(db, filter).limit(limit).offset(offset).execute(),
    countUpTo(db, matchingPostbacks(db, filter)),
  ])
  return { items: rows.map(postbackView), totalItems }
}

type PostbackFilter = Input<Routes['postbacksCsv']>['query']

/** The same calls as a file. */
export const postbackFile = (db: Read, filter: PostbackFilter, now: Date): Promise<CsvFile> =>
  csvOf<ReturnType<typeof postbackView>>({
    name: 'postbacks',
    now,
    columns: {
      time: (row) => row.at,
      wall: (row) => row.wall,
      verdict: (row) => row.verdict,
      detail: (row) => row.detail,
      username: (row) => row.username,
      transaction: (row) => row.txId,
      amount_units: (row) => row.amount,
      network: (row) => row.network,
      method: (row) => row.method,
      query: (row) => row.query,
      body: (row) => row.body,
      id: (row) => row._id,
    },
    next: async (last, limit) => {
      const rows = postbackRows(db, filter).$if(last !== undefined, (query) =>
        query.where('postbacks.id', '<', last?._id ?? ''),
      )
      return (await rows.limit(limit).execute()).map(postbackView)
    },
  })

const matchingPostbacks = (db: Read, { wallId, verdict, txId }: PostbackFilter) =>
  db
    .selectFrom('postbacks')
    .$if(wallId !== undefined, (query) => query.where('postbacks.wall_id', '=', wallId ?? ''))
    .$if(verdict !== undefined, (query) => query.where('postbacks.verdict', '=', verdict ?? ''))
    .$if(txId !== undefined, (query) => query.where('postbacks.tx_id', '=', txId ?? ''))

const postbackRows = (db: Read, filter: PostbackFilter) =>
  matchingPostbacks(db, filter)
    .innerJoin('offerwalls', 'offerwalls.id', 'postbacks.wall_id')
    .leftJoin('users', 'users.id', 'postbacks.user_id')
    .selectAll('postbacks')
    .select(['offerwalls.name as wall', 'users.username'])
    .orderBy('postbacks.id', 'desc')

const postbackView = (row: Awaited<ReturnType<ReturnType<typeof postbackRows>['execute']>>[number]) => ({
  _id: row.id,
  wall: row.wall,
  at: row.at.toISOString(),
  method: row.method,
  query: row.url,
  body: row.body,
  network: row.ip_net,
  verdict: z.parse(PostbackVerdict, row.verdict),
  detail: row.detail,
  username: row.username,
  txId: row.tx_id,
  amount: row.amount,
})

/** A page of what walls took back, newest first. */
export const chargeBackPage = async (
  db: Read,
  { page, limit, ...filter }: Input<Routes['chargeBacks']>['query'],
): Promise<Result<Routes['chargeBacks']>> => {
  const offset = offsetOf({ page, limit })
  const [rows, totalItems] = await Promise.all([
    chargeBackRows(db, filter).limit(limit).offset(offset).execute(),
    countUpTo(db, matchingChargeBacks(db, filter)),
  ])
  return { items: rows.map(chargeBackView), totalItems }
}

type ChargeBackFilter = Input<Routes['chargeBacksCsv']>['query']

/** The same charge-backs as a file. */
export const chargeBackFile = (db: Read, filter: ChargeBackFilter, now: Date): Promise<CsvFile> =>
  csvOf<ReturnType<typeof chargeBackView> & { readonly key: string | null }>({
    name: 'charge-backs',
    now,
    columns: {
      time: (row) => row.at,
      wall: (row) => row.wall,
      username: (row) => row.user.username,
      offer: (row) => row.offer,
      transaction: (row) => row.txId,
      amount_units: (row) => row.amount,
      taken_units: (row) => row.taken,
      debt_units: (row) => row.debt,
      reason: (row) => row.reason,
      credited: (row) => row.creditedAt,
      id: (row) => row._id,
    },
    next: async (last, limit) => {
      const at = timeFrom(last?.key ?? now.toISOString())
      const rows = chargeBackRows(db, filter).$if(last !== undefined, (query) =>
        query
          .where('offers.charged_back_at', '<=', at)
          .where(({ eb, or }) => or([eb('offers.charged_back_at', '<', at), eb('offers.id', '<', last?._id ?? '')])),
      )
      const found = await rows.select(wholeTime('offers.charged_back_at').as('key')).limit(limit).execute()
      return found.map((row) => ({ ...chargeBackView(row), key: row.key }))
    },
  })

const matchingChargeBacks = (db: Read, { wallId, username }: ChargeBackFilter) =>
  db
    .selectFrom('offers')
    .where('offers.status', '=', 'charged-back')
    .$if(wallId !== undefined, (query) => query.where('offers.wall_id', '=', wallId ?? ''))
    .$if(username !== undefined, (query) => query.where(belongsToUserStartingWith(sql`offers.user_id`, username ?? '')))

const chargeBackRows = (db: Read, filter: ChargeBackFilter) =>
  matchingChargeBacks(db, filter)
    .innerJoin('users', 'users.id', 'offers.user_id')
    .innerJoin('offerwalls', 'offerwalls.id', 'offers.wall_id')
    .selectAll('offers')
    .select(['users.username', 'offerwalls.name as wall'])
    .orderBy('offers.charged_back_at', 'desc')
    .orderBy('offers.id', 'desc')

const chargeBackView = (row: Awaited<ReturnType<ReturnType<typeof chargeBackRows>['execute']>>[number]) => ({
  _id: row.id,
  wall: row.wall,
  user: { _id: row.user_id, username: row.username },
  offer: row.offer,
  txId: row.tx_id,
  amount: row.amount,
  taken: row.taken ?? 0,
  debt: row.debt ?? 0,
  reason: row.charge_reason ?? '',
  creditedAt: row.created_at.toISOString(),
  at: (row.charged_back_at ?? row.created_at).toISOString(),
})
