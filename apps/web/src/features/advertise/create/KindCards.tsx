import { t } from '@lingui/core/macro'
import type { AdKind } from '@runnel/contract/advertise'
import { useId } from 'react'
import { KindDrop } from '#features/advertise/KindDrop.tsx'
import { kindName } from '#features/advertise/labels.ts'

interface KindCardsProps {
  kinds: readonly AdKind[]
  chosen: AdKind
  onChoose: (kind: AdKind) => void
}

/** What viewers can be shown; each says what they see and what it is good for. */
export const KindCards = ({ kinds, chosen, onChoose }: KindCardsProps) => {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="field-label mb-1.5">{t({ id: 'campaign.kind', message: 'Ad type' })}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {kinds.map((kind) => (
          <KindCard key={kind} {...{ name, kind }} checked={kind === chosen} onChoose={() => onChoose(kind)} />
        ))}
      </div>
    </fieldset>
  )
}

interface KindCardProps {
  name: string
  kind: AdKind
  checked: boolean
  onChoose: () => void
}

const KindCard = ({ name, kind, checked, onChoose }: KindCardProps) => {
  const id = useId()
  return (
    <label className={cardLook}>
      <span className="flex items-center gap-3">
        <KindDrop kind={kind} />
        <span id={id} className="min-w-0 grow font-semibold">
          {kindName(kind)}
        </span>
        <input
          type="radio"
          className="check shrink-0"
          name={name}
          value={kind}
          checked={checked}
          aria-labelledby={id}
          aria-describedby={`${id}-text`}
          onChange={onChoose}
        />
      </span>
      <span id={`${id}-text`} className="text-sm text-muted">
        {whatFor(kind)}
      </span>
    </label>
  )
}

const cardLook = [
  'card grid content-start gap-2 p-4 cursor-pointer hover:border-brand-vivid',
  'has-checked:border-brand-vivid has-checked:[box-shadow:0_0_0_1px_var(--brand-vivid)]',
].join(' ')

const whatFor = (kind: AdKind): string => {
  switch (kind) {
    case 'iframe':
      return t({
        id: 'campaign.kind.iframe',
        message: 'Your page opens below our timer and stays interactive. Good for offers and sign-up pages.',
      })
    case 'youtube':
      return t({
        id: 'campaign.kind.youtube',
        message: 'Only playback time counts. Good for channels, music and trailers.',
      })
    case 'window':
      return t({
        id: 'campaign.kind.window',
        message: 'Your page opens in a new tab. Good for sites that can’t be embedded.',
      })
    case 'video':
      return t({
        id: 'campaign.kind.video',
        message: 'Your own MP4 or WebM file in our player. Good for video ads.',
      })
  }
}
