import { sql } from 'kysely'
import { lockCampaignRow, reopenView } from '#features/advertise/advertise.ts'
import { notify } from '#features/user/user.ts'
import { type Clock, later } from '#kernel/clock.ts'
import { createErrorCollector, type ErrorCollector } from '#kernel/collect-errors.ts'
import type { Db, Read, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import { assert } from '#kernel/refusal.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say, type Words } from '#kernel/words/say.ts'
import { escrowAccount, houseAccount, userAccount } from '#money/accounts.ts'
import { clawBack, revenueLost, uncountReward } from '#money/claw-back.ts'
import { post } from '#money/ledger.ts'
import {
  deviceSuspects,
  type Invalid,
  invalidity,
  lockedSuspects,
  recordSearchedUntil,
  type Reason,
  reasons,
  searchedUntil,
  type Suspect,
} from './suspects.ts'

export interface ReviewDeps {
  readonly db: Db
  readonly clock: Clock
  readonly live: Pick<EventBus, 'notify'>
  readonly settings: Pick<SettingsStore, 'current'>
}

/** What one run looks at, at most: this many times this many; the next run goes on. */
const BATCH = 500
const BATCHES = 20
/** Views of one campaign that are returned in one transaction, which holds the campaign's row. */
const AT_ONCE = 100

/** Returns paid views that turned out invalid to their campaigns, and takes them back from their viewers. */
export const reviewViews = async (deps: ReviewDeps): Promise<Words> => {
  const { db, clock, settings } = deps
  const { ptc_return_days: days } = settings.current()
  if (days === 0) return say('owner.job.viewsFinal')
  const now = clock()
  const since = later(now, -days * 86_400)
  const from = await searchedUntil(db.read, since)
  const run = createErrorCollector()
  const reviewing = { deps, run, now }
  const locked = await returnAll(reviewing, (read) => lockedSuspects(read, { since, now, limit: BATCH }))
  const device = await returnAll(reviewing, (read) => deviceSuspects(read, { since: from, now, limit: BATCH }))
  // What could not be returned has to be found again.
  if (device.isDone && run.failed() === 0) await recordSearchedUntil(db, now)
  return run.end(say('owner.job.viewsReturned', { count: locked.returned + device.returned }))
}

interface ReturnAllInput {
  readonly deps: ReviewDeps
  readonly run: ErrorCollector
  readonly now: Date
}

/** Returns what a search finds, until it finds no more; a campaign in trouble stops no other. */
const returnAll = async (
  { deps, run, now }: ReturnAllInput,
  search: (db: Read) => Promise<Suspect[]>,
): Promise<{ returned: number; isDone: boolean }> => {
  let returned = 0
  for (let batch = 0; batch < BATCHES; batch++) {
    const suspects = await search(deps.db.read)
    for (const [campaignId, ofCampaign] of Map.groupBy(suspects, (suspect) => suspect.campaignId)) {
      for (let at = 0; at < ofCampaign.length; at += AT_ONCE) {
        const ids = ofCampaign.slice(at, at + AT_ONCE).map(({ id }) => id)
        returned += (await run.try(() => returnOf(deps, { campaignId, ids, now }))) ?? 0
      }
    }
    if (suspects.length < BATCH) return { returned, isDone: true }
  }
  return { returned, isDone: false }
}

interface ReturnViewsInput {
  readonly campaignId: string
  /** Oldest first: a view is judged by those before it that are still paid. */
  readonly ids: readonly string[]
  readonly now: Date
}

const returnOf = async ({ db, live }: ReviewDeps, input: ReturnViewsInput): Promise<number> => {
  const { told, count } = await db.write((tx) => returnViews(tx, input))
  for (const userId of told) live.notify(userId)
  return count
}

/** Returns views of one campaign, each exactly once: two who try meet at its row, and the second finds it returned. */
const returnViews = async (tx: Tx, input: ReturnViewsInput): Promise<{ told: Set<string>; count: number }> => {
  const { campaignId, ids, now } = input
  await lockUserRows(tx, { campaignId, ids })
  const campaign = await lockCampaignRow(tx, campaignId)
  assert(campaign !== undefined, `there is a campaign ${campaignId}`)
  const done: Invalid[] = []
  for (const id of ids) {
    const view = await invalidity(tx, id, now)
    if (view === undefined) continue
    await returnView(tx, { view, campaignId, now })
    done.push(view)
  }
  const { title } = campaign
  for (const [userId, views] of Map.groupBy(done, (view) => view.userId)) {
    const amount = views.reduce((sum, view) => sum + view.reward, 0)
    await notify(tx, { userId, kind: 'view-returned', values: { title, amount, reason: textOf(views) }, now })
  }
  if (done.length > 0) {
    const amount = done.reduce((sum, view) => sum + view.price, 0)
    const values = { title, amount, reason: textOf(done) }
    await notify(tx, { userId: campaign.user_id, kind: 'campaign-returned', values, now })
  }
  const told = new Set(done.length === 0 ? [] : [campaign.user_id, ...done.map(({ userId }) => userId)])
  return { told, count: done.length }
}

/**
 * Lock order: tickets, users, payouts that a debt holds, the campaign, accounts; all of a kind at once and by id, since
 * the views of a campaign are taken back one after the other. Among the users is the owner of the campaign, for whom it
 * may run again (`reopenView`).
 */
const lockUserRows = async (
  tx: Tx,
  { campaignId, ids }: Pick<ReturnViewsInput, 'campaignId' | 'ids'>,
): Promise<void> => {
  await sql`SELECT 1 FROM ptc_views WHERE id = ANY(${[...ids]}::uuid[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  await sql`
    SELECT 1 FROM users WHERE id IN (SELECT user_id FROM ptc_views WHERE id = ANY(${[...ids]}::uuid[])
      UNION ALL SELECT user_id FROM campaigns WHERE id = ${campaignId})
    ORDER BY id FOR NO KEY UPDATE`.execute(tx)
  await sql`
    SELECT 1 FROM withdrawals WHERE status IN ('review', 'approved', 'sending')
      AND user_id IN (SELECT user_id FROM ptc_views WHERE id = ANY(${[...ids]}::uuid[]))
    ORDER BY id FOR UPDATE`.execute(tx)
}

interface Returned {
  readonly view: Invalid
  readonly campaignId: string
  readonly now: Date
}

const returnView = async (tx: Tx, { view, campaignId, now }: Returned): Promise<void> => {
  const { id, userId, price, reward } = view
  const reason = reasons[view.reason]
  await tx
    .updateTable('ptc_views')
    .set({ status: 'returned', returned_at: now, return_reason: reason })
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .execute()
  await uncountReward(tx, { userId, source: 'ptc', at: view.paidAt, amount: reward, isWhole: true })
  const escrow = escrowAccount(campaignId)
  const meta = { reason }
  const leg = { kind: 'ptc-return', debit: userAccount(userId, 'main'), credit: escrow, amount: reward } as const
  const back = { ...leg, key: `ptc-return:${id}`, ref: id, meta }
  const revenue = await revenueLost(tx, { key: `ptc:${id}`, source: 'ptc', before: reward, after: 0 })
  const { isNew } = await clawBack(tx, { leg: back, userId, reason, now, revenue })
  assert(isNew, `view ${id} is returned once`)
  if (price > reward) {
    const fee = { kind: 'ptc-fee-return', debit: houseAccount('fee'), credit: escrow, amount: price - reward } as const
    await post(tx, [{ ...fee, key: `ptc-fee-return:${id}`, ref: id, meta }], now)
  }
  await reopenView(tx, { campaignId, price, reason, now })
}

const textOf = (views: readonly { readonly reason: Reason }[]): string =>
  [...new Set(views.map((view) => reasons[view.reason]))].join(' ')
