import type { SKRSContext2D } from '@napi-rs/canvas'
import { css } from './colour.ts'
import type { Picture } from './picture.ts'
import { oneOf, type Random } from './random.ts'
import { mood, paintGround, paintThing, type Area, type Ground } from './scene.ts'
import { painted, paintTile, type Look, type Painted } from './tile.ts'

type Pair = readonly [number, number]

/** Per tile how many of the first and the second kind; right are the tiles with more of the first. */
export type GlancePlan = { readonly tiles: readonly Pair[]; readonly answer: readonly number[] }

const tileCount = 6
const rightAtLeast = 2
const rightAtMost = 4
const referenceSize = { width: 196, height: 84 }

/** "More lemons than crabs": a reference of two figures with a sign between them, and six tiles. */
export const paintGlance = async (random: Random, plan: GlancePlan, look: Look): Promise<Painted> => {
  const reference = paintReference(random, look)
  const tiles = plan.tiles.map((counts) => paintTile(random, counts, look))
  const [instruction, ...pictures] = await Promise.all([reference, ...tiles])
  return { instruction, tiles: pictures }
}

/** Each of the 50 sets of two to four tiles is equally likely, and right and wrong tiles are equally full. */
export const planGlance = (random: Random): GlancePlan => {
  for (;;) {
    const right = Array.from({ length: tileCount }, () => random() < 0.5)
    const answer = right.flatMap((isRight, index) => (isRight ? [index] : []))
    if (answer.length < rightAtLeast || answer.length > rightAtMost) continue
    const tiles = right.map((isRight): Pair => {
      const [more, fewer] = oneOf(random, splits)
      return isRight ? [more, fewer] : [fewer, more]
    })
    return { tiles, answer }
  }
}

/** Differences of at least two can be seen without counting; the totals overlap on purpose. */
const splits: readonly Pair[] = [
  [3, 1],
  [4, 1],
  [4, 2],
  [5, 1],
  [5, 2],
]

const paintReference = (random: Random, look: Look): Promise<Picture> =>
  painted(referenceSize, (canvas) => {
    const area: Area = { x: 0, y: 0, ...referenceSize }
    const { level, style, kinds } = look
    const ground = paintGround(canvas, random, { area, level, style, isInstruction: true })
    kinds.forEach((kind, index) => {
      paintThing(canvas, random, {
        kind,
        level,
        style,
        ground,
        target: mood(random, { kinds, level }),
        x: area.width * (index === 0 ? 0.21 : 0.79),
        y: area.height / 2,
        size: area.height * 0.72,
      })
    })
    paintMoreThan(canvas, random, { area, ground })
  })

const paintMoreThan = (canvas: SKRSContext2D, random: Random, look: { area: Area; ground: Ground }): void => {
  const x = look.area.width / 2
  const y = look.area.height / 2
  const reach = look.area.height * 0.16
  canvas.beginPath()
  canvas.moveTo(x - reach * 0.8, y - reach)
  canvas.lineTo(x + reach * 0.8, y)
  canvas.lineTo(x - reach * 0.8, y + reach)
  canvas.lineWidth = 6
  canvas.lineCap = 'round'
  canvas.lineJoin = 'round'
  canvas.strokeStyle = css({ h: random(), s: 0.7, l: look.ground.dark ? 0.86 : 0.24 })
  canvas.stroke()
}
