import { t } from '@lingui/core/macro'
import type { DepositMethod } from '@runnel/contract/deposit'
import { useId } from 'react'
import type { ReactNode } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { classes } from '#ui/classes.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatPercent, formatValue } from '#ui/format.ts'
import { processorHint, processorName } from './words.ts'

interface MethodCardsProps {
  methods: readonly DepositMethod[]
  chosen: string | undefined
  onChoose: (methodId: string) => void
}

/** The ways to pay in, one of which is chosen. */
export function MethodCards({ methods, chosen, onChoose }: MethodCardsProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-xl font-bold">
        {t({ id: 'deposit.methods', message: 'How do you want to pay?' })}
      </legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {methods.map((method) => (
          <MethodCard
            key={method._id}
            name={name}
            method={method}
            checked={method._id === chosen}
            onChoose={method.closed === null ? () => onChoose(method._id) : undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface MethodCardProps {
  name: string
  method: DepositMethod
  checked: boolean
  onChoose: (() => void) | undefined
}

function MethodCard({ name, method, checked, onChoose }: MethodCardProps) {
  const { processor, currency, closed } = method
  const id = useId()
  const Frame = onChoose ? 'label' : 'div'
  return (
    <Frame className={classes(cardLook, onChoose ? 'cursor-pointer hover:border-brand-vivid' : 'card-sunken')}>
      <div className="flex items-center gap-3">
        <span className="drop text-xs" aria-hidden="true">
          {currency?.split('-')[0]?.slice(0, 4) ?? processorName(processor).slice(0, 2)}
        </span>
        <span id={id} className="min-w-0 grow">
          <span className="block truncate font-semibold">{processorName(processor)}</span>
          <span className="block text-sm text-muted">{coinWords(method)}</span>
        </span>
        {!onChoose && <Badge>{t({ id: 'deposit.closed', message: 'Closed' })}</Badge>}
        {onChoose && (
          <input
            type="radio"
            className="check shrink-0"
            name={name}
            value={method._id}
            checked={checked}
            aria-labelledby={id}
            aria-describedby={`${id}-facts`}
            onChange={onChoose}
          />
        )}
      </div>
      <p className="text-sm text-muted">{closed ?? processorHint(processor)}</p>
      <Facts id={`${id}-facts`} method={method} />
    </Frame>
  )
}

const cardLook = [
  'card grid content-start gap-3.5 p-4',
  'has-checked:border-brand-vivid has-checked:[box-shadow:0_0_0_1px_var(--brand-vivid)]',
].join(' ')

function coinWords({ processor, currency }: DepositMethod): string {
  if (currency !== null) return currency
  return processor === 'sandbox'
    ? t({ id: 'deposit.coin.none', message: 'No coin at all' })
    : t({ id: 'deposit.coin.any', message: 'You choose the coin there' })
}

function Facts({ id, method: { minimum, feeBasisPoints } }: { id: string; method: DepositMethod }) {
  const currency = useCurrency()
  return (
    <div id={id} className="grid grid-cols-2 gap-2">
      <Fact label={t({ id: 'deposit.minimum', message: 'Minimum' })} note={formatValue(minimum, currency)}>
        {formatNumber(minimum)}
      </Fact>
      <Fact label={t({ id: 'deposit.fee', message: 'Fee' })}>
        {feeBasisPoints === 0 ? t({ id: 'deposit.fee.none', message: 'None' }) : formatPercent(feeBasisPoints)}
      </Fact>
    </div>
  )
}

function Fact({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block text-xs text-muted">{label}</span>
      <span className="figures block text-sm font-semibold">{children}</span>
      {note && <span className="figures block text-xs text-muted">{note}</span>}
    </span>
  )
}
