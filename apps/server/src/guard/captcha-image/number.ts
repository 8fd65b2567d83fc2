import { Path2D, type SKRSContext2D } from '@napi-rs/canvas'
import { between, oneOf, type Random } from './random.ts'
import { box, disc } from './shapes.ts'

type Mark = { readonly path: Path2D; readonly width: number }
type Form = (count: number) => readonly Mark[]

/**
 * Numbers from 1 to 6 without any word, so that they read alike in every language: a digit in one of two hands,
 * a die, a tally and dots in a ring.
 */
export const paintNumber = (
  canvas: SKRSContext2D,
  random: Random,
  look: { count: number; x: number; y: number; size: number; turn: number; colour: string },
): void => {
  const marks = oneOf(random, forms)(look.count)
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

const roundHand = [
  'M34 30L56 12V88',
  'M26 32C28 4 74 4 74 32C74 52 30 66 26 88H76',
  'M28 14H72L46 44C90 46 80 90 48 88C36 88 28 82 25 72',
  'M62 88V12L20 64H80',
  'M72 12H34L30 46C54 34 78 46 76 66C74 90 40 94 26 76',
  'M66 12C44 22 28 44 28 64C28 94 76 94 76 66C76 42 38 42 30 62',
]
const squareHand = [
  'M34 26L52 12V88M32 88H72',
  'M26 14H74V50H26V88H76',
  'M26 14H74V88H26M74 50H38',
  'M26 12V54H78M68 12V88',
  'M74 14H28V48H74V88H26',
  'M72 14H28V88H74V50H28',
]

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
  [
    [near, near],
    [far, near],
    [50, 50],
    [near, far],
    [far, far],
  ],
  [
    [near, near],
    [far, near],
    [near, 50],
    [far, 50],
    [near, far],
    [far, far],
  ],
]

const stroke = (d: string, width: number): Mark => ({ path: new Path2D(d), width })
const fill = (d: string): Mark => ({ path: new Path2D(d), width: 0 })

const found = (marks: readonly (readonly Mark[])[], count: number): readonly Mark[] => {
  const chosen = marks[count - 1]
  if (chosen === undefined) throw new Error(`No number form for ${count}.`)
  return chosen
}

const moved = (d: string, right: number): string =>
  d.replaceAll(/([ML])(\d+)/g, (_, command: string, x: string) => `${command}${Number(x) + right}`)

const digit = (hand: readonly string[], width: number): Form => {
  const marks = hand.map((d) => [stroke(d, width)])
  return (count) => found(marks, count)
}

const die = ((): Form => {
  const frame = stroke(box(4, 4, 92, 92, 16), 7)
  const marks = pips.map((spots) => [frame, fill(spots.map(([x, y]) => disc(x, y, 9.5)).join(''))])
  return (count) => found(marks, count)
})()

/** Four uprights and a bar across for five; the sixth stands apart. */
const tally = ((): Form => {
  const marks = [1, 2, 3, 4, 5, 6].map((count) => {
    const uprights = Array.from({ length: Math.min(count, 4) }, (_, index) => `M${18 + index * 19} 14V86`)
    const bar = count > 4 ? ['M6 74L86 26'] : []
    const sixth = count > 5 ? ['M100 14V86'] : []
    const shift = count < 4 ? (4 - count) * 9.5 : 0
    return [stroke(moved([...uprights, ...bar, ...sixth].join(''), shift), 9)]
  })
  return (count) => found(marks, count)
})()

const ring = ((): Form => {
  const marks = [1, 2, 3, 4, 5, 6].map((count) => {
    const radius = count === 1 ? 0 : 25
    const spots = Array.from({ length: count }, (_, index) => {
      const angle = (index * 2 * Math.PI) / count - Math.PI / 2
      return disc(Math.round(50 + radius * Math.cos(angle)), Math.round(50 + radius * Math.sin(angle)), 9)
    })
    return [stroke(disc(50, 50, 46), 7), fill(spots.join(''))]
  })
  return (count) => found(marks, count)
})()

const forms: readonly Form[] = [digit(roundHand, 13), digit(squareHand, 12), die, tally, ring]
