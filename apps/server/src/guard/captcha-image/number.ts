import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { between, oneOf, type Random } from './random.ts'
import { box, discs } from './shapes.ts'
import type { Style } from './style.ts'

type Mark = { readonly path: Path2D; readonly width: number }
type Form = (count: number, style: Style) => readonly Mark[]

/**
 * Numbers from 1 to 4 without any word, so that they read alike in every language: a digit in one of two hands, a die
 * and a tally.
 */
export const paintNumber = (
  canvas: SKRSContext2D,
  random: Random,
  look: { count: number; style: Style; x: number; y: number; size: number; turn: number; colour: string },
): void => {
  const marks = oneOf(random, forms)(look.count, look.style)
  canvas.save()
  canvas.translate(look.x, look.y)
  canvas.rotate(between(random, -look.turn, look.turn))
  const unit = (look.size * between(random, 0.9, 1.08)) / 100
  canvas.transform(unit, 0, between(random, -0.12, 0.12) * unit, unit, 0, 0)
  canvas.translate(-50, -50)
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  canvas.strokeStyle = look.colour
  canvas.fillStyle = look.colour
  for (const mark of marks) {
    canvas.lineWidth = mark.width
    if (mark.width > 0) canvas.stroke(mark.path)
    else canvas.fill(mark.path)
  }
  canvas.restore()
}

const near = 27
const far = 73
const pips: readonly (readonly (readonly [number, number])[])[] = [
  [[50, 50]],
  [
    [near, near],
    [far, far],
  ],
  [
    [near, near],
    [50, 50],
    [far, far],
  ],
  [
    [near, near],
    [far, near],
    [near, far],
    [far, far],
  ],
]

const stroke = (d: string, width: number): Mark => ({ path: new Path2D(d), width })
const fill = (d: string): Mark => ({ path: new Path2D(d), width: 0 })

const counted = <T>(list: readonly T[], count: number): T => {
  const chosen = list[count - 1]
  if (chosen === undefined) throw new Error(`No number form for ${count}.`)
  return chosen
}

const roundDigit: Form = (count, { digits }) => [stroke(counted(digits.round, count), digits.stroke)]

const squareDigit: Form = (count, { digits }) => [stroke(counted(digits.square, count), digits.stroke)]

const die: Form = (count, { die: { corner, frame, pip } }) => [
  stroke(box(4, 4, 92, 92, corner), frame),
  fill(discs(pip, ...counted(pips, count))),
]

const tally: Form = (count, style) => {
  const first = 50 - (count - 1) * 10.5
  const uprights = Array.from({ length: count }, (_, index) => `M${first + index * 21} 14V86`)
  return [stroke(uprights.join(''), style.tally)]
}

const forms: readonly Form[] = [roundDigit, squareDigit, die, tally]
