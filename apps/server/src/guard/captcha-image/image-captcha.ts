import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { css } from './colour.ts'
import { packNamed, pairOf } from './packs.ts'
import { encode, type Picture } from './picture.ts'
import { oneOf, type Random } from './random.ts'
import { mood, paintFront, paintGround, paintThing, paintThings, type Area, type Ground, type Level } from './scene.ts'
import type { CompiledKind } from './sprite.ts'

type Pair = readonly [number, number]

/** Per tile how many of the first and the second kind; right are the tiles with more of the first. */
export type ImagePlan = { readonly tiles: readonly Pair[]; readonly answer: readonly number[] }

const tileCount = 8
const tileSize = { width: 100, height: 74 }
const referenceSize = { width: 132, height: 72 }

/** "More lemons than crabs": a reference of two things with a sign between them, and eight tiles. */
export const imageCaptcha = async (task: {
  level: Level
  random: Random
  pack: string
  scale: number
}): Promise<{ instruction: Picture; tiles: Picture[]; answer: number[] }> => {
  const { random, level, scale } = task
  const kinds = pairOf(random, packNamed(task.pack))
  const plan = planImageCaptcha(random)
  const reference = paintReference(random, { kinds, level, scale })
  const tiles = plan.tiles.map((counts) => paintTile(random, { kinds, counts, level, scale }))
  const [instruction, ...pictures] = await Promise.all([reference, ...tiles])
  return { instruction, tiles: pictures, answer: [...plan.answer] }
}

/** Every set of three to five tiles is equally likely, and right and wrong tiles are equally full. */
export const planImageCaptcha = (random: Random): ImagePlan => {
  for (;;) {
    const right = Array.from({ length: tileCount }, () => random() < 0.5)
    const answer = right.flatMap((isRight, index) => (isRight ? [index] : []))
    if (answer.length < 3 || answer.length > 5) continue
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
  [3, 1],
  [4, 1],
  [4, 1],
  [4, 2],
  [5, 2],
]

const paintTile = (
  random: Random,
  look: { kinds: readonly [CompiledKind, CompiledKind]; counts: Pair; level: Level; scale: number },
): Promise<Picture> => {
  const area: Area = { x: 0, y: 0, ...tileSize }
  const surface = createCanvas(area.width * look.scale, area.height * look.scale)
  const canvas = surface.getContext('2d')
  canvas.scale(look.scale, look.scale)
  const ground = paintGround(canvas, random, { area, level: look.level })
  const things = look.kinds.map((kind, index) => ({ kind, count: look.counts[index] ?? 0 }))
  paintThings(canvas, random, { area, level: look.level, ground, things })
  paintFront(canvas, random, { area, level: look.level, dark: ground.dark })
  return encode(surface, tileSize)
}

const paintReference = (
  random: Random,
  look: { kinds: readonly [CompiledKind, CompiledKind]; level: Level; scale: number },
): Promise<Picture> => {
  const area: Area = { x: 0, y: 0, ...referenceSize }
  const surface = createCanvas(area.width * look.scale, area.height * look.scale)
  const canvas = surface.getContext('2d')
  canvas.scale(look.scale, look.scale)
  const ground = paintGround(canvas, random, { area, level: look.level })
  look.kinds.forEach((kind, index) => {
    paintThing(canvas, random, {
      kind,
      level: look.level,
      ground,
      target: mood(random, { kinds: look.kinds, level: look.level }),
      x: area.width * (index === 0 ? 0.22 : 0.78),
      y: area.height / 2,
      size: area.height * 0.62,
    })
  })
  paintMoreThan(canvas, random, { area, ground })
  return encode(surface, referenceSize)
}

const paintMoreThan = (canvas: SKRSContext2D, random: Random, look: { area: Area; ground: Ground }): void => {
  const x = look.area.width / 2
  const y = look.area.height / 2
  const reach = look.area.height * 0.15
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
