import type { SKRSContext2D } from '@napi-rs/canvas'
import { css } from './colour.ts'
import { paintNumber } from './number.ts'
import type { Picture } from './picture.ts'
import { between, oneOf, shuffled, type Random } from './random.ts'
import { mood, paintGround, paintThing, type Area } from './scene.ts'
import { painted, paintTile, type Look, type Painted } from './tile.ts'

type Pair = readonly [number, number]
type Token = { readonly kind: 0 | 1; readonly count: number }

/** What is to be drawn: per tile how many of the first and the second kind, the tokens, and the tiles they mean. */
export type ClickPlan = {
  readonly tiles: readonly Pair[]
  readonly tokens: readonly Token[]
  readonly answer: readonly number[]
}

/** So many tiles are asked for. */
export const ORDER_PICK = 3
const tileCount = 5
const panelSize = { width: 116, height: 88 }

/** Five tiles with two kinds of things each; the strip asks for some of them in order, as "turtle, three". */
export const paintClickOrder = async (random: Random, plan: ClickPlan, look: Look): Promise<Painted> => {
  const instruction = paintStrip(random, plan.tokens, look)
  const tiles = plan.tiles.map((counts) => paintTile(random, counts, look))
  const [strip, ...pictures] = await Promise.all([instruction, ...tiles])
  return { instruction: strip, tiles: pictures }
}

/**
 * Draws lots until every token names exactly one tile, no tile is named twice and both kinds are asked for. A tile
 * holds five or six things, at most four of a kind: that many can be told without counting twice.
 */
export const planClickOrder = (random: Random): ClickPlan => {
  for (;;) {
    const tiles = Array.from({ length: tileCount }, () => oneOf(random, splits))
    const answer = shuffled(random, [0, 1, 2, 3, 4]).slice(0, ORDER_PICK)
    const tokens = answer.map((tile): Token => {
      const kind = random() < 0.5 ? 0 : 1
      return { kind, count: tiles[tile]?.[kind] ?? 0 }
    })
    const clear = tokens.every((token) => tiles.filter((tile) => tile[token.kind] === token.count).length === 1)
    if (clear && new Set(tokens.map((token) => token.kind)).size === 2) return { tiles, tokens, answer }
  }
}

const splits: readonly Pair[] = [
  [1, 4],
  [2, 3],
  [3, 2],
  [4, 1],
  [2, 4],
  [3, 3],
  [4, 2],
]

const paintStrip = (random: Random, tokens: readonly Token[], look: Look): Promise<Picture> => {
  const size = { width: panelSize.width * tokens.length, height: panelSize.height }
  return painted(size, (canvas) => {
    tokens.forEach((token, index) => {
      const area: Area = { x: index * panelSize.width, y: 0, ...panelSize }
      canvas.save()
      canvas.beginPath()
      canvas.rect(area.x, area.y, area.width, area.height)
      canvas.clip()
      paintToken(canvas, random, { ...look, token, area })
      canvas.restore()
      if (index > 0) paintThen(canvas, { x: area.x, y: area.height / 2 })
    })
  })
}

const paintToken = (canvas: SKRSContext2D, random: Random, look: Look & { token: Token; area: Area }): void => {
  const { area, level, style } = look
  const ground = paintGround(canvas, random, { area, level, style, isInstruction: true })
  const side = random() < 0.5 ? 0.3 : 0.7
  const y = area.y + area.height / 2
  paintThing(canvas, random, {
    kind: look.kinds[look.token.kind],
    level,
    style,
    ground,
    target: mood(random, { kinds: look.kinds, level }),
    x: area.x + area.width * side,
    y: y + between(random, -3, 3),
    size: area.height * 0.64,
  })
  paintNumber(canvas, random, {
    count: look.token.count,
    style,
    x: area.x + area.width * (1 - side),
    y: y + between(random, -4, 4),
    size: area.height * 0.44,
    turn: 0.18,
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
