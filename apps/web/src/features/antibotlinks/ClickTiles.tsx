import { t } from '@lingui/core/macro'
import type { AntibotChallenge } from '@runnel/contract/check/captcha'
import { IconArrowBackUp, IconRefresh } from '@tabler/icons-react'
import { useEffect, useEffectEvent, type MouseEvent } from 'react'
import { LargerButton, useLarger } from '#features/glance/glance.tsx'
import { Button } from '#ui/Button.tsx'
import type { ClickOrderHandle } from './antibotlinks.tsx'

interface ClickTilesProps {
  order: ClickOrderHandle
  challenge: AntibotChallenge
}

/** The pictures to choose from and the strip that says in which order. */
export const ClickTiles = ({ order: { order, run }, challenge }: ClickTilesProps) => {
  const { instruction, antibotlinks: tiles, pick } = challenge
  const { larger, toggle } = useLarger()
  useEffect(() => run.painted(), [run])
  const chooseByNumber = (number: number) => {
    const tile = tiles[number - 1]
    if (tile) run.choose(tile.id)
  }
  useKeys({ onNumber: chooseByNumber, onUndo: run.undo })
  return (
    <section
      className="grid grid-cols-1 gap-3"
      aria-label={t({ id: 'antibot.region', message: 'Captcha' })}
      onPointerMove={run.moved}
    >
      <p id="click-order-lead">{t({ id: 'antibot.lead', message: `Select ${pick} images in this order:` })}</p>
      <img
        {...instruction}
        className={larger ? 'picture-strip picture-strip-large' : 'picture-strip'}
        alt={t({ id: 'antibot.instruction', message: 'Order to follow (image)' })}
        draggable={false}
      />
      <div
        className={larger ? 'picture-grid picture-grid-large' : 'picture-grid'}
        role="group"
        aria-labelledby="click-order-lead"
      >
        {tiles.map((tile, index) => (
          <Tile
            key={tile.id}
            src={tile.src}
            width={tile.width}
            height={tile.height}
            number={index + 1}
            total={tiles.length}
            place={order.indexOf(tile.id) + 1}
            onChoose={(event) => run.choose(tile.id, event.nativeEvent)}
          />
        ))}
      </div>
      <p className="text-sm text-muted" role="status">
        {chosenText({ places: order.map((chosen) => tiles.findIndex((tile) => tile.id === chosen) + 1), pick })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<IconArrowBackUp aria-hidden="true" />}
          aria-disabled={order.length === 0}
          onClick={run.undo}
        >
          {t({ id: 'antibot.undo', message: 'Undo' })}
        </Button>
        <LargerButton larger={larger} onToggle={toggle} />
        <Button size="small" icon={<IconRefresh aria-hidden="true" />} onClick={run.renew}>
          {t({ id: 'antibot.renew', message: 'New images' })}
        </Button>
      </div>
    </section>
  )
}

interface TileProps {
  src: string
  width: number
  height: number
  number: number
  total: number
  /** 1 for the first that was chosen; 0 for one that was not. */
  place: number
  onChoose: (event: MouseEvent<HTMLButtonElement>) => void
}

const Tile = ({ src, width, height, number, total, place, onChoose }: TileProps) => (
  <button
    type="button"
    className="picture-tile"
    aria-pressed={place > 0}
    aria-label={t({ id: 'antibot.picture', message: `Image ${number} of ${total}` })}
    onClick={onChoose}
  >
    <img src={src} width={width} height={height} alt="" draggable={false} />
    <span className="picture-mark" aria-hidden="true">
      {place > 0 && place}
    </span>
  </button>
)

const chosenText = ({ places, pick }: { places: readonly number[]; pick: number }): string => {
  const chosen = places.join(', ')
  const left = pick - places.length
  if (places.length === 0)
    return t({ id: 'antibot.none', message: `0 selected, ${pick} to go. You can also press keys 1 to 5.` })
  if (left > 0) return t({ id: 'antibot.some', message: `Selected: ${chosen}. ${left} to go.` })
  return t({ id: 'antibot.all', message: `Selected: ${chosen}. All images selected.` })
}

/** Keys 1 to 5 choose and Backspace takes back, wherever the focus is unless somebody types or a dialog is open. */
const useKeys = ({ onNumber, onUndo }: { onNumber: (number: number) => void; onUndo: () => void }): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isTyping(event.target)) return
    if (/^[1-9]$/.test(event.key)) onNumber(Number(event.key))
    else if (event.key === 'Backspace') onUndo()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog[open]') !== null
