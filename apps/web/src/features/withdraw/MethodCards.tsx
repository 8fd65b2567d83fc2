import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WithdrawMethod } from '@runnel/contract/withdraw'
import { useId } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { useCurrency } from '#ui/currency.ts'
import { ChoiceCard, ChoiceCards, ChoiceFact } from '#ui/form/ChoiceCards.tsx'
import { formatDuration, formatNumber, formatValue } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'

interface MethodCardsProps {
  methods: readonly WithdrawMethod[]
  chosen: string | undefined
  /** Undefined while nothing may be chosen yet: the cards then only tell. */
  onChoose: ((methodId: string) => void) | undefined
}

/** The ways to be paid, one of which is chosen; each says what it costs and how long it takes. */
export const MethodCards = ({ methods, chosen, onChoose }: MethodCardsProps) => {
  const name = useId()
  return (
    <ChoiceCards legend={t({ id: 'withdraw.methods', message: 'Withdrawal method' })}>
      {methods.map((method) => (
        <ChoiceCard
          key={method._id}
          name={name}
          value={method._id}
          checked={method._id === chosen}
          onChoose={onChoose && method.closed === null ? () => onChoose(method._id) : undefined}
          coin={method.currency}
          title={method.name}
          note={method.currency}
          hint={method.closed}
          isClosed={method.closed !== null}
        >
          <Facts method={method} />
          {method.rateAt !== null && <Rate method={{ ...method, rateAt: method.rateAt }} />}
        </ChoiceCard>
      ))}
    </ChoiceCards>
  )
}

const Facts = ({ method: { minimum, fee, eta } }: { method: WithdrawMethod }) => {
  const currency = useCurrency()
  return (
    <div className="grid grid-cols-3 gap-2">
      <ChoiceFact label={t({ id: 'withdraw.minimum', message: 'Minimum' })} note={formatValue(minimum, currency)}>
        {formatNumber(minimum)}
      </ChoiceFact>
      <ChoiceFact
        label={t({ id: 'withdraw.fee', message: 'Fee' })}
        note={fee === 0 ? undefined : formatValue(fee, currency)}
      >
        {fee === 0 ? t({ id: 'withdraw.fee.none', message: 'None' }) : formatNumber(fee)}
      </ChoiceFact>
      <ChoiceFact label={t({ id: 'withdraw.eta', message: 'Typical payout time' })}>
        {eta === null ? t({ id: 'withdraw.eta.none', message: 'No data yet' }) : formatDuration(eta, 'short')}
      </ChoiceFact>
    </div>
  )
}

/** What one coin costs, and since when. */
const Rate = ({ method: { currency, rate, rateAt } }: { method: WithdrawMethod & { rateAt: string } }) => {
  const price = usePrice(rate)
  return (
    <p className="border-t [border-style:dashed] border-line pt-2.5 text-xs text-muted">
      <Trans id="withdraw.rate">
        1 {currency} = {price}, as of <RelativeTime iso={rateAt} />
      </Trans>
    </p>
  )
}

/** What one coin costs in the site's currency; a coin that costs less than that can show is told in units. */
export const usePrice = (rate: string): string => {
  const currency = useCurrency()
  const units = Number(rate)
  return units >= 1 ? formatValue(units, currency) : unitsText(units)
}
