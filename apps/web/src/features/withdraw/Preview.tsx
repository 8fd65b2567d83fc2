import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WithdrawPreview } from '@runnel/contract/withdraw'
import { IconClock, IconUserSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { useCurrency } from '#ui/currency.ts'
import { formatDuration, formatNumber, formatValue } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { usePrice } from './MethodCards.tsx'

/** Exactly what arrives, what it costs, when, and why it would wait. */
export const Preview = ({ preview, before = [] }: { preview: WithdrawPreview; before?: readonly Pair[] }) => {
  const { amount, fee, net, receives, currency, rate, rateAt, networkCost } = preview
  const price = usePrice(rate)
  const value = formatValue(net, useCurrency())
  const satoshis = formatNumber(satOf(receives))
  return (
    <div className="grid gap-3">
      <KeyValue
        pairs={[
          ...before,
          {
            key: 'amount',
            label: t({ id: 'withdraw.preview.amount', message: 'Deducted from your balance' }),
            value: unitsText(amount),
          },
          {
            key: 'fee',
            label: t({ id: 'withdraw.fee', message: 'Fee' }),
            value: fee === 0 ? t({ id: 'withdraw.fee.none', message: 'None' }) : <Amount units={-fee} />,
          },
          {
            key: 'rate',
            label: t({ id: 'withdraw.preview.rate', message: 'Rate' }),
            value: (
              <Trans id="withdraw.rate">
                1 {currency} = {price}, as of <RelativeTime iso={rateAt} />
              </Trans>
            ),
          },
          ...costPairs(networkCost),
          {
            key: 'receives',
            label: t({ id: 'withdraw.preview.receives', message: 'You receive' }),
            value: (
              <>
                <span className="figures block text-money-text">
                  <Coin currency={currency} amount={receives} />
                </span>
                {currency === 'BTC' && (
                  <span className="figures block text-sm font-normal">
                    {t({ id: 'withdraw.preview.sat', message: `${satoshis} sat` })}
                  </span>
                )}
                <span className="figures text-sm font-normal text-muted">≈ {value}</span>
              </>
            ),
            total: true,
          },
        ]}
      />
      <When preview={preview} />
    </div>
  )
}

/** Whole satoshis in an amount of bitcoins; a BTC amount has few enough digits for a number to hold them. */
const satOf = (coins: string): number => Math.round(Number(coins) * 100_000_000)

/** How long it takes, and why a person looks first. */
const When = ({ preview: { eta, review } }: { preview: WithdrawPreview }) => {
  const span = eta === null ? null : formatDuration(eta)
  return (
    <div className="grid gap-1.5 text-sm">
      {span !== null && (
        <Line icon={<IconClock className="size-5" aria-hidden="true" />}>
          {t({ id: 'withdraw.preview.eta', message: `Typical payout time: ${span}.` })}
        </Line>
      )}
      {review !== null && (
        <Line icon={<IconUserSearch className="size-5 text-warn" aria-hidden="true" />}>
          <Trans id="withdraw.preview.review">
            <b>This withdrawal needs manual review.</b> {review}
          </Trans>
        </Line>
      )}
    </div>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <div className="flex gap-2.5">
    <span className="shrink-0 text-muted">{icon}</span>
    <p className="min-w-0">{children}</p>
  </div>
)

/** What the network takes, which the site pays. */
const costPairs = (cost: WithdrawPreview['networkCost']): Pair[] => {
  if (cost === undefined) return []
  const { amount, currency } = cost
  const [energy, bytes] = [formatNumber(cost.energy ?? 0), formatNumber(cost.bytes ?? 0)]
  const parts = [
    cost.energy !== null && t({ id: 'withdraw.cost.energy', message: `${energy} energy` }),
    cost.bytes !== null && t({ id: 'withdraw.cost.bytes', message: `${bytes} bytes of bandwidth` }),
  ].filter((part) => part !== false)
  return [
    {
      key: 'cost',
      label: t({ id: 'withdraw.cost', message: 'Network cost, paid by us' }),
      value: (
        <>
          <span className="figures block">
            {t({ id: 'withdraw.cost.most', message: `Up to ${amount} ${currency}` })}
          </span>
          {parts.length > 0 && <span className="text-sm font-normal text-muted">{parts.join(' · ')}</span>}
        </>
      ),
    },
  ]
}
