import type { Contract } from '@runnel/contract'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import { wallUserId } from '#features/offerwall/wall-user-id.ts'
import type { Read } from '#kernel/db.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { creditableFor, type ReportRow } from './answer-report.ts'

type Reports = Contract['admin']['reports']

/** A page of reports of missing rewards, newest first. */
export const reportPage = async (
  db: Read,
  secrets: Secrets,
  { page, limit, wallId, state }: Input<Reports>['query'],
): Promise<Result<Reports>> => {
  const matching = db
    .selectFrom('reward_reports')
    .$if(wallId !== undefined, (query) => query.where('reward_reports.wall_id', '=', wallId ?? ''))
    .$if(state !== undefined, (query) => query.where('reward_reports.state', '=', state ?? 'open'))
  const [rows, totalItems] = await Promise.all([
    matching
      .innerJoin('offerwalls', 'offerwalls.id', 'reward_reports.wall_id')
      .innerJoin('users', 'users.id', 'reward_reports.user_id')
      .selectAll('reward_reports')
      .select(['offerwalls.name as wall', 'offerwalls.rules', 'offerwalls.support_email', 'users.username'])
      .select(
        sql<number>`(SELECT count(*)::int FROM offers o WHERE o.user_id = reward_reports.user_id AND NOT o.by_hand
          AND o.wall_id = reward_reports.wall_id AND o.created_at >= reward_reports.clicked_at)`.as('since'),
      )
      .select(
        sql<number>`(SELECT count(*)::int FROM offers o WHERE o.click_id = reward_reports.click_id)`.as('credits'),
      )
      .select(
        sql<number>`(SELECT coalesce(sum(amount), 0)::bigint FROM offers o
          WHERE o.click_id = reward_reports.click_id)`.as('paid'),
      )
      .orderBy('reward_reports.id', 'desc')
      .limit(limit)
      .offset(offsetOf({ page, limit }))
      .execute(),
    countUpTo(db, matching),
  ])
  const items = rows.map((row) => {
    const isOpen = row.state === 'open' || row.state === 'passed'
    const { amount, whyNot } = isOpen ? creditableFor(row, row, row.credits) : { amount: 0, whyNot: null }
    return {
      _id: row.id,
      wall: row.wall,
      user: { _id: row.user_id, username: row.username },
      clickId: row.click_id,
      clickedAt: row.clicked_at.toISOString(),
      offer: row.offer,
      promised: row.promised,
      words: row.words,
      evidence: row.evidence,
      state: row.state,
      answer: row.answer,
      credited: row.credited,
      createdAt: row.created_at.toISOString(),
      since: { count: row.since, ofClick: Number(row.paid) },
      creditable: amount,
      whyNot,
      mail: { to: row.support_email, ...mailOf(row, wallUserId(secrets, row.user_id)) },
    }
  })
  return { items, totalItems }
}

/** What a vendor's support needs to find a conversion; the member is named only as the vendor knows them. */
const mailOf = (row: ReportRow, userRef: string): { subject: string; text: string } => ({
  subject: `Missing reward: user ${userRef}, offer ${row.vendor_offer ?? row.offer ?? 'unknown'}`,
  text: [
    'Hello,',
    'a user completed an offer, and we have received no postback for it.',
    '',
    `User ID: ${userRef}`,
    `Click ID: ${row.click_id}`,
    `Clicked: ${row.clicked_at.toISOString()}`,
    `Offer: ${row.offer ?? 'not known'}${row.vendor_offer === null ? '' : ` (ID ${row.vendor_offer})`}`,
    '',
    'Report of the user:',
    row.words,
    ...(row.evidence === '' ? [] : ['', 'Evidence:', row.evidence]),
    '',
    'Please check the conversion and send the postback.',
  ].join('\n'),
})
