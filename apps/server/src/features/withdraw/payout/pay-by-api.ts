import type { AutomaticPayout, PayoutStatus } from '#adapters/payout/payout.ts'
import { later } from '#kernel/clock.ts'
import { say } from '#kernel/words/say.ts'
import type { PayoutOutcome } from './outcome.ts'
import { DEAD_SECONDS, type PayoutIntent, withTimeout, orderOf, type PayoutDeps } from './payout-deps.ts'

/** Calls the provider outside any transaction. An answer that is lost is looked up once, and never asked for twice. */
export const payByApi = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
  provider: AutomaticPayout,
): Promise<PayoutOutcome> => {
  // Whoever waited for this one may have given it up already, and a person may have given the amount back.
  const latest = later(intent.startedAt, DEAD_SECONDS / 2)
  if (deps.clock() > latest) return { kind: 'retry', reason: say('owner.withdraw.couldntSentTime') }
  try {
    return await withTimeout(provider.send(orderOf(intent), deps.settings.current()))
  } catch (error) {
    deps.log.warn({ withdrawal: intent.withdrawal.id, err: String(error) }, 'lost the response to a payout')
    const found = await queryByApi(deps, intent, provider)
    return found.kind === 'lost' ? { ...found, isSilent: true } : found
  }
}

/** What a provider says of a payout whose answer was lost: only a proof that it arrived settles it. */
export const queryByApi = async (
  deps: PayoutDeps,
  intent: PayoutIntent,
  provider: AutomaticPayout | undefined,
): Promise<PayoutOutcome> => {
  if (provider === undefined) return { kind: 'lost', detail: say('owner.withdraw.payoutProcessorNoLonger') }
  const question = {
    ...orderOf(intent),
    since: intent.startedAt,
    explained: (from: Date) => countEqual(deps, intent, from),
  }
  const finding = withTimeout(provider.find(question, deps.settings.current()))
  const found = await finding.catch((): PayoutStatus => ({ kind: 'unknown' }))
  if (found.kind === 'paid') return found
  return {
    kind: 'lost',
    detail:
      found.kind === 'absent'
        ? say('owner.withdraw.noResponseFromProvider')
        : say('owner.withdraw.noResponseFromProviderConfirm'),
  }
}

/**
 * How many other payouts of ours, equal in coin, place and amount, were paid since a moment; also where the answer was
 * lost and a person found that it had arrived.
 */
const countEqual = async ({ db }: PayoutDeps, { withdrawal }: PayoutIntent, from: Date): Promise<number> => {
  const { count } = await db.read
    .selectFrom('payout_attempts')
    .innerJoin('withdrawals', 'withdrawals.id', 'payout_attempts.withdrawal_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('payout_attempts.processor', '=', withdrawal.processor)
    .where('payout_attempts.outcome', 'in', ['paid', 'unknown'])
    .where('withdrawals.status', '=', 'paid')
    .where('payout_attempts.finished_at', '>=', from)
    .where('withdrawals.address_key', '=', withdrawal.address_key)
    .where('withdrawals.currency', '=', withdrawal.currency)
    .where('withdrawals.receives', '=', withdrawal.receives)
    .where('withdrawals.id', '<>', withdrawal.id)
    .executeTakeFirstOrThrow()
  return count
}
