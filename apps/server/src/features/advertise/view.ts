import type { Campaign } from '@runnel/contract/advertise'
import { type Selectable, sql } from 'kysely'
import type { Read } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import type { CampaignRow } from '#kernel/tables/advertising.ts'
import { asExecutor, escrowsOf } from '#money/accounts.ts'

export const campaignColumns = [
  'campaigns.id',
  'campaigns.kind',
  'campaigns.title',
  'campaigns.description',
  'campaigns.url',
  'campaigns.timer',
  'campaigns.price',
  'campaigns.reward',
  'campaigns.views',
  'campaigns.views_left',
  'campaigns.countries',
  'campaigns.min_level',
  'campaigns.device',
  'campaigns.interval_seconds',
  'campaigns.status',
  'campaigns.reason',
  'campaigns.created_at',
  'campaigns.updated_at',
] as const

type Named<Column> = Column extends `campaigns.${infer Name extends keyof CampaignRow}` ? Name : never
export type ShownCampaign = Pick<Selectable<CampaignRow>, Named<(typeof campaignColumns)[number]>>

/** Campaigns as their owners see them; one query for all escrows, and one for all reports. */
export const campaignViews = async (db: Read, rows: readonly ShownCampaign[]): Promise<Campaign[]> => {
  const ids = rows.map(({ id }) => id)
  const [escrows, reports] = await Promise.all([escrowsOf(db, ids), openReports(db, ids)])
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind,
    title: row.title,
    description: row.description,
    url: row.url,
    timer: row.timer,
    price: row.price,
    reward: row.reward,
    views: row.views,
    // What was left of a deleted campaign was paid back.
    remaining: row.status === 'deleted' ? 0 : row.views_left,
    escrow: escrows.get(row.id) ?? 0,
    spent: (row.views - row.views_left) * row.price,
    countries: row.countries,
    minLevel: row.min_level,
    device: row.device,
    interval: row.interval_seconds,
    status: row.status,
    reason: row.reason,
    reports: reports.get(row.id) ?? 0,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

/** Reports that came after a person last approved the campaign. */
const openReports = async (db: Read, ids: readonly string[]): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await sql<{ id: string; count: number }>`
    SELECT c.id, count(*) AS count FROM campaigns c JOIN ptc_reports r ON r.campaign_id = c.id
    WHERE c.id = ANY(${[...ids]}::uuid[]) AND r.at >= c.reports_since GROUP BY c.id`.execute(asExecutor(db))
  return new Map(rows.map(({ id, count }) => [id, count]))
}

/** One campaign that is there. */
export const campaignView = async (db: Read, id: string): Promise<Campaign> => {
  const rows = await db.selectFrom('campaigns').select(campaignColumns).where('id', '=', id).execute()
  const [view] = await campaignViews(db, rows)
  assert(view !== undefined, `there is a campaign ${id}`)
  return view
}
