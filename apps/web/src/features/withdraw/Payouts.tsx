import { t } from '@lingui/core/macro'
import type { PublicPayout } from '@runnel/contract/withdraw'
import { Card } from '#ui/Card.tsx'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'
import { TransactionLink } from '#ui/coin/TransactionLink.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatDuration, formatValue } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { WithdrawMethods } from './withdraw.ts'

/** The proof that this site pays: what it paid lately, and how fast. */
export const Payouts = ({ payouts, medianPaySeconds }: Pick<WithdrawMethods, 'payouts' | 'medianPaySeconds'>) => {
  const span = medianPaySeconds === null ? null : formatDuration(medianPaySeconds)
  return (
    <Card
      title={t({ id: 'withdraw.payouts', message: 'Recent payouts' })}
      note={
        span !== null &&
        t({ id: 'withdraw.payouts.median', message: `Median payout time in the last 30 days: ${span}.` })
      }
    >
      {payouts.length === 0 ? (
        <p className="text-muted">
          {t({
            id: 'withdraw.payouts.none',
            message: 'This site’s payouts appear here with their transaction ID.',
          })}
        </p>
      ) : (
        <ul className="rows">
          {payouts.map((payout) => (
            <Payout key={`${payout.txId} ${payout.paidAt}`} payout={payout} />
          ))}
        </ul>
      )}
    </Card>
  )
}

const Payout = ({ payout: { amount, receives, currency, txId, txUrl, paidAt } }: { payout: PublicPayout }) => {
  const value = formatValue(amount, useCurrency())
  return (
    <li className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
      <CoinLogo currency={currency} />
      <div className="min-w-0 grow">
        <p className="figures flex flex-wrap justify-between gap-x-3 font-medium">
          <span className="min-w-0 break-all">
            {receives} {currency}
          </span>
          <span className="font-normal text-muted">{value}</span>
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
          <RelativeTime iso={paidAt} />
          <TransactionLink txId={txId} url={txUrl} />
        </p>
      </div>
    </li>
  )
}
