import { IconCheck } from '@tabler/icons-react'

interface SpriteProps {
  /** One picture that holds all tiles side by side, so that an example costs one request. */
  sheet: string
  index: number
  count: number
  /** Width by height of one tile, such as `124 / 90`. */
  ratio: string
  label: string
  /** Its place in the right order, or true for one that fits. */
  mark?: number | boolean | undefined
}

/** One tile of a worked example. */
export function Sprite({ sheet, index, count, ratio, label, mark }: SpriteProps) {
  return (
    <span className={mark ? 'picture-tile picture-example bg-brand' : 'picture-tile picture-example'}>
      <span
        role="img"
        aria-label={label}
        className="block rounded-s"
        style={{
          aspectRatio: ratio,
          backgroundImage: `url("${sheet}")`,
          backgroundSize: `${count * 100}% 100%`,
          backgroundPosition: `${(index / (count - 1)) * 100}% 0`,
        }}
      />
      {mark && (
        <span className="picture-mark grid" aria-hidden="true">
          {mark === true ? <IconCheck /> : mark}
        </span>
      )}
    </span>
  )
}
