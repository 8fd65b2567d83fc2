import { plural, t } from '@lingui/core/macro'
import type { TrustNeed, TrustProgress } from '@runnel/contract/check/trust'
import { formatNumber } from '#ui/format.ts'

/** How often claims ask for a captcha. */
export const frequencyText = (every: number): string =>
  every === 1
    ? t({ id: 'trust.every.one', message: 'Every claim asks for a captcha' })
    : t({
        id: 'trust.every',
        message: plural(every, {
          one: 'About 1 in # claims asks for a captcha',
          other: 'About 1 in # claims asks for a captcha',
        }),
      })

interface NeedText {
  readonly label: string
  readonly hint?: string
}

const labels: Readonly<Record<TrustNeed, () => NeedText>> = {
  email: () => ({ label: t({ id: 'trust.need.email', message: 'Verified email' }) }),
  days: () => ({
    label: t({ id: 'trust.need.days', message: 'Active days' }),
    hint: t({ id: 'trust.need.days.hint', message: 'A day counts after 3 paid actions (UTC).' }),
  }),
  answers: () => ({
    label: t({ id: 'trust.need.answers', message: 'Captchas solved' }),
    hint: t({ id: 'trust.need.answers.hint', message: 'In accessibility mode, your claims count instead.' }),
  }),
  earned: () => ({
    label: t({ id: 'trust.need.earned', message: 'Units earned from ads, shortlinks and offerwalls' }),
    hint: t({ id: 'trust.need.earned.hint', message: 'Earnings count after 14 days.' }),
  }),
  review: () => ({ label: t({ id: 'trust.need.review', message: 'No open review of your account' }) }),
  payout: () => ({
    label: t({ id: 'trust.need.payout', message: 'A withdrawal paid' }),
    hint: t({
      id: 'trust.need.payout.hint',
      message: 'It counts after 14 days, to an address that no other account uses.',
    }),
  }),
}

export const needText = (need: TrustNeed): NeedText => labels[need]()

/** How much of a need is done. */
export const progressText = ({ have, wanted }: Pick<TrustProgress, 'have' | 'wanted'>): string => {
  if (have >= wanted) return t({ id: 'trust.done', message: 'Done' })
  if (wanted === 1) return t({ id: 'trust.open', message: 'Not yet' })
  const [done, all] = [formatNumber(have), formatNumber(wanted)]
  return t({ id: 'trust.progress', message: `${done} of ${all}` })
}
