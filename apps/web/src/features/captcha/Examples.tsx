import { t } from '@lingui/core/macro'
import { IconCheck } from '@tabler/icons-react'
import orderTask from './examples/click-task.webp'
import orderTiles from './examples/click-tiles.webp'
import compareTask from './examples/compare-task.webp'
import compareTiles from './examples/compare-tiles.webp'

/** A click order as people get it, with the right answer drawn in and put into words. */
export const ExampleOrder = () => {
  const places = [3, 2, undefined, undefined, 1]
  return (
    <div className="grid grid-cols-1 gap-3">
      <img
        src={orderTask}
        width={348}
        height={88}
        className="picture-strip"
        alt={t({
          id: 'instruction.order.task',
          message: 'The strip shows an apple and dice with 2 dots, a strawberry and 4, and a strawberry and 1.',
        })}
      />
      <div className="picture-grid">
        {places.map((mark, index) => (
          <Sprite
            key={index}
            sheet={orderTiles}
            index={index}
            count={places.length}
            ratio="145 / 105"
            mark={mark}
            label={exampleName(index + 1)}
          />
        ))}
      </div>
      <ol className="grid list-decimal gap-1 ps-5">
        <li>{t({ id: 'instruction.order.first', message: 'Two apples (shown as dice): image 5 has exactly two.' })}</li>
        <li>{t({ id: 'instruction.order.second', message: 'Four strawberries: image 2 has exactly four.' })}</li>
        <li>{t({ id: 'instruction.order.third', message: 'One strawberry: image 1 has exactly one.' })}</li>
      </ol>
    </div>
  )
}

/** An image captcha as people get it, with the right pictures marked. */
export const ExampleMore = () => {
  const fits = [true, false, false, true, true, false]
  return (
    <div className="grid grid-cols-1 gap-3">
      <img
        src={compareTask}
        width={196}
        height={84}
        className="picture-strip"
        alt={t({ id: 'instruction.more.task', message: 'Look for: more crabs than apples.' })}
      />
      <div className="picture-grid">
        {fits.map((mark, index) => (
          <Sprite
            key={index}
            sheet={compareTiles}
            index={index}
            count={fits.length}
            ratio="145 / 105"
            mark={mark}
            label={exampleName(index + 1)}
          />
        ))}
      </div>
      <p>
        {t({
          id: 'instruction.more.answer',
          message: 'More crabs than apples: images 1, 4 and 5 match. Select all of them.',
        })}
      </p>
    </div>
  )
}

const exampleName = (number: number): string => t({ id: 'instruction.example', message: `Example image ${number}` })

interface SpriteProps {
  /** One picture that holds all tiles side by side, so that an example costs one request. */
  sheet: string
  index: number
  count: number
  /** Width by height of one tile, such as `145 / 105`. */
  ratio: string
  label: string
  /** Its place in the right order, or true for one that fits. */
  mark?: number | boolean | undefined
}

/** One tile of a worked example. */
const Sprite = ({ sheet, index, count, ratio, label, mark }: SpriteProps) => (
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
