import { t } from '@lingui/core/macro'
import { IconCheck } from '@tabler/icons-react'
import orderTask from './examples/click-task.webp'
import orderTiles from './examples/click-tiles.webp'
import compareTask from './examples/compare-task.webp'
import compareTiles from './examples/compare-tiles.webp'

/** A click order as people get it, with the right answer drawn in and put into words. */
export const ExampleOrder = () => {
  const places = [undefined, 2, undefined, 3, 1]
  return (
    <div className="grid grid-cols-1 gap-3">
      <img
        src={orderTask}
        width={348}
        height={80}
        className="picture-strip"
        alt={t({
          id: 'instruction.order.task',
          message: 'The strip shows a guitar and 3, a carrot and 2, and a guitar and two dots.',
        })}
      />
      <div className="tile-row">
        {places.map((mark, index) => (
          <Sprite
            key={index}
            sheet={orderTiles}
            index={index}
            count={places.length}
            ratio="124 / 90"
            mark={mark}
            label={exampleName(index + 1)}
          />
        ))}
      </div>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{t({ id: 'instruction.order.first', message: 'Three guitars: image 5 has exactly three.' })}</li>
        <li>{t({ id: 'instruction.order.second', message: 'Two carrots: image 2 has exactly two.' })}</li>
        <li>
          {t({ id: 'instruction.order.third', message: 'Two guitars (shown as two dots): image 4 has exactly two.' })}
        </li>
      </ol>
    </div>
  )
}

/** An image captcha as people get it, with the right pictures marked. */
export const ExampleMore = () => {
  const fits = [false, false, true, false, false, false, true, true]
  return (
    <div className="grid grid-cols-1 gap-3">
      <img
        src={compareTask}
        width={132}
        height={72}
        className="picture-strip"
        alt={t({ id: 'instruction.more.task', message: 'Look for: more balloons than sweets.' })}
      />
      <div className="picture-grid">
        {fits.map((mark, index) => (
          <Sprite
            key={index}
            sheet={compareTiles}
            index={index}
            count={fits.length}
            ratio="100 / 74"
            mark={mark}
            label={exampleName(index + 1)}
          />
        ))}
      </div>
      <p>
        {t({
          id: 'instruction.more.answer',
          message: 'More balloons than sweets: images 3, 7 and 8 match. Select all of them.',
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
  /** Width by height of one tile, such as `124 / 90`. */
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
