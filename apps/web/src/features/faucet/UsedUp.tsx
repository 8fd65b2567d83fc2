import { t } from '@lingui/core/macro'
import type { FaucetUsedUp } from '@runnel/contract/earn/faucet'
import { formatRelative } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useNow } from '#ui/use-now.ts'
import { clockTime } from './local-time.ts'

/** Nothing is left for this account right now: shown in place of a captcha that would pay nothing. */
export const UsedUp = ({ of, opensAt }: FaucetUsedUp) => {
  const now = useNow(15_000)
  const time = opensAt === null ? '' : clockTime(opensAt, now)
  const away = opensAt === null ? '' : formatRelative({ iso: opensAt, now })
  const { title, text } = wordsOf({ of, isOpening: opensAt !== null, time, away })
  return (
    <EmptyState heading="h2" title={title}>
      {text}
    </EmptyState>
  )
}

interface WordsInput {
  readonly of: FaucetUsedUp['of']
  readonly isOpening: boolean
  readonly time: string
  readonly away: string
}

const wordsOf = ({ of, isOpening, time, away }: WordsInput): { title: string; text: string } => {
  switch (of) {
    case 'hour':
      return {
        title: t({ id: 'faucet.usedUp.hour', message: 'This hour’s rewards are used up' }),
        text: t({
          id: 'faucet.usedUp.hour.text',
          message: `New rewards are available at ${time} your time (${away}).`,
        }),
      }
    case 'network':
      return {
        title: t({ id: 'faucet.usedUp.network', message: 'Your network’s rewards for today are used up' }),
        text: t({
          id: 'faucet.usedUp.network.text',
          message: `Each network gets a share of the daily rewards. Yours is renewed at ${time} your time (${away}).`,
        }),
      }
    case 'reduced':
      return {
        title: t({ id: 'faucet.usedUp.reduced', message: 'Today’s reduced rewards are used up' }),
        text: t({
          id: 'faucet.usedUp.reduced.text',
          message: `They’re renewed at ${time} your time (${away}). Offers, ads and tasks add full rewards.`,
        }),
      }
    case 'allowance':
      return {
        title: t({ id: 'faucet.usedUp.allowance', message: 'Your full rewards are used up' }),
        text: isOpening
          ? t({
              id: 'faucet.usedUp.allowance.pending',
              message: `Your next earnings are settled ${away} and add full rewards.`,
            })
          : t({
              id: 'faucet.usedUp.allowance.text',
              message: 'Complete offers, view ads or do tasks. Once settled, they add full rewards.',
            }),
      }
  }
}
