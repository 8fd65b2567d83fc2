import type { Contract } from '@runnel/contract'
import { smallPaymentMax } from '#features/outflow/outflow.ts'
import { queueFrom } from '#guard/suspicion/score.ts'
import type { Context } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { assert } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { earningRules } from '#money/allowance/allowance.ts'
import type { Units } from '#money/amount.ts'
import { dayBounds, type OfferJson } from './offers.ts'
import { REGULAR_FROM_AT_LEAST, SPREAD_OF_TEN, UNLEARNT_PART } from './visit-timing.ts'

/** A visit that was paid, as `link_verify` (migration 0074) answers. */
interface PlainVisit {
  readonly provider_id: string
  readonly reward: Units
  readonly balance: Units
  /** How often the link counts for the day, with this visit. */
  readonly count: number
  readonly offers: readonly OfferJson[]
}

/** All null where the visit is not plain. */
type VerifyRow = PlainVisit | { readonly balance: null }

interface PlainVisitInput {
  readonly secret: string
  readonly token: string
  /** Since when an account stands whose visits teach what people need. */
  readonly trustedSince: Date
}

/** Pays a returned visit in one trip; undefined, and nothing has happened, where its rules need a closer look. */
export const payPlainVisit = async (
  { callAlone, caller, visitor, settings, now }: Context<Contract['link']['verify']>,
  { secret, token, trustedSince }: PlainVisitInput,
): Promise<PlainVisit | undefined> => {
  const rules = earningRules(settings, now)
  const bounds = rules === null ? [null, 0, null] : [rules.starter, rules.sharePercent, rules.settledUntil]
  const args = [
    sha256(secret),
    sha256(token),
    caller.id,
    visitor.deviceId,
    visitor.country,
    newId(),
    settings.link_exp,
    settings.link_income_percent,
    smallPaymentMax(settings, 'link'),
    ...bounds,
    UNLEARNT_PART,
    REGULAR_FROM_AT_LEAST,
    SPREAD_OF_TEN,
    trustedSince,
    queueFrom.listed,
    dayBounds(now).start,
    now,
  ]
  const [row] = await callAlone<VerifyRow>({ name: 'link_verify', args })
  assert(row !== undefined, 'the end of a visit has an answer')
  return row.balance === null ? undefined : row
}
