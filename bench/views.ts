import { NEXT_SQL } from '@runnel/server/src/features/ptc/ads.ts'
import { VERIFY_SQL } from '@runnel/server/src/money/pay-view.ts'
import { seedPeople } from '@runnel/server/src/test/claims.ts'
import { seededTicket, seedCampaign, seedTickets, seedViewers } from '@runnel/server/src/test/features/views.ts'
import { type BenchAction, openingSql, USER_SQL, wire } from './request-rate.ts'

const CAMPAIGNS = 40
/** More than are viewed in one run, so that no campaign is sold out. */
const VIEWS_EACH = 20_000
const OWNER = 90_000_000

const BASE = 100_000_000_000
const campaignId = (index: number): string => `00000000-0000-7000-a000-${BASE + (index % CAMPAIGNS)}`
const CAMPAIGN_SQL = `('00000000-0000-7000-a000-' || (${BASE} + :index % ${CAMPAIGNS})::text)::uuid`
const NEW_ID = 'gen_random_uuid()'
const TICKET_SQL = USER_SQL.replace('-8000-', '-9000-')

/**
 * A view that is verified: session, human check, the next ad, then the ticket, the campaign, the reward and the fee in
 * the ledger, durable commit. Each is one of another viewer, who has watched; the campaigns are seen in turn.
 */
export const views: BenchAction = {
  name: 'views',
  counts: { 1: 8_000, 16: 20_000, 64: 20_000 },
  prepare: async (db) => {
    const now = new Date()
    const { ids } = await seedPeople(db, now, { from: OWNER, count: 1 })
    for (let index = 0; index < CAMPAIGNS; index++) {
      await seedCampaign(db, { id: campaignId(index), ownerId: ids[0] ?? '', now, views: VIEWS_EACH })
    }
  },
  seed: async (deps, slice, address) => {
    const now = new Date()
    const viewers = await seedViewers({ ...deps, now }, slice)
    const campaigns = Array.from({ length: CAMPAIGNS }, (_, index) => campaignId(index))
    await seedTickets({ db: deps.db, now }, { ...slice, campaigns })
    return viewers.map(({ headers, captcha }, position) => {
      const index = slice.from + position
      const path = `/api/ptc/${campaignId(index)}/verify`
      return wire({ address, path, headers, body: { ticket: seededTicket(index), captcha } })
    })
  },
  sql: {
    script: ({ from, share }) => `${openingSql({ from, share, action: 'ptc' })}
${filled(NEXT_SQL, [USER_SQL, 'NULL', `'desktop'`, 'now()', CAMPAIGN_SQL])};
${filled(VERIFY_SQL, [TICKET_SQL, USER_SQL, CAMPAIGN_SQL, '5', '1000', NEW_ID, NEW_ID, 'now()', '1000', '0'])};
COMMIT;
`,
    done: `SELECT count(*)::integer AS done FROM ptc_views WHERE status = 'paid'`,
  },
}

/** A statement of the server with its values put in. */
const filled = (text: string, values: readonly string[]): string =>
  text.replaceAll(/\$(\d+)/g, (_, number: string) => values[Number(number) - 1] ?? '')
