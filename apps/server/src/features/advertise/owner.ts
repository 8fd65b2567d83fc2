import type { Contract } from '@runnel/contract'
import type { AuditAction } from '@runnel/contract/admin/audit-action'
import type { CsvFile } from '@runnel/contract/admin/export'
import type { AdminCampaign } from '@runnel/contract/admin/ptc'
import type { CampaignStatus } from '@runnel/contract/advertise'
import type { Input } from '@runnel/contract/route'
import { sql } from 'kysely'
import { scoreOf, marksOf } from '#guard/suspicion/score.ts'
import { findLockedOwners } from '#kernel/account-lock.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { belongsToUserStartingWith } from '#kernel/prefix-match.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { containing, countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert } from '#kernel/refusal.ts'
import { money, say, together } from '#kernel/words/say.ts'
import { asExecutor } from '#money/accounts.ts'
import {
  approveCampaign,
  campaignColumns,
  campaignViews,
  deleteCampaign,
  canTransitionCampaign,
  isUnread,
  pauseCampaign,
  rejectCampaign,
} from './advertise.ts'

type Routes = Contract['admin']
type Campaigns = Pick<Handlers<Routes>, 'ptc' | 'ptcCsv' | 'editPtc' | 'decidePtc' | 'deletePtc'>

/** What a person decides about campaigns; the rules stand in the advertise feature, the audit rows here. */
export const campaigns: Campaigns = {
  ptc: ({ query }, { db, now }) => campaignPage(db, query, now),

  ptcCsv: ({ query }, { db, now }) => campaignFile(db, query, now),

  editPtc: async ({ params, body }, context) => {
    const msg = await decideAndNote(context, { id: params.id, ...body })
    const [campaign] = await adminViews(context.tx, { ids: [params.id], now: context.now })
    assert(campaign !== undefined, `there is a campaign ${params.id}`)
    return { campaign, msg }
  },

  decidePtc: async ({ body: { campaigns: read, ...decision } }, context) => {
    const readAt = new Map(read.map((one) => [one.id, one.readAt]))
    const { open, locked, lockedOwners } = await decidableOf(context, { readAt, to: decision.status })
    for (const id of open) await decideAndNote(context, { id, ...decision, lockedOwners })
    const skipped = readAt.size - open.length
    const done = { count: open.length, decision: decision.status }
    const other = skipped - locked
    const msg = together(
      say('owner.advertise.decided', done),
      other > 0 && say('owner.advertise.decidedSkipped', { count: other }),
      locked > 0 && say('ownerLockedSkipped', { count: locked }),
    )
    return { done: open.length, skipped, msg }
  },

  deletePtc: async ({ params }, context) => {
    const { campaign, refunded } = await deleteCampaign(context, params.id)
    const before = { status: campaign.status }
    const after = { status: 'deleted', refunded }
    await audit(context.tx, { ...byCaller(context), action: 'campaign.delete', target: params.id, before, after })
    const back = money(refunded, context.settings.site_currency)
    return { refunded, msg: say('owner.advertise.campaignDeletedRefundedAdvertiser', { back }) }
  },
}

type Decision = {
  readonly id: string
  readonly lockedOwners?: ReadonlySet<string> | undefined
} & Input<Routes['editPtc']>['body']

/** Carries a decision out, writes it down, and says what became of the campaign. */
const decideAndNote = async (context: WriteContext, decision: Decision): Promise<string> => {
  const { id: target, status, reason } = decision
  const { action, msg, before } = await decide(context, decision)
  const after = { status, ...(reason === undefined ? {} : { reason }) }
  await audit(context.tx, { ...byCaller(context), action, target, before: { status: before }, after })
  return msg
}

interface Decidable {
  readonly open: readonly string[]
  /** So many more could be approved if their owners were not locked. */
  readonly locked: number
  /** Undefined where nobody asked, and no owner's row is held. */
  readonly lockedOwners: ReadonlySet<string> | undefined
}

/**
 * Those of these campaigns that a person may bring there, as they were read, held in one order, so that two who decide
 * do not cross: owners first, where their lock matters. Their money moves in the order of their owners' ids.
 */
const decidableOf = async (
  { tx, now }: WriteContext,
  { readAt, to }: { readAt: ReadonlyMap<string, string>; to: CampaignStatus },
): Promise<Decidable> => {
  const ids = [...readAt.keys()]
  const lockedOwners = to === 'active' ? await findLockedOwners(tx, { of: 'campaigns', ids, now }) : undefined
  const rows = await tx
    .selectFrom('campaigns')
    .select(['id', 'user_id', 'status', 'updated_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const due = rows.filter((row) => canTransitionCampaign(row.status, to, 'staff') && !isUnread(row, readAt.get(row.id)))
  const open = due
    .filter((row) => lockedOwners?.has(row.user_id) !== true)
    .toSorted((a, b) => a.user_id.localeCompare(b.user_id))
    .map(({ id }) => id)
  return { open, locked: due.length - open.length, lockedOwners }
}

interface Decided {
  readonly action: AuditAction
  readonly msg: string
  readonly before: CampaignStatus
}

const decide = async (
  context: WriteContext,
  { id, status, reason, readAt, lockedOwners }: Decision,
): Promise<Decided> => {
  if (status === 'active') {
    const { status: before } = await approveCampaign(context, { id, readAt, lockedOwners })
    return { action: 'campaign.approve', msg: say('owner.advertise.campaignApproved'), before }
  }
  if (status === 'paused') {
    const { status: before } = await pauseCampaign(context, { id, reason })
    return { action: 'campaign.pause', msg: say('owner.advertise.campaignPaused'), before }
  }
  assert(reason !== undefined, 'the contract asks for a reason beside a rejection')
  const { status: before } = await rejectCampaign(context, { id, reason })
  return { action: 'campaign.reject', msg: say('owner.advertise.campaignRejectedRefunded'), before }
}

type Page = Input<Routes['ptc']>['query']
type Filter = Input<Routes['ptcCsv']>['query']

const campaignPage = async (
  db: Read,
  { page, limit, ...filter }: Page,
  now: Date,
): Promise<{ ads: AdminCampaign[]; count: number }> => {
  const offset = offsetOf({ page, limit })
  const [rows, count] = await Promise.all([
    matchingOf(db, filter)
      .select('campaigns.id')
      // Word for word as in its index; among campaigns of one status there is nothing to put first.
      .$if(filter.status === undefined, (query) => query.orderBy(sql`(campaigns.status = 'pending')`, 'desc'))
      .orderBy('campaigns.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    countUpTo(db, matchingOf(db, filter)),
  ])
  return { ads: await adminViews(db, { ids: rows.map((row) => row.id), now }), count }
}

/** The same campaigns as a file, the newest first. */
const campaignFile = (db: Read, filter: Filter, now: Date): Promise<CsvFile> =>
  csvOf<AdminCampaign>({
    name: 'campaigns',
    now,
    columns: {
      created: (ad) => ad.createdAt,
      status: (ad) => ad.status,
      owner: (ad) => ad.owner.username,
      title: (ad) => ad.title,
      url: (ad) => ad.url,
      price_units: (ad) => ad.price,
      seconds: (ad) => ad.timer,
      views: (ad) => ad.views,
      remaining: (ad) => ad.remaining,
      escrow_units: (ad) => ad.escrow,
      spent_units: (ad) => ad.spent,
      reports: (ad) => ad.reports,
      id: (ad) => ad._id,
    },
    next: async (last, limit) => {
      const rows = await matchingOf(db, filter)
        .select('campaigns.id')
        .$if(last !== undefined, (query) => query.where('campaigns.id', '<', last?._id ?? ''))
        .orderBy('campaigns.id', 'desc')
        .limit(limit)
        .execute()
      return adminViews(db, { ids: rows.map(({ id }) => id), now })
    },
  })

const matchingOf = (db: Read, { status, content, username, id, url }: Filter) =>
  db
    .selectFrom('campaigns')
    .$if(status !== undefined, (query) => query.where('campaigns.status', '=', status ?? 'pending'))
    .$if(id !== undefined, (query) => query.where('campaigns.id', '=', id ?? ''))
    .$if(url !== undefined, (query) => query.where('campaigns.url', 'ilike', containing(url ?? '')))
    .$if(content !== undefined, (query) => {
      const pattern = containing(content ?? '')
      return query.where((eb) =>
        eb.or([eb('campaigns.title', 'ilike', pattern), eb('campaigns.description', 'ilike', pattern)]),
      )
    })
    .$if(username !== undefined, (query) =>
      query.where(belongsToUserStartingWith(sql`campaigns.user_id`, username ?? '')),
    )

/** Campaigns with everything that a person needs to decide, in the order of the ids. */
const adminViews = async (db: Read, { ids, now }: { ids: readonly string[]; now: Date }): Promise<AdminCampaign[]> => {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.user_id')
    .leftJoin('page_looks', (join) =>
      join.onRef('page_looks.url', '=', 'campaigns.url').on(sql<boolean>`page_looks.kind = campaigns.kind`),
    )
    .select(campaignColumns)
    .select(['users.id as ownerId', 'users.username', 'users.joined_at as joinedAt'])
    .select(['page_looks.at as lookAt', 'page_looks.sentence', 'page_looks.ok'])
    .where('campaigns.id', 'in', [...ids])
    .execute()
  const [views, marks, reasons] = await Promise.all([
    campaignViews(db, rows),
    marksOf(
      db,
      rows.map(({ ownerId }) => ownerId),
    ),
    reportReasons(db, ids),
  ])
  const shown = new Map(
    rows.map((row, index) => {
      const view = views[index]
      assert(view !== undefined, 'every row has a view')
      const score = Math.round(scoreOf(marks.get(row.ownerId) ?? [], now) * 10) / 10
      const owner = { _id: row.ownerId, username: row.username, joinedAt: row.joinedAt.toISOString(), score }
      return [row.id, { ...view, owner, look: pageCheckView(row), reportReasons: reasons.get(row.id) ?? [] }]
    }),
  )
  return ids.flatMap((id) => shown.get(id) ?? [])
}

const pageCheckView = ({
  lookAt,
  sentence,
  ok,
}: {
  lookAt: Date | null
  sentence: string | null
  ok: boolean | null
}) => (lookAt === null ? null : { at: lookAt.toISOString(), sentence: sentence ?? '', ok: ok ?? false })

/** Why viewers have reported campaigns since a person last approved them. */
const reportReasons = async (
  db: Read,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AdminCampaign['reportReasons']>> => {
  const { rows } = await sql<{ id: string; reason: string; count: number }>`
    SELECT c.id, r.reason, count(*) AS count FROM campaigns c JOIN ptc_reports r ON r.campaign_id = c.id
    WHERE c.id = ANY(${[...ids]}::uuid[]) AND r.at >= c.reports_since
    GROUP BY c.id, r.reason ORDER BY count(*) DESC, r.reason`.execute(asExecutor(db))
  const grouped = Map.groupBy(rows, ({ id }) => id)
  return new Map([...grouped].map(([id, found]) => [id, found.map(({ reason, count }) => ({ reason, count }))]))
}
