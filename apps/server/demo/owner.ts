import { createHash } from 'node:crypto'
import { runPayouts } from '#features/withdraw/payout/pay.ts'
import { later } from '#kernel/clock.ts'
import { createLog } from '#kernel/log.ts'
import { act, type DemoHarness } from './harness.ts'
import { ownersRules } from './rules.ts'
import type { Site } from './set-up.ts'

/** The payout job at a moment of the past. */
export const payAt = async (stage: DemoHarness, at: Date): Promise<void> => {
  const { db, clock, payouts, settings } = stage
  clock.turnTo(at)
  const log = createLog('silent')
  await runPayouts({
    db,
    clock: clock.now,
    log,
    enqueue: async () => undefined,
    live: { notify: () => undefined },
    payouts,
    settings,
  })
}

const HOUR_SECONDS = 3_600

interface Visit {
  readonly now: Date
  /** Second accounts of people who have one already. */
  readonly doubles: ReadonlySet<string>
  /** Whose withdrawals the owner has not made up their mind about. */
  readonly left: ReadonlySet<string>
}

/** The owner sits down with what waits: decides, pays by hand, looks unknown payouts up. Returns who was refused. */
export const visit = async (
  stage: DemoHarness,
  site: Site,
  { now, doubles, left }: Visit,
): Promise<ReadonlySet<string>> => {
  const rules = ownersRules(stage)
  const waiting = await pendingBefore(stage, later(now, -HOUR_SECONDS))
  const { owner: caller } = site
  const rest = { query: undefined, headers: undefined }
  const reviewed = waiting.filter(({ status, user_id: id }) => status === 'review' && !left.has(id))
  const refused = reviewed.filter(({ user_id: userId }) => doubles.has(userId))
  if (refused.length > 0) {
    const reason = 'Another account is paid to this address. One person may have one account.'
    const body = { ids: refused.map(({ id }) => id), reason }
    await act(stage, now, async (scene) =>
      rules.rejectWithdrawals({ body, params: undefined, ...rest }, { ...scene, caller }),
    )
  }
  const good = reviewed.filter((withdrawal) => !refused.includes(withdrawal))
  if (good.length > 0) {
    const body = { ids: good.map(({ id }) => id) }
    await act(stage, now, async (scene) =>
      rules.approveWithdrawals({ body, params: undefined, ...rest }, { ...scene, caller }),
    )
  }
  for (const { id } of waiting.filter(({ status, processor }) => status === 'approved' && processor === 'manual')) {
    const body = { txId: createHash('sha256').update(`paid by hand ${id}`).digest('hex') }
    await act(stage, now, async (scene) => rules.markPaid({ params: { id }, body, ...rest }, { ...scene, caller }))
  }
  for (const { id } of waiting.filter(({ status }) => status === 'unknown')) await clearUp(stage, site, { id, now })
  return new Set(refused.map(({ user_id: userId }) => userId))
}

const pendingBefore = (stage: DemoHarness, before: Date) =>
  stage.db.read
    .selectFrom('withdrawals')
    .select(['id', 'user_id', 'status', 'processor'])
    .where('status', 'in', ['review', 'approved', 'unknown'])
    .where('created_at', '<', before)
    .orderBy('id')
    .execute()

/** What the owner finds in the coin's own records decides about a payout whose answer was lost. */
const clearUp = async (
  stage: DemoHarness,
  { owner: caller }: Site,
  { id, now }: { id: string; now: Date },
): Promise<void> => {
  const rules = ownersRules(stage)
  const found = await stage.db.read
    .selectFrom('sandbox_payouts')
    .select('tx_id')
    .where('reference', '=', id)
    .executeTakeFirst()
  const rest = { params: { id }, query: undefined, headers: undefined }
  await act(stage, now, async (scene) =>
    found === undefined
      ? rules.refundUnknown(
          { body: { reason: 'The payment never left. Please ask again.' }, ...rest },
          { ...scene, caller },
        )
      : rules.markPaid({ body: { txId: found.tx_id }, ...rest }, { ...scene, caller }),
  )
}
