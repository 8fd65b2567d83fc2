import type { Contract } from '@runnel/contract'
import type { Input, Result } from '@runnel/contract/route'
import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

type Clicks = Contract['offerwall']['clicks']
type Report = Contract['offerwall']['report']

/** Reports of one user that nobody has answered yet. */
const OPEN_MAX = 5

/** A page of a user's clicks, newest first, with what came of each. */
export const clicksOf = async (
  db: Read,
  { userId, page, limit }: Input<Clicks>['query'] & { userId: string },
): Promise<Result<Clicks>> => {
  const matching = db.selectFrom('offer_clicks').where('offer_clicks.user_id', '=', userId)
  const [rows, totalItems] = await Promise.all([
    matching
      .innerJoin('offerwalls', 'offerwalls.id', 'offer_clicks.wall_id')
      .leftJoin('reward_reports', 'reward_reports.click_id', 'offer_clicks.id')
      .select(['offer_clicks.id', 'offer_clicks.offer', 'offer_clicks.amount', 'offer_clicks.at'])
      .select(['offerwalls.name as wall', 'reward_reports.state', 'reward_reports.words', 'reward_reports.answer'])
      .select(['reward_reports.created_at as reportedAt'])
      .select(
        sql<number>`(SELECT coalesce(sum(amount), 0)::bigint FROM offers WHERE click_id = offer_clicks.id)`.as(
          'credited',
        ),
      )
      .orderBy('offer_clicks.id', 'desc')
      .limit(limit)
      .offset(offsetOf({ page, limit }))
      .execute(),
    countUpTo(db, matching),
  ])
  const items = rows.map((row) => ({
    _id: row.id,
    wall: row.wall,
    offer: row.offer,
    promised: row.amount,
    at: row.at.toISOString(),
    credited: Number(row.credited),
    report:
      row.state === null || row.reportedAt === null
        ? null
        : { state: row.state, words: row.words ?? '', answer: row.answer, createdAt: row.reportedAt.toISOString() },
  }))
  return { items, totalItems }
}

/** Writes down that the reward of a click is missing: once for a click, and only so many at a time. */
export const reportMissing = async (
  { tx, caller, now }: Context<Report>,
  { params, body }: Pick<Input<Report>, 'params' | 'body'>,
): Promise<Result<Report>> => {
  // Two reports of one user take turns, so that the count of open ones holds.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${caller.id}, 14))`.execute(tx)
  const click = await tx
    .selectFrom('offer_clicks')
    .selectAll()
    .where('id', '=', params.id)
    .where('user_id', '=', caller.id)
    .executeTakeFirst()
  if (click === undefined) return refuse('notFound', 'NOT_FOUND', say('offerwall.clickFound'))
  const paid = await tx.selectFrom('offers').select('id').where('click_id', '=', click.id).limit(1).executeTakeFirst()
  if (paid !== undefined && (click.steps ?? 0) === 1) {
    refuse('conflict', 'ALREADY_CREDITED', say('offerwall.rewardCreditedItsListed'))
  }
  const open = await tx
    .selectFrom('reward_reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', caller.id)
    .where('state', 'in', ['open', 'passed'])
    .executeTakeFirstOrThrow()
  if (open.count >= OPEN_MAX) {
    refuse('conflict', 'TOO_MANY_REPORTS', say('offerwall.openReportsWaitUntil', { open: OPEN_MAX }))
  }
  const made = await tx
    .insertInto('reward_reports')
    .values({
      id: newId(),
      click_id: click.id,
      wall_id: click.wall_id,
      user_id: caller.id,
      clicked_at: click.at,
      vendor_offer: click.vendor_offer,
      offer: click.offer,
      promised: click.amount,
      steps: click.steps,
      words: body.words,
      evidence: body.evidence,
      state: 'open',
      created_at: now,
    })
    .onConflict((known) => known.column('click_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made === undefined) refuse('conflict', 'ALREADY_REPORTED', say('offerwall.alreadyReportedClick'))
  return { msg: say('offerwall.reportSentYoullNotified') }
}
