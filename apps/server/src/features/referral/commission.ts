import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'

/** What a referrer has a part in: what people earn by themselves, and what walls pay for. */
export const ownSources = ['faucet', 'ptc', 'link', 'task']
/** Of these, those that other members pay for: what is a referrer's is counted with each reward (`commission_of`). */
const sharedSources = ['ptc', 'task']
export const wallSource = 'offerwall'

/** What day counters `c` of one referred user earned that counts: an SQL sum. */
export const earnedSum = sql<number>`coalesce(sum(c.earned), 0)::bigint`

/** The commission of day counters `c`, exactly, in ten-thousandths of a unit (`PARTS_PER_UNIT`): an SQL sum. */
export const exactCommission = ({ referral_commission: own, referral_offerwall_commission: wall }: Settings) =>
  sql<number>`coalesce(sum(CASE WHEN c.source = ANY (${sharedSources}::text[]) THEN c.commission
    ELSE c.earned * (CASE c.source WHEN ${wallSource} THEN ${wall}::bigint ELSE ${own}::bigint END) END), 0)::bigint`
