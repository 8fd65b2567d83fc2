import { t } from '@lingui/core/macro'
import type { FaucetUsedUp } from '@runnel/contract/earn/faucet'
import { formatRelative } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { useNow } from '#ui/use-now.ts'
import { clockTime } from './local-time.ts'

/** The hour's budget or the share of a network is used up: shown in place of a captcha that would pay nothing. */
export const UsedUp = ({ of, opensAt }: FaucetUsedUp) => {
  const now = useNow(15_000)
  const time = clockTime(opensAt, now)
  const away = formatRelative({ iso: opensAt, now })
  return of === 'hour' ? (
    <EmptyState heading="h2" title={t({ id: 'faucet.usedUp.hour', message: 'This hour’s rewards are used up' })}>
      {t({ id: 'faucet.usedUp.hour.text', message: `New rewards are available at ${time} your time (${away}).` })}
    </EmptyState>
  ) : (
    <EmptyState
      heading="h2"
      title={t({ id: 'faucet.usedUp.network', message: 'Your network’s rewards for today are used up' })}
    >
      {t({
        id: 'faucet.usedUp.network.text',
        message: `Each network gets a share of the daily rewards. Yours is renewed at ${time} your time (${away}).`,
      })}
    </EmptyState>
  )
}
