import type { PayoutAnswer, Signed, SignedPayout } from '#adapters/payout/payout.ts'
import { say } from '#kernel/words/say.ts'
import { claimBeside } from './claim-payout.ts'
import { isolateFailure } from './isolate-failures.ts'
import { settlePayout, type PayoutOutcome } from './outcome.ts'
import { broadcastPayment, storePayments } from './pay-on-chain.ts'
import { orderOf, type PayoutDeps, type PayoutIntent, withTimeout } from './payout-deps.ts'

interface PayTogetherInput {
  readonly provider: SignedPayout
  readonly together: NonNullable<SignedPayout['together']>
}

type Refusal = Exclude<PayoutAnswer, { kind: 'paid' }>

/**
 * Pays one that was taken, and what else waits for the same wallet, by one transaction. All of them are stored at once
 * or none, and from there on each is followed by itself. Returns an outcome of the first one only where for certain
 * nothing of it was stored; the others are settled here.
 */
export const payTogether = async (
  deps: PayoutDeps,
  first: PayoutIntent,
  { provider, together }: PayTogetherInput,
): Promise<PayoutOutcome | undefined> => {
  const intents = [first, ...(await claimBeside(deps, first, together.most - 1))]
  const answers = await sign(deps, intents, together)
  const answerOf = (at: number): Signed | Refusal => answers[at] ?? UNSIGNED
  const signed = intents.flatMap((intent, at) => {
    const payment = answerOf(at)
    return payment.kind === 'signed' ? [{ intent, payment }] : []
  })
  const isStored = signed.length > 0 && (await storePayments(deps, signed)) === 'stored'
  const outcomeOf = (at: number): Refusal | undefined => {
    const answer = answerOf(at)
    if (answer.kind !== 'signed') return answer
    return isStored ? undefined : { kind: 'retry', reason: say('owner.withdraw.anotherPaymentSameMessage') }
  }
  const [sent] = signed
  if (isStored && sent !== undefined) await broadcastPayment(deps, { ...sent, provider })
  for (const [at, intent] of intents.entries()) {
    const outcome = outcomeOf(at)
    if (at > 0 && outcome !== undefined) await isolateFailure(deps, intent, () => settlePayout(deps, intent, outcome))
  }
  return outcomeOf(0)
}

const UNSIGNED: Refusal = { kind: 'retry', reason: say('owner.withdraw.paymentCouldntSigned') }

/** One answer for each; signing has no effect outside, so however it went wrong, nothing was sent. */
const sign = async (
  deps: PayoutDeps,
  intents: readonly PayoutIntent[],
  { sign: signAll }: PayTogetherInput['together'],
): Promise<readonly (Signed | Refusal)[]> => {
  try {
    const answers = await withTimeout(signAll(intents.map(orderOf), deps.settings.current()))
    return 'kind' in answers ? intents.map(() => answers) : answers
  } catch (error) {
    const ids = intents.map(({ withdrawal }) => withdrawal.id)
    deps.log.warn({ withdrawals: ids, err: String(error) }, 'could not sign payments')
    return []
  }
}
