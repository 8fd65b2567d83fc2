import { t } from '@lingui/core/macro'
import { useId, type ReactNode } from 'react'
import { Badge } from '#ui/Badge.tsx'
import { classes } from '#ui/classes.ts'
import { CoinLogo } from '#ui/coin/CoinLogo.tsx'

interface ChoiceCardsProps {
  /** The question that the cards answer. */
  legend: string
  children: ReactNode
}

/** Cards of which one is chosen. */
export const ChoiceCards = ({ legend, children }: ChoiceCardsProps) => (
  <fieldset className="min-w-0">
    <legend className="mb-3 font-display text-xl font-bold">{legend}</legend>
    <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">{children}</div>
  </fieldset>
)

interface ChoiceCardProps {
  /** Shared by the cards of one question. */
  name: string
  value: string
  checked: boolean
  /** Undefined while it may not be chosen: the card then only tells. */
  onChoose: (() => void) | undefined
  /** Four at the most. */
  /** Shown in front of the title: a coin, or a few letters where it is none. */
  coin?: string
  letters?: string
  title: string
  /** A line below the title. */
  note: string
  /** What it is good for, or why it is closed. */
  hint?: string | null
  isClosed?: boolean
  /** Facts that help to choose; read to screen readers with the choice. */
  children: ReactNode
}

/** One of several ways, with all that is to be known of it. */
export const ChoiceCard = (props: ChoiceCardProps) => {
  const { name, value, checked, onChoose, coin, letters = '', title, note, hint, isClosed = false, children } = props
  const id = useId()
  const Frame = onChoose ? 'label' : 'div'
  const look = classes(cardLook, isClosed && 'card-sunken', onChoose && 'cursor-pointer hover:border-brand-vivid')
  return (
    <Frame className={look}>
      <div className="flex items-center gap-3">
        {coin === undefined ? <Letters>{letters}</Letters> : <CoinLogo currency={coin} />}
        <span id={id} className="min-w-0 grow">
          <span className="block truncate font-semibold">{title}</span>
          <span className="block text-sm text-muted">{note}</span>
        </span>
        {isClosed && <Badge>{t({ id: 'ui.choice.closed', message: 'Closed' })}</Badge>}
        {onChoose && (
          <input
            type="radio"
            className="check shrink-0"
            name={name}
            value={value}
            checked={checked}
            aria-labelledby={id}
            aria-describedby={`${id}-facts`}
            onChange={onChoose}
          />
        )}
      </div>
      {hint && <p className="text-sm text-muted">{hint}</p>}
      <div id={`${id}-facts`} className="grid gap-2.5">
        {children}
      </div>
    </Frame>
  )
}

/** A few letters in a drop: no picture to load, none that could mislead. */
const Letters = ({ children }: { children: string }) => (
  <span className="drop text-xs" aria-hidden="true">
    {children}
  </span>
)

const cardLook = [
  'card grid grid-cols-1 content-start gap-3.5 p-4',
  'has-checked:border-brand-vivid has-checked:[box-shadow:0_0_0_1px_var(--brand-vivid)]',
].join(' ')

interface ChoiceFactProps {
  label: string
  /** The same in other words, below it. */
  note?: string | undefined
  children: ReactNode
}

/** A figure of a card. */
export const ChoiceFact = ({ label, note, children }: ChoiceFactProps) => (
  <span className="min-w-0">
    <span className="block text-xs text-muted">{label}</span>
    <span className="figures block text-sm font-semibold">{children}</span>
    {note && <span className="figures block text-xs text-muted">{note}</span>}
  </span>
)
