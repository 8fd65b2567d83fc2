import { createCanvas } from '@napi-rs/canvas'
import { planClickOrder, type ClickPlan } from '@runnel/server/src/guard/captcha-image/click-order.ts'
import { type Drawn, planOf } from '@runnel/server/src/guard/captcha-image/draw.ts'
import { figuresOf } from '@runnel/server/src/guard/captcha-image/figure.ts'
import { seededRandom, type Random } from '@runnel/server/src/guard/captcha-image/random.ts'
import { mood, paintFront, paintGround, paintThing } from '@runnel/server/src/guard/captcha-image/scene.ts'
import { styleOf } from '@runnel/server/src/guard/captcha-image/style.ts'
import { SCALE } from '@runnel/server/src/guard/captcha-image/tile.ts'
import { featuresOf, type Features } from './features.ts'
import { bestOrder, likeliestSet, mainBlob, piecesIn } from './label-free.ts'
import { learnMetric, type Metric } from './metric.ts'
import { see, seePanels, type Blob, type Seen } from './vision.ts'

const EPOCH = 700
const DRAWINGS = 6

/**
 * Somebody who owns the generator draws as many labelled things as they like: of many invented figures, in the looks of
 * the sites of `seeds`, each with clutter around it. What is cut out teaches which differences matter.
 */
export const trainOwner = async (seeds: readonly string[], figures: number): Promise<Metric> => {
  const learnt: Features[][] = []
  for (let index = 0; learnt.length < figures; index += 1) {
    const random = seededRandom(`owner ${index}`)
    const seed = seeds[index % seeds.length] ?? ''
    for (const kind of figuresOf(random)) {
      const cut = await Promise.all(Array.from({ length: DRAWINGS }, () => cutThing(random, kind, seed)))
      const known = cut.flatMap((blob) => (blob === undefined ? [] : [featuresOf(blob)]))
      if (known.length > 1) learnt.push(known)
    }
  }
  return learnMetric(learnt)
}

const side = 60

const cutThing = async (
  random: Random,
  kind: ReturnType<typeof figuresOf>[0],
  seed: string,
): Promise<Blob | undefined> => {
  const surface = createCanvas(side * SCALE, side * SCALE)
  const canvas = surface.getContext('2d')
  canvas.scale(SCALE, SCALE)
  const area = { x: 0, y: 0, width: side, height: side }
  const style = styleOf(seed, EPOCH)
  const ground = paintGround(canvas, random, { area, level: 2, style })
  const target = mood(random, { kinds: [kind], level: 2 })
  paintThing(canvas, random, { kind, level: 2, style, ground, target, x: side / 2, y: side / 2, size: 38 })
  paintFront(canvas, random, { area, level: 2, dark: ground.dark })
  return (await see(surface.toBuffer('image/png'))).blobs[0]
}

/** What a solver makes of a challenge, and how sure it is: the smallest margin of anything that it decided. */
export interface Solution {
  readonly answer: readonly number[]
  readonly sureness: number
}

interface Sighted {
  readonly blob: Blob
  readonly features: Features
}

const sighted = (blob: Blob): Sighted => ({ blob, features: featuresOf(blob) })

/** More of the first than of the second: each thing goes to the nearer of the two figures of the strip. */
export const solveGlance = async (drawn: Drawn, metric: Metric): Promise<Solution> => {
  const [left, right] = (await seePanels(drawn.instruction.bytes, [0, 0.4, 0.6, 1])).filter((_, index) => index !== 1)
  const pair = [left, right].map((seen) => sighted(mainBlob(seen ?? empty)))
  const tiles = await Promise.all(drawn.tiles.map(({ bytes }) => see(bytes)))
  const more = tiles.map((tile) => surplusOf(tile, pair, metric))
  return { answer: likeliestSet(more), sureness: Math.min(...more.map(Math.abs)) }
}

const empty: Seen = { width: 1, height: 1, pixels: new Uint8ClampedArray(4), blobs: [] }

/** How much nearer to the first than to the second, from -1 to 1. */
const leaning = (thing: Sighted, [first, second]: readonly Sighted[], metric: Metric): number => {
  if (first === undefined || second === undefined) return 0
  const [a, b] = [metric.distance(thing.features, first.features), metric.distance(thing.features, second.features)]
  return Math.tanh((6 * (b - a)) / (a + b || 1))
}

const surplusOf = (tile: Seen, pair: readonly Sighted[], metric: Metric): number =>
  tile.blobs.reduce((sum, blob) => sum + leaning(sighted(blob), pair, metric) * piecesIn(blob, tile), 0)

/** The numbers are given to it: reading digits is what any program can do. */
export const solveOrder = async (drawn: Drawn, metric: Metric): Promise<Solution> => {
  const { tokens } = clickPlanOf(drawn.recipe)
  const panels = await seePanels(drawn.instruction.bytes, [0, 1 / 3, 2 / 3, 1])
  const things = panels.map((panel) => sighted(mainBlob(panel)))
  const tiles = await Promise.all(drawn.tiles.map(({ bytes }) => see(bytes)))
  const fit = tokens.map(({ count }, row) => {
    const own = things[row]
    if (own === undefined) return tiles.map(() => 0)
    const other = things.reduce((far, thing) =>
      metric.distance(thing.features, own.features) > metric.distance(far.features, own.features) ? thing : far,
    )
    return tiles.map((tile) => {
      const counted = tile.blobs.reduce(
        (sum, blob) => sum + piecesIn(blob, tile) * (1 + leaning(sighted(blob), [own, other], metric)) * 0.5,
        0,
      )
      return -Math.abs(counted - count)
    })
  })
  const answer = bestOrder(fit)
  const errors = answer.map((tile, row) => fit[row]?.[tile] ?? 0)
  return { answer, sureness: Math.min(...errors) }
}

const clickPlanOf = (recipe: string): ClickPlan => {
  const { plan } = planOf(recipe)
  return 'tokens' in plan ? plan : planClickOrder(seededRandom(recipe))
}
