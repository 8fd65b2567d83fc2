import { sql } from 'kysely'
import { notify } from '#features/user/user.ts'
import { type Clock, later } from '#kernel/clock.ts'
import { createErrorCollector } from '#kernel/collect-errors.ts'
import type { Read, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { Log } from '#kernel/log.ts'
import { say, type Words } from '#kernel/words/say.ts'
import {
  type Address,
  type PageFinding,
  storePageFinding,
  lastFinding,
  type PageDeps,
  fetchPage,
} from './page-check.ts'
import { lockCampaignRow, transitionCampaign } from './row-locks.ts'

/** What looking again depends on. */
export interface RecheckDeps extends PageDeps {
  readonly clock: Clock
  readonly log: Log
  readonly live: Pick<EventBus, 'notify'>
}

const BATCH = 200
const AT_ONCE = 5

/** Checks the addresses of running campaigns whose turn it is, each once, however many campaigns show it. */
export const recheckDueCampaigns = async (deps: RecheckDeps): Promise<Words> => {
  const { db, clock } = deps
  await purgeOldFindings(deps)
  const due = await dueAddresses(db.read, clock())
  const waiting = [...due]
  const run = createErrorCollector()
  let stopped = 0
  const lookOnAndOn = async (): Promise<void> => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const address = next
      const count = (await run.try(() => checkAddress(deps, address))) ?? 0
      stopped += count
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lookOnAndOn))
  return run.end(say('owner.job.urlsChecked', { urls: due.length, campaigns: stopped }))
}

/** Checks the address of one campaign, whatever its turn. */
export const recheckCampaign = async (deps: RecheckDeps, campaignId: string): Promise<Words> => {
  const address = await deps.db.read
    .selectFrom('campaigns')
    .select(['kind', 'url'])
    .where('id', '=', campaignId)
    .where('status', 'in', ['pending', 'active'])
    .executeTakeFirst()
  if (address === undefined || address.kind === 'youtube') return say('owner.job.nothingToCheck')
  const stopped = await checkAddress(deps, address)
  return say(stopped === 0 ? 'owner.job.pageChecked' : 'owner.job.campaignStopped')
}

const DAY_SECONDS = 86_400

const dueAddresses = async (db: Read, now: Date): Promise<Address[]> => {
  const rows = await db
    .selectFrom('campaigns')
    .select(['kind', 'url'])
    .where('status', '=', sql.lit('active'))
    .where('kind', '<>', sql.lit('youtube'))
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<=', later(now, -DAY_SECONDS))]))
    .orderBy('looked_at', (order) => order.asc().nullsFirst())
    .limit(BATCH)
    .execute()
  return [...new Map(rows.map(({ kind, url }) => [`${kind} ${url}`, { kind, url }])).values()]
}

/** Looks, then writes down what was found; returns how many campaigns had to stop. */
const checkAddress = async (deps: RecheckDeps, address: Address): Promise<number> => {
  const finding = await fetchPage(deps, address).catch((error: unknown): PageFinding => {
    deps.log.error({ err: String(error) }, 'could not check a page')
    return unseen
  })
  const now = deps.clock()
  const owners = await deps.db.write(async (tx) => {
    const stop = await whomToStop(tx, { address, finding, now })
    await storePageFinding(tx, { ...address, finding, now })
    await tx.updateTable('campaigns').set({ looked_at: now }).where('id', 'in', shownAt(tx, address)).execute()
    return stop === null ? [] : stopAll(tx, { ...stop, address, reason: finding.sentence, now })
  })
  for (const owner of owners) deps.live.notify(owner)
  return owners.length
}

const unseen: PageFinding = {
  verdict: 'unreachable',
  code: 'AD_URL_UNREACHABLE',
  sentence: say('page.serverSentUnreadableResponse'),
  offer: null,
  title: null,
  finalUrl: null,
}

const HICCUP_SECONDS = 3_600

interface Stop {
  /** Null: also what a person has approved since. */
  readonly approvedBefore: Date | null
}

/**
 * Whom a finding stops; null where it stops nobody. A server that does not answer may be back in a minute: only silence
 * that lasts counts against a campaign. A page that answers us with an error may be there for viewers, so a person who
 * approved it in that state has the last word.
 */
const whomToStop = async (
  tx: Tx,
  { address, finding, now }: { address: Address; finding: PageFinding; now: Date },
): Promise<Stop | null> => {
  if (finding.verdict === 'good') return null
  if (finding.verdict === 'refused') return { approvedBefore: null }
  const last = await lastFinding(tx, address)
  if (last?.finding !== finding.code || last.since > later(now, -HICCUP_SECONDS)) return null
  return { approvedBefore: finding.verdict === 'unseen' ? last.since : null }
}

/** The campaigns that an address matters to, locked in the order of their ids. */
const shownAt = (tx: Tx, { kind, url }: Address) =>
  tx
    .selectFrom('campaigns')
    .select('id')
    .where('url', '=', url)
    .where('kind', '=', kind)
    .where('status', 'in', ['pending', 'active'])
    .orderBy('id')
    .forNoKeyUpdate()

const stopAll = async (
  tx: Tx,
  { address, approvedBefore, reason, now }: Stop & { address: Address; reason: string; now: Date },
): Promise<string[]> => {
  const owners: string[] = []
  const shown = await shownAt(tx, address)
    .$if(approvedBefore !== null, (query) => query.where('reports_since', '<', approvedBefore))
    .execute()
  for (const { id } of shown) {
    const owner = await sendToReview(tx, { campaignId: id, reason, now })
    if (owner !== null) owners.push(owner)
  }
  return owners
}

/**
 * Stops a running campaign until a person has looked at it, and tells its owner why. Returns the owner's id, or null
 * for a campaign that was not running.
 */
export const sendToReview = async (
  tx: Tx,
  { campaignId, reason, now }: { campaignId: string; reason: string; now: Date },
): Promise<string | null> => {
  const campaign = await lockCampaignRow(tx, campaignId)
  if (campaign?.status !== 'active') return null
  await transitionCampaign(tx, { campaign, to: 'pending', by: 'machine', now, set: { reason } })
  const { user_id: userId, title } = campaign
  await notify(tx, { userId, kind: 'campaign-review', values: { title, reason }, now })
  return userId
}

const KEEP_DAYS = 30

/** What was found where no campaign is, is of no use after a while. */
const purgeOldFindings = ({ db, clock }: RecheckDeps): Promise<unknown> =>
  db.write((tx) =>
    tx
      .deleteFrom('page_looks')
      .where('at', '<', later(clock(), -KEEP_DAYS * DAY_SECONDS))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('campaigns')
              .select('id')
              .whereRef('campaigns.url', '=', 'page_looks.url')
              .where(sql<boolean>`campaigns.kind = page_looks.kind`),
          ),
        ),
      )
      .execute(),
  )
