import { createHash } from 'node:crypto'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { fixedSeeds, seedsOf } from '#test/inputs/seeds.ts'
import { planClickOrder } from './click-order.ts'
import { draw, newRecipe, orderKey, planOf, type Drawn, type Order } from './draw.ts'
import { fillOf, overlapOf, shapePair } from './figure-shape.ts'
import { planGlance } from './glance.ts'
import { packA } from './pack-a/pack-a.ts'
import { padded } from './picture.ts'
import { createPicturePool } from './pool.ts'
import { seededRandom } from './random.ts'
import { paintGround } from './scene.ts'
import { epochAt, styleOf } from './style.ts'

const order: Order = { family: 'order', level: 2, figures: 700 }
const glance: Order = { family: 'glance', level: 2, figures: 700 }
const seed = 'a site'
/** A recipe that its seed alone makes. */
const recipeOf = (wanted: Order, own: string): string => `${orderKey(wanted)}:${own}`
const bytesOf = (drawn: Drawn): number =>
  [drawn.instruction, ...drawn.tiles].reduce((sum, picture) => sum + picture.bytes.length, 0)
const digestOf = (drawn: Drawn): string =>
  createHash('sha256')
    .update(Buffer.concat([drawn.instruction, ...drawn.tiles].map((p) => p.bytes)))
    .digest('hex')

describe('the plan of a click order', () => {
  it('has exactly one right order, and at most six things on a tile, four of a kind', () => {
    const random = seededRandom('plan')
    for (let round = 0; round < 2_000; round += 1) {
      const plan = planClickOrder(random)
      expect(plan.tokens).toHaveLength(3)
      expect(new Set(plan.answer).size).toBe(3)
      expect(new Set(plan.tokens.map((token) => token.kind)).size).toBe(2)
      plan.tokens.forEach((token, position) => {
        const fitting = plan.tiles.flatMap((tile, index) => (tile[token.kind] === token.count ? [index] : []))
        expect(fitting).toEqual([plan.answer[position]])
      })
      for (const [first, second] of plan.tiles) {
        expect(Math.min(first, second)).toBeGreaterThanOrEqual(1)
        expect(Math.max(first, second)).toBeLessThanOrEqual(4)
        expect(first + second).toBeLessThanOrEqual(6)
      }
    }
  })

  it('uses every tile equally often at every place of the answer', () => {
    const random = seededRandom('even')
    const seen = Array.from({ length: 3 }, () => [0, 0, 0, 0, 0])
    for (let round = 0; round < 5_000; round += 1) {
      planClickOrder(random).answer.forEach((tile, position) => (seen[position]![tile]! += 1))
    }
    for (const counts of seen) for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(130)
  })
})

describe('the plan of a glance', () => {
  it('has 2 to 4 right tiles of 6, differences of at least 2, and each of the 50 sets equally often', () => {
    const random = seededRandom('more than')
    const sets = new Map<string, number>()
    for (let round = 0; round < 10_000; round += 1) {
      const { tiles, answer } = planGlance(random)
      expect(tiles).toHaveLength(6)
      sets.set(answer.join(), (sets.get(answer.join()) ?? 0) + 1)
      tiles.forEach(([first, second], index) => {
        expect(Math.abs(first - second)).toBeGreaterThanOrEqual(2)
        expect(first > second).toBe(answer.includes(index))
        expect(first + second).toBeGreaterThanOrEqual(4)
        expect(first + second).toBeLessThanOrEqual(7)
      })
    }
    expect(sets.size).toBe(50)
    for (const count of sets.values()) expect(Math.abs(count - 200)).toBeLessThan(75)
  })
})

describe('invented figures', () => {
  it('are never alike: other marks, other outlines however they are turned, and bodies that fill their square', () => {
    const random = seededRandom('figures')
    const seen = new Set<string>()
    for (let round = 0; round < 60; round += 1) {
      const [first, second] = shapePair(random)
      expect(first.mark).not.toBe(second.mark)
      expect(overlapOf(first, second)).toBeLessThan(0.8)
      for (const shape of [first, second]) expect(fillOf(shape)).toBeGreaterThanOrEqual(0.35)
      seen.add(JSON.stringify([first, second]))
    }
    expect(seen.size).toBe(60)
  })
})

describe('the look of a site', () => {
  it('is the same for a seed and an epoch, and another for another', () => {
    expect(styleOf(seed, 7)).toEqual(styleOf(seed, 7))
    expect(styleOf(seed, 8)).not.toEqual(styleOf(seed, 7))
    expect(styleOf('another site', 7)).not.toEqual(styleOf(seed, 7))
  })

  it('changes every 30 days', () => {
    const day = (count: number) => new Date(Date.UTC(2030, 0, 1) + count * 86_400_000)
    const epochs = Array.from({ length: 90 }, (_, count) => epochAt(day(count)))
    expect([...Map.groupBy(epochs, (epoch) => epoch).values()].map(({ length }) => length)).toContain(30)
  })
})

describe('pictures', () => {
  it.each(seedsOf(1))('come out the same from one recipe and seed, the answer without (TEST_SEED=%s)', async (own) => {
    const recipe = recipeOf(order, own)
    const [first, again, elsewhere] = await Promise.all([
      draw(recipe, seed),
      draw(recipe, seed),
      draw(recipe, 'another site'),
    ])
    expect(digestOf(again)).toBe(digestOf(first))
    expect(digestOf(elsewhere)).not.toBe(digestOf(first))
    expect(elsewhere.answer).toEqual(first.answer)
    expect(planOf(recipe).answer).toEqual(first.answer)
  })

  it('differ from recipe to recipe', async () => {
    const [a, b] = await Promise.all([draw(newRecipe(order), seed), draw(newRecipe(order), seed)])
    expect(digestOf(a)).not.toBe(digestOf(b))
  })

  it.each(seedsOf(1))(
    'are JPEG in steps of 256 bytes, twice the CSS pixels, 5 tiles or 6 (TEST_SEED=%s)',
    async (own) => {
      for (const [wanted, tiles] of [
        [order, 5],
        [{ ...order, figures: 'practice', level: 1 } satisfies Order, 5],
        [glance, 6],
      ] as const) {
        const drawn = await draw(recipeOf(wanted, own), seed)
        expect(drawn.tiles).toHaveLength(tiles)
        expect(drawn.tiles[0]).toMatchObject({ width: 145, height: 105 })
        for (const picture of [drawn.instruction, ...drawn.tiles]) {
          expect(picture.bytes.length % 256).toBe(0)
          expect(picture.bytes.subarray(-2).toString('hex'), 'the end of the image is the end of the file').toBe('ffd9')
          const decoded = await loadImage(picture.bytes)
          expect([decoded.width, decoded.height]).toEqual([picture.width * 2, picture.height * 2])
        }
      }
    },
  )

  it('stay within 36 KiB a challenge on average', async () => {
    for (const wanted of [order, glance]) {
      const drawn = await Promise.all(fixedSeeds(12).map((own) => draw(recipeOf(wanted, own), seed)))
      expect(drawn.reduce((sum, one) => sum + bytesOf(one), 0) / drawn.length).toBeLessThanOrEqual(36 * 1024)
    }
  })

  it('have no channel darker than 173 in the ground of low vision, before JPEG changes it', () => {
    const canvas = createCanvas(145, 105).getContext('2d')
    const area = { x: 0, y: 0, width: 145, height: 105 }
    for (const own of fixedSeeds(12)) {
      paintGround(canvas, seededRandom(own), { area, level: 1, style: styleOf(seed, 0) })
      const { data } = canvas.getImageData(0, 0, area.width, area.height)
      expect(
        data.reduce((least, value) => Math.min(least, value)),
        own,
      ).toBeGreaterThanOrEqual(173)
    }
  })

  it.each(seedsOf(11))('have a light ground without clutter for low vision (TEST_SEED=%s)', async (own) => {
    const { tiles } = await draw(recipeOf({ ...glance, level: 1 }, own), seed)
    for (const { bytes } of tiles) {
      const image = await loadImage(bytes)
      const canvas = createCanvas(image.width, image.height).getContext('2d')
      canvas.drawImage(image, 0, 0)
      const border = [0, image.width - 1].flatMap((x) => Array.from(canvas.getImageData(x, 0, 1, 1).data).slice(0, 3))
      // A light ground has at least 190 of each color, a dark one at most 85; JPEG takes or adds some 25.
      expect(Math.min(...border)).toBeGreaterThan(137)
      const pixels = canvas.getImageData(0, 0, image.width, image.height).data
      const [red = 0, green = 0, blue = 0] = border
      const darkest = Math.min(
        ...Array.from({ length: pixels.length / 4 }, (_, at) =>
          luminance(pixels[4 * at] ?? 0, pixels[4 * at + 1] ?? 0, pixels[4 * at + 2] ?? 0),
        ),
      )
      // What outlines a thing needs (WCAG 1.4.11).
      expect((luminance(red, green, blue) + 0.05) / (darkest + 0.05)).toBeGreaterThanOrEqual(3)
    }
  })

  it('refuse what is not JPEG and recipes of others', async () => {
    expect(() => padded(Buffer.from('\u0089PNG....'))).toThrow('JPEG')
    for (const recipe of ['click:3:2:pack-a:x', 'order:3:700:x', 'order:2:700', 'order:2:pack-a:x', '']) {
      await expect(draw(recipe, seed)).rejects.toThrow('recipe')
    }
  })
})

describe('the pack of practice', () => {
  it('holds at least 36 kinds with two drawings each, every name once', () => {
    const kinds = packA.groups.flatMap((group) => group.kinds)
    expect(kinds.length).toBeGreaterThanOrEqual(36)
    expect(new Set(kinds.map((kind) => kind.name)).size).toBe(kinds.length)
    for (const kind of kinds) expect(kind.drawings.length).toBeGreaterThanOrEqual(2)
  })
})

describe('the pool', () => {
  it('draws ahead, never hands out one challenge twice, and draws on the spot when bare', async () => {
    const pool = createPicturePool({ size: 4, threads: 1, orders: [order], seed })
    try {
      await pool.filled()
      expect(pool.ready(order)).toBe(4)
      const taken = await Promise.all(Array.from({ length: 10 }, () => pool.take(order)))
      expect(new Set(taken.map((drawn) => drawn.recipe)).size).toBe(10)
      expect(digestOf(await draw(taken[0]!.recipe, seed))).toBe(digestOf(taken[0]!))
      expect(Buffer.isBuffer(taken[0]!.tiles[0]!.bytes)).toBe(true)
      expect((await pool.take(glance)).tiles).toHaveLength(6)
      await pool.filled()
      expect(pool.ready(glance)).toBe(4)
    } finally {
      await pool.close()
    }
    expect((await pool.take(order)).tiles).toHaveLength(5)
  })

  it('lets its threads end what they draw, instead of terminating them', async () => {
    let exitCode: number | undefined
    process.once('worker', (thread) => void thread.once('exit', (code) => (exitCode = code)))
    const pool = createPicturePool({ size: 4, threads: 1, orders: [order], seed })
    await expect.poll(() => pool.ready(order)).toBeGreaterThan(0)
    await pool.close()
    expect(exitCode).toBe(0)
  })

  it('works without threads', async () => {
    const pool = createPicturePool({ size: 2, threads: 0, seed })
    await pool.filled()
    expect((await pool.take(glance)).answer.length).toBeGreaterThanOrEqual(2)
    await pool.close()
  })
})

/** Relative luminance (WCAG 2.2). */
const luminance = (...[red, green, blue]: readonly [number, number, number]): number => {
  const linear = (value: number): number => (value <= 10.31 ? value / 3_294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}
