import type { Selectable } from 'kysely'
import type { InvoiceAnswer } from '#adapters/deposit/deposit.ts'
import { later } from '#kernel/clock.ts'
import type { DepositRow } from '#kernel/tables/advertising.ts'

/** How long a token is kept that its processor does not know: it may learn of a payment later than it tells of it. */
const MISSING_SECONDS = 3_600

/**
 * The tokens that are still to be asked about, those that were asked now at the end, so that none of them is always
 * before another. One that is unknown when a call names it is dropped at once: that call is to be repeated.
 */
export const tokensAfter = (
  row: Pick<Selectable<DepositRow>, 'provider_tokens' | 'created_at'>,
  { tokens: answers = [] }: InvoiceAnswer,
  { isNotice, now }: { isNotice: boolean; now: Date },
): string[] => {
  const isOver = isNotice || now >= later(row.created_at, MISSING_SECONDS)
  const asked = new Map(answers.map(({ token, kind }) => [token, kind]))
  const isKept = (token: string): boolean => {
    const kind = asked.get(token)
    return kind === 'open' || (kind === 'missing' && !isOver)
  }
  const { provider_tokens: known } = row
  return [...known.filter((token) => !asked.has(token)), ...known.filter(isKept)]
}
