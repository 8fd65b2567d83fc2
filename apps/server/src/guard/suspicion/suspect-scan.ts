import { sql } from 'kysely'
import { hostingMatcher } from '#guard/hosting/hosting-networks.ts'
import { sinceSql } from '#guard/trap.ts'
import { dayOf, later } from '#kernel/clock.ts'
import type { Db, Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import type { TieKind } from '#kernel/tables/suspects.ts'
import { loadAccountFacts, timestampsOf, type NetworkFacts } from './account-facts.ts'
import { type DetectedSignal, TIE_MEMBERS_MAX } from './risk-signals.ts'
import { accountSignals, syncSignals } from './rules.ts'
import { countSharedNetworksAndDevices, usersSeenIn, recordSightings } from './sightings.ts'
import { syncedAccounts, type ActivityProfile, slotsOf } from './synced-activity.ts'

/** What the rules are run with. */
export interface ScanOptions {
  readonly timerSeconds: number
  /** Networks known for servers or hiding that the owner added, a line each. */
  readonly hostingNets: string
  readonly now: Date
}

const SPAN_SECONDS = 3_600
/** Sessions and clocks settle for a minute before they are read. */
const SETTLE_SECONDS = 60
const FIRST_LOOK_SECONDS = 86_400
const ACCOUNTS_AT_ONCE = 500
const PATIENCE = '120s'

/** Checks everybody who was here since the last look. Returns how many that were. */
export const scanRecentActivity = async (db: Db, options: ScanOptions): Promise<number> => {
  const end = later(options.now, -SETTLE_SECONDS)
  const state = await db.read.selectFrom('suspect_state').select('looked_until').executeTakeFirst()
  let since = state?.looked_until ?? later(end, -FIRST_LOOK_SECONDS)
  let looked = 0
  while (since < end) {
    const until = timeRangeEnd(since, end)
    looked += await scanTimeRange(db, { since, until }, options)
    since = until
  }
  return looked
}

/** Of more than a day ago there are no challenges any more, so that all of that time is one span. */
const timeRangeEnd = (since: Date, end: Date): Date => {
  const recent = later(end, -FIRST_LOOK_SECONDS)
  return since < recent ? recent : new Date(Math.min(end.getTime(), later(since, SPAN_SECONDS).getTime()))
}

const scanTimeRange = async (db: Db, span: { since: Date; until: Date }, options: ScanOptions): Promise<number> => {
  // Taking down and moving on are one: a span is added to the claims of a day once.
  const ids = await db.write(async (tx) => {
    await sql`SELECT set_config('statement_timeout', ${PATIENCE}, true)`.execute(tx)
    const taken = await claimTimeRange(tx, span)
    if (!taken) return []
    await recordSightings(tx, span)
    await countSharedNetworksAndDevices(tx, span)
    return usersSeenIn(tx, span)
  })
  const isHosting = hostingMatcher(options.hostingNets)
  for (let at = 0; at < ids.length; at += ACCOUNTS_AT_ONCE) {
    const some = ids.slice(at, at + ACCOUNTS_AT_ONCE)
    await db.write(async (tx) => {
      const facts = await loadAccountFacts(tx, { ...options, ids: some, isHosting })
      const found = [...facts].map(([id, one]) => ({ id, found: accountSignals({ ...one, together: 0, herd: null }) }))
      await recordFindings(tx, found, options.now)
      await recordTies(tx, tiesOf(facts), options.now)
    })
  }
  return ids.length
}

/** Of two nodes that look at one time, the second finds the span taken. */
const claimTimeRange = async (tx: Tx, { since, until }: { since: Date; until: Date }): Promise<boolean> => {
  const { rows } = await sql`
    INSERT INTO suspect_state AS s (looked_until) VALUES (${until})
    ON CONFLICT (one) DO UPDATE SET looked_until = ${until} WHERE s.looked_until = ${since} RETURNING 1`.execute(tx)
  return rows.length === 1
}

/** Marks accounts. What is found again is renewed once a day, so that standing facts do not write all day long. */
const recordFindings = async (
  tx: Tx,
  all: readonly { readonly id: string; readonly found: readonly DetectedSignal[] }[],
  now: Date,
): Promise<void> => {
  const rows = all
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ id, found }) => found.map((mark) => ({ id: newId(), user_id: id, at: now, ...mark })))
  if (rows.length === 0) return
  await sql`
    INSERT INTO risk_marks (id, user_id, family, reason, points, detail, at, since)
      SELECT id, user_id, family, reason, points, detail, ${now}, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(id uuid, user_id uuid, family text, reason text, points real, detail text)
    ON CONFLICT (user_id, reason) DO UPDATE SET at = EXCLUDED.at, detail = EXCLUDED.detail,
      since = ${sinceSql(now)}, points = greatest(risk_marks.points, EXCLUDED.points)
      WHERE risk_marks.at < ${later(now, -RENEW_SECONDS)} OR risk_marks.points < EXCLUDED.points`.execute(tx)
}

const RENEW_SECONDS = 20 * 3_600

interface Tie {
  readonly kind: TieKind
  readonly key: string
  readonly user_id: string
}

const tiesOf = (facts: ReadonlyMap<string, NetworkFacts>): Tie[] =>
  [...facts].flatMap(([user_id, { devices, addresses, prints }]): Tie[] => [
    ...rare(devices).map(({ device }): Tie => ({ kind: 'device', key: device, user_id })),
    ...rare(addresses).map(({ address }): Tie => ({ kind: 'payout', key: address, user_id })),
    ...prints
      .filter(({ alike }) => alike >= 3)
      .map(({ net, print }): Tie => ({ kind: 'network', key: `${net}:${print}`, user_id })),
  ])

const rare = <T extends { readonly accounts: number }>(places: readonly T[]): T[] =>
  places.filter(({ accounts }) => accounts <= TIE_MEMBERS_MAX)

/** The reason that a tie of this kind is marked with, before the key; a pardon of it cuts the tie too. */
export const linkReasonPrefixes: Readonly<Record<TieKind, string>> = {
  device: 'device-shared:',
  payout: 'address-shared:',
  network: 'print-shared:',
  referral: 'moves-with-referrals:',
  timing: 'same-slots',
}

const recordTies = async (tx: Tx, ties: readonly Tie[], now: Date): Promise<void> => {
  if (ties.length === 0) return
  const rows = ties
    .toSorted((a, b) => (`${a.kind} ${a.key} ${a.user_id}` < `${b.kind} ${b.key} ${b.user_id}` ? -1 : 1))
    .map((tie) => ({
      ...tie,
      reason: tie.kind === 'timing' ? linkReasonPrefixes.timing : `${linkReasonPrefixes[tie.kind]}${tie.key}`,
    }))
  await sql`
    INSERT INTO ties (kind, key, user_id, at)
      SELECT kind, key, user_id, ${now} FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS r(kind text, key text, user_id uuid, reason text)
      WHERE NOT EXISTS (SELECT FROM pardons p WHERE p.user_id = r.user_id AND p.reason = r.reason)
    ON CONFLICT (kind, key, user_id) DO UPDATE SET at = EXCLUDED.at
      WHERE ties.at < ${later(now, -RENEW_SECONDS)}`.execute(tx)
}

const SYNC_DAYS = 7
const MOVERS_MAX = 20_000

/** Looks for busy accounts that move together, over the last week. Returns how many there were. */
export const scanSyncedAccounts = async (db: Db, now: Date): Promise<number> => {
  const movers = await activityProfilesOf(db, now)
  const together = syncedAccounts(movers)
  const found = movers.flatMap((profile) => {
    const others = together.get(profile.id) ?? []
    const herd = profile.referrer === null ? [] : others.filter(({ referrer }) => referrer === profile.referrer)
    const facts = {
      together: others.length,
      herd: profile.referrer === null ? null : { referrer: profile.referrer, together: herd.length },
    }
    const marks = syncSignals(facts)
    return marks.length === 0 ? [] : [{ id: profile.id, found: marks, mover: profile, others }]
  })
  const ties = found.flatMap(({ mover: profile, others, found: marks }) => syncTies(profile, others, marks))
  for (let at = 0; at < found.length; at += ACCOUNTS_AT_ONCE) {
    await db.write((tx) => recordFindings(tx, found.slice(at, at + ACCOUNTS_AT_ONCE), now))
  }
  for (let at = 0; at < ties.length; at += ACCOUNTS_AT_ONCE) {
    await db.write((tx) => recordTies(tx, ties.slice(at, at + ACCOUNTS_AT_ONCE), now))
  }
  return found.length
}

const syncTies = (
  profile: ActivityProfile,
  others: readonly ActivityProfile[],
  marks: readonly DetectedSignal[],
): Tie[] => {
  const ties: Tie[] = []
  // Everybody of a group is told apart by its smallest id, so that the group keeps its name.
  const key = [profile, ...others].map(({ id }) => id).toSorted()[0] ?? profile.id
  if (marks.some(({ reason }) => reason === 'same-slots')) ties.push({ kind: 'timing', key, user_id: profile.id })
  if (profile.referrer !== null && marks.some(({ reason }) => reason.startsWith(linkReasonPrefixes.referral))) {
    ties.push({ kind: 'referral', key: profile.referrer, user_id: profile.id })
  }
  return ties
}

const activityProfilesOf = async (db: Db, now: Date): Promise<ActivityProfile[]> => {
  const from = dayOf(later(now, -SYNC_DAYS * 86_400))
  const busiest = await db.read
    .selectFrom('claim_days')
    .innerJoin('users', 'users.id', 'claim_days.user_id')
    .select(['claim_days.user_id as id', 'users.referrer_id as referrer', 'claim_days.day', 'claim_days.tenths'])
    .where('claim_days.day', '>=', from)
    .where(({ eb }) => eb('claim_days.user_id', 'in', busiestOf(db, from)))
    .execute()
  return [...Map.groupBy(busiest, ({ id }) => id)].map(([id, days]) => ({
    id,
    referrer: days[0]?.referrer ?? null,
    slots: slotsOf(days.flatMap(({ day, tenths }) => timestampsOf(day, tenths))),
  }))
}

const busiestOf = (db: Db, from: string) =>
  db.read
    .selectFrom('claim_days')
    .select('user_id')
    .where('day', '>=', from)
    .groupBy('user_id')
    .having(sql<boolean>`sum(cardinality(tenths)) >= 40`)
    .orderBy(sql`sum(cardinality(tenths)) DESC`)
    .limit(MOVERS_MAX)
