import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { css } from './colour.ts'
import { paintNumber } from './number.ts'
import { packNamed, pairOf } from './packs.ts'
import { encode, type Picture } from './picture.ts'
import { between, oneOf, shuffled, wholeBetween, type Random } from './random.ts'
import { mood, paintFront, paintGround, paintThing, paintThings, type Area, type Level } from './scene.ts'
import type { CompiledKind } from './sprite.ts'

export type Pick = 3 | 4
type Pair = readonly [number, number]
type Token = { readonly kind: 0 | 1; readonly count: number }

/** What is to be drawn: per tile how many of the first and the second kind, the tokens, and the tiles they mean. */
export type ClickPlan = {
  readonly tiles: readonly Pair[]
  readonly tokens: readonly Token[]
  readonly answer: readonly number[]
}

const tileCount = 5
const tileSize = { width: 124, height: 90 }
const panelSize = { width: 116, height: 80 }

/** Five tiles with two kinds of things each; the strip asks for some of them in order, as "turtle, three". */
export const clickOrder = async (task: {
  pick: Pick
  level: Level
  random: Random
  pack: string
  scale: number
}): Promise<{ instruction: Picture; tiles: Picture[]; answer: number[] }> => {
  const { random, level, scale } = task
  const kinds = pairOf(random, packNamed(task.pack))
  const plan = planClickOrder(random, { pick: task.pick, level })
  const instruction = paintStrip(random, { kinds, tokens: plan.tokens, level, scale })
  const tiles = plan.tiles.map((counts) => paintTile(random, { kinds, counts, level, scale }))
  const [strip, ...pictures] = await Promise.all([instruction, ...tiles])
  return { instruction: strip, tiles: pictures, answer: [...plan.answer] }
}

/**
 * Draws lots until every token names exactly one tile, no tile is named twice and both kinds are asked for.
 * All tiles of a challenge hold equally many things, so that the amount of ink does not give the answer away.
 */
export const planClickOrder = (random: Random, rules: { pick: Pick; level: Level }): ClickPlan => {
  const { totals, most } = countsOf[rules.level]
  for (;;) {
    const total = oneOf(random, totals)
    const tiles = Array.from({ length: tileCount }, (): Pair => {
      const first = wholeBetween(random, Math.max(1, total - most), Math.min(most, total - 1))
      return [first, total - first]
    })
    const answer = shuffled(random, [0, 1, 2, 3, 4]).slice(0, rules.pick)
    const tokens = answer.map((tile): Token => {
      const kind = random() < 0.5 ? 0 : 1
      return { kind, count: tiles[tile]?.[kind] ?? 0 }
    })
    const clear = tokens.every((token) => tiles.filter((tile) => tile[token.kind] === token.count).length === 1)
    if (clear && new Set(tokens.map((token) => token.kind)).size === 2) return { tiles, tokens, answer }
  }
}

/** Up to five of a kind can be told from four without counting twice; six against five are for suspects. */
const countsOf: Readonly<Record<Level, { totals: readonly number[]; most: number }>> = {
  1: { totals: [6], most: 5 },
  2: { totals: [6, 7], most: 5 },
  3: { totals: [6, 7], most: 6 },
}

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

const paintStrip = (
  random: Random,
  look: {
    kinds: readonly [CompiledKind, CompiledKind]
    tokens: readonly Token[]
    level: Level
    scale: number
  },
): Promise<Picture> => {
  const size = { width: panelSize.width * look.tokens.length, height: panelSize.height }
  const surface = createCanvas(size.width * look.scale, size.height * look.scale)
  const canvas = surface.getContext('2d')
  canvas.scale(look.scale, look.scale)
  look.tokens.forEach((token, index) => {
    const area: Area = { x: index * panelSize.width, y: 0, ...panelSize }
    canvas.save()
    canvas.beginPath()
    canvas.rect(area.x, area.y, area.width, area.height)
    canvas.clip()
    paintToken(canvas, random, { kinds: look.kinds, token, level: look.level, area })
    canvas.restore()
    if (index > 0) paintThen(canvas, { x: area.x, y: area.height / 2 })
  })
  return encode(surface, size)
}

const paintToken = (
  canvas: SKRSContext2D,
  random: Random,
  look: { kinds: readonly [CompiledKind, CompiledKind]; token: Token; level: Level; area: Area },
): void => {
  const { area, level } = look
  const ground = paintGround(canvas, random, { area, level })
  const side = random() < 0.5 ? 0.3 : 0.7
  const y = area.y + area.height / 2
  paintThing(canvas, random, {
    kind: look.kinds[look.token.kind],
    level,
    ground,
    target: mood(random, { kinds: look.kinds, level }),
    x: area.x + area.width * side,
    y: y + between(random, -4, 4),
    size: area.height * 0.6,
  })
  paintNumber(canvas, random, {
    count: look.token.count,
    x: area.x + area.width * (1 - side),
    y: y + between(random, -4, 4),
    size: area.height * 0.46,
    turn: 0.22,
    colour: css({ h: random(), s: 0.7, l: ground.dark ? 0.86 : 0.24 }),
  })
}

/** A small arrow between two tokens tells the direction to read in, whatever the language of the page. */
const paintThen = (canvas: SKRSContext2D, spot: { x: number; y: number }): void => {
  canvas.beginPath()
  canvas.moveTo(spot.x - 5, spot.y - 8)
  canvas.lineTo(spot.x + 6, spot.y)
  canvas.lineTo(spot.x - 5, spot.y + 8)
  canvas.closePath()
  canvas.lineJoin = 'round'
  canvas.lineWidth = 3
  canvas.strokeStyle = '#2a2238'
  canvas.fillStyle = '#ffffff'
  canvas.stroke()
  canvas.fill()
}
