import { t } from '@lingui/core/macro'
import { DepositPrice } from '#base/DepositPrice.tsx'
import { Amount } from '#ui/Amount.tsx'

interface PriceProps {
  /** What one view costs; undefined while the choice is not for sale. */
  price: number | undefined
  reward?: number | undefined
  total: number | null
  depositBalance: number
}

/** What it costs and what is left, kept in step with the form. */
export const Price = ({ price, reward, total, depositBalance }: PriceProps) => (
  <DepositPrice
    parts={[
      {
        key: 'price',
        label: t({ id: 'campaign.price', message: 'Price per view' }),
        value: price === undefined ? '—' : <Amount units={price} />,
      },
      ...(reward === undefined
        ? []
        : [
            {
              key: 'reward',
              label: t({ id: 'campaign.reward', message: 'User reward per view' }),
              value: <Amount units={reward} />,
            },
          ]),
    ]}
    total={total}
    depositBalance={depositBalance}
    shortText={shortText()}
  />
)

/** What to do when the deposit balance is not enough. */
export const shortText = (): string =>
  t({ id: 'campaign.missing.text', message: 'Make a deposit or choose fewer views.' })
