import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { WithdrawMethod } from '@runnel/contract/withdraw'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { unitsInWords } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { classes } from '#ui/classes.ts'
import { useCurrency } from '#ui/currency.ts'
import { formatNumber, formatValue } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { formatSpan } from './span.ts'

interface MethodCardsProps {
  methods: readonly WithdrawMethod[]
  chosen: string | undefined
  /** Undefined while nothing may be chosen yet: the cards then only tell. */
  onChoose: ((methodId: string) => void) | undefined
}

/** The ways to be paid, one of which is chosen; each says what it costs and how long it takes. */
export function MethodCards({ methods, chosen, onChoose }: MethodCardsProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 font-display text-xl font-bold">
        {t({ id: 'withdraw.methods', message: 'How do you want to be paid?' })}
      </legend>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        {methods.map((method) => (
          <MethodCard
            key={method._id}
            name={name}
            method={method}
            checked={method._id === chosen}
            onChoose={onChoose && method.closed === null ? () => onChoose(method._id) : undefined}
          />
        ))}
      </div>
    </fieldset>
  )
}

interface MethodCardProps {
  name: string
  method: WithdrawMethod
  checked: boolean
  onChoose: (() => void) | undefined
}

function MethodCard({ name, method, checked, onChoose }: MethodCardProps) {
  const { closed } = method
  const id = useId()
  const Frame = onChoose ? 'label' : 'div'
  return (
    <Frame className={cardClass({ closed: closed !== null, open: onChoose !== undefined })}>
      <div className="flex items-center gap-3">
        <CoinTile currency={method.currency} />
        <span id={id} className="min-w-0 grow">
          <span className="block truncate font-semibold">{method.name}</span>
          <span className="block text-sm text-muted">{method.currency}</span>
        </span>
        {closed !== null && <Badge>{t({ id: 'withdraw.closed', message: 'Closed' })}</Badge>}
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
      {closed !== null && <p className="text-sm text-muted">{closed}</p>}
      <div id={`${id}-facts`} className="grid gap-2.5">
        <Facts method={method} />
        <Rate method={method} />
      </div>
    </Frame>
  )
}

const cardLook = [
  'card grid grid-cols-1 content-start gap-3.5 p-4',
  'has-checked:border-brand-vivid has-checked:[box-shadow:0_0_0_1px_var(--brand-vivid)]',
].join(' ')

function cardClass({ closed, open }: { closed: boolean; open: boolean }): string {
  return classes(cardLook, closed && 'card-sunken', open && 'cursor-pointer hover:border-brand-vivid')
}

/** The currency's letters in a drop: no picture to load, none that could mislead. */
export function CoinTile({ currency }: { currency: string }) {
  return (
    <span className="drop text-xs" aria-hidden="true">
      {currency.slice(0, 4)}
    </span>
  )
}

function Facts({ method: { minimum, fee, eta } }: { method: WithdrawMethod }) {
  const currency = useCurrency()
  return (
    <div className="grid grid-cols-3 gap-2">
      <Fact label={t({ id: 'withdraw.minimum', message: 'Minimum' })} note={formatValue(minimum, currency)}>
        {formatNumber(minimum)}
      </Fact>
      <Fact label={t({ id: 'withdraw.fee', message: 'Fee' })} note={fee === 0 ? undefined : formatValue(fee, currency)}>
        {fee === 0 ? t({ id: 'withdraw.fee.none', message: 'None' }) : formatNumber(fee)}
      </Fact>
      <Fact label={t({ id: 'withdraw.eta', message: 'Usually takes' })}>
        {eta === null ? t({ id: 'withdraw.eta.none', message: 'Not known' }) : formatSpan(eta, 'short')}
      </Fact>
    </div>
  )
}

function Fact({ label, note, children }: { label: string; note?: string | undefined; children: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block text-xs text-muted">{label}</span>
      <span className="figures block text-sm font-semibold">{children}</span>
      {note && <span className="figures block text-xs text-muted">{note}</span>}
    </span>
  )
}

/** What one coin costs, and since when. */
function Rate({ method: { currency, rate, rateAt } }: { method: WithdrawMethod }) {
  const price = usePrice(rate)
  return (
    <p className="border-t [border-style:dashed] border-line pt-2.5 text-xs text-muted">
      <Trans id="withdraw.rate">
        1 {currency} costs {price}, as of <RelativeTime iso={rateAt} />
      </Trans>
    </p>
  )
}

/** What one coin costs in the site's currency; a coin that costs less than that can show is told in units. */
export function usePrice(rate: string): string {
  const currency = useCurrency()
  const units = Number(rate)
  return units >= 1 ? formatValue(units, currency) : unitsInWords(units)
}
