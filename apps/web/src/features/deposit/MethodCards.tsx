import { t } from '@lingui/core/macro'
import type { DepositMethod } from '@runnel/contract/deposit'
import { useId } from 'react'
import { hasLogo } from '#ui/coin/coins.ts'
import { useCurrency } from '#ui/currency.ts'
import { ChoiceCard, ChoiceCards, ChoiceFact } from '#ui/form/ChoiceCards.tsx'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { processorHint, processorName } from './labels.ts'

interface MethodCardsProps {
  methods: readonly DepositMethod[]
  chosen: string | undefined
  onChoose: (methodId: string) => void
}

/** The ways to pay in, one of which is chosen. */
export const MethodCards = ({ methods, chosen, onChoose }: MethodCardsProps) => {
  const name = useId()
  return (
    <ChoiceCards legend={t({ id: 'deposit.methods', message: 'Deposit method' })}>
      {methods.map((method) => (
        <ChoiceCard
          key={method._id}
          name={name}
          value={method._id}
          checked={method._id === chosen}
          onChoose={() => onChoose(method._id)}
          {...(method.currency !== null && hasLogo(method.currency) && { coin: method.currency })}
          letters={method.currency?.split('-')[0]?.slice(0, 4) ?? processorName(method.processor).slice(0, 2)}
          title={processorName(method.processor)}
          note={coinText(method)}
          hint={processorHint(method.processor)}
        >
          <Facts method={method} />
        </ChoiceCard>
      ))}
    </ChoiceCards>
  )
}

const coinText = ({ processor, currency }: DepositMethod): string => {
  if (currency !== null) return currency
  return processor === 'sandbox'
    ? t({ id: 'deposit.coin.none', message: 'Test currency' })
    : t({ id: 'deposit.coin.any', message: 'Choose the currency on the next page' })
}

const Facts = ({ method: { minimum, feeBasisPoints } }: { method: DepositMethod }) => {
  const currency = useCurrency()
  return (
    <div className="grid grid-cols-2 gap-2">
      <ChoiceFact label={t({ id: 'deposit.minimum', message: 'Minimum' })} note={formatValue(minimum, currency)}>
        {formatNumber(minimum)}
      </ChoiceFact>
      <ChoiceFact label={t({ id: 'deposit.fee', message: 'Fee' })}>
        {feeBasisPoints === 0 ? t({ id: 'deposit.fee.none', message: 'None' }) : formatPercent(feeBasisPoints)}
      </ChoiceFact>
    </div>
  )
}
