import { createHash } from 'node:crypto'
import { loadImage } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { planClickOrder } from './click-order.ts'
import { draw, newRecipe, practice, type Drawn, type Order } from './draw.ts'
import { planImageCaptcha } from './image-captcha.ts'
import { packA } from './pack-a/pack-a.ts'
import { addPack } from './packs.ts'
import { padded } from './picture.ts'
import { createPicturePool } from './pool.ts'
import { seededRandom } from './random.ts'

const click: Order = { family: 'click', pick: 3, level: 2, pack: 'pack-a' }
const image: Order = { family: 'image', level: 2, pack: 'pack-a' }
const bytesOf = (drawn: Drawn): number =>
  [drawn.instruction, ...drawn.tiles].reduce((sum, picture) => sum + picture.bytes.length, 0)
const digestOf = (drawn: Drawn): string =>
  createHash('sha256')
    .update(Buffer.concat([drawn.instruction, ...drawn.tiles].map((p) => p.bytes)))
    .digest('hex')

describe('the plan of a click order', () => {
  it('has exactly one right order, on every level and for 3 and 4 tokens', () => {
    for (const pick of [3, 4] as const) {
      for (const level of [1, 2, 3] as const) {
        const random = seededRandom(`plan ${pick} ${level}`)
        for (let round = 0; round < 500; round += 1) {
          const plan = planClickOrder(random, { pick, level })
          expect(plan.tokens).toHaveLength(pick)
          expect(new Set(plan.answer).size).toBe(pick)
          expect(new Set(plan.tokens.map((token) => token.kind)).size).toBe(2)
          plan.tokens.forEach((token, position) => {
            const fitting = plan.tiles.flatMap((tile, index) => (tile[token.kind] === token.count ? [index] : []))
            expect(fitting).toEqual([plan.answer[position]])
          })
          for (const [first, second] of plan.tiles) {
            expect(Math.min(first, second)).toBeGreaterThanOrEqual(1)
            expect(Math.max(first, second)).toBeLessThanOrEqual(level === 3 ? 6 : 5)
          }
        }
      }
    }
  })

  it('uses every tile equally often at every place of the answer', () => {
    const random = seededRandom('even')
    const seen = Array.from({ length: 3 }, () => [0, 0, 0, 0, 0])
    for (let round = 0; round < 5_000; round += 1) {
      planClickOrder(random, { pick: 3, level: 2 }).answer.forEach((tile, position) => (seen[position]![tile]! += 1))
    }
    for (const counts of seen) for (const count of counts) expect(Math.abs(count - 1_000)).toBeLessThan(130)
  })

  it('fills all tiles of a challenge equally, so that ink does not tell', () => {
    const random = seededRandom('ink')
    for (let round = 0; round < 200; round += 1) {
      const { tiles } = planClickOrder(random, { pick: 3, level: 2 })
      expect(new Set(tiles.map(([first, second]) => first + second)).size).toBe(1)
    }
  })
})

describe('the plan of an image captcha', () => {
  it('has 3 to 5 right tiles of 8, differences of at least 2, and every set equally likely', () => {
    const random = seededRandom('more than')
    const sizes = new Map<number, number>()
    for (let round = 0; round < 4_000; round += 1) {
      const { tiles, answer } = planImageCaptcha(random)
      expect(tiles).toHaveLength(8)
      sizes.set(answer.length, (sizes.get(answer.length) ?? 0) + 1)
      tiles.forEach(([first, second], index) => {
        expect(Math.abs(first - second)).toBeGreaterThanOrEqual(2)
        expect(first > second).toBe(answer.includes(index))
      })
    }
    expect([...sizes.keys()].sort((a, b) => a - b)).toEqual([3, 4, 5])
    expect(Math.abs((sizes.get(4) ?? 0) - (4_000 * 70) / 182)).toBeLessThan(160)
  })
})

describe('pictures', () => {
  it('come out the same from the same recipe, and larger with the same answer at scale 2', async () => {
    const recipe = newRecipe(click)
    const [first, again, large] = await Promise.all([draw(recipe), draw(recipe), draw(recipe, 2)])
    expect(digestOf(again)).toBe(digestOf(first))
    expect(large.answer).toEqual(first.answer)
    const [small, twice] = await Promise.all([loadImage(first.tiles[0]!.bytes), loadImage(large.tiles[0]!.bytes)])
    expect([twice.width, twice.height]).toEqual([small.width * 2, small.height * 2])
    expect(large.tiles[0]!.width).toBe(small.width)
  })

  it('differ from recipe to recipe', async () => {
    const [a, b] = await Promise.all([draw(newRecipe(click)), draw(newRecipe(click))])
    expect(digestOf(a)).not.toBe(digestOf(b))
  })

  it('are WebP in steps of 256 bytes that decode, with 5 tiles or 8', async () => {
    for (const [order, tiles] of [
      [click, 5],
      [{ ...click, pick: 4, level: 3 } satisfies Order, 5],
      [image, 8],
    ] as const) {
      const drawn = await draw(newRecipe(order))
      expect(drawn.tiles).toHaveLength(tiles)
      for (const picture of [drawn.instruction, ...drawn.tiles]) {
        expect(picture.bytes.length % 256).toBe(0)
        expect(picture.bytes.readUInt32LE(4)).toBe(picture.bytes.length - 8)
        const decoded = await loadImage(picture.bytes)
        expect([decoded.width, decoded.height]).toEqual([picture.width, picture.height])
      }
    }
  })

  it('stay within 16 KiB a challenge on average', async () => {
    for (const order of [click, image]) {
      const drawn = await Promise.all(Array.from({ length: 12 }, () => draw(newRecipe(order))))
      expect(drawn.reduce((sum, one) => sum + bytesOf(one), 0) / drawn.length).toBeLessThanOrEqual(16 * 1024)
    }
  })

  it('refuse what is not WebP and recipes of others', async () => {
    expect(() => padded(Buffer.from('\u0089PNG....'))).toThrow('WebP')
    await expect(draw('click:5:2:pack-a:x')).rejects.toThrow('recipe')
    await expect(draw('click:3:2')).rejects.toThrow('recipe')
    await expect(draw('click:3:2:pack-x:seed')).rejects.toThrow('not loaded')
  })

  it('practise on the easiest level', async () => {
    const drawn = await practice('click')
    expect(drawn.order).toEqual({ family: 'click', pick: 3, level: 1, pack: 'pack-a' })
    expect((await practice('image')).tiles).toHaveLength(8)
  })
})

describe('the pack', () => {
  it('holds at least 36 kinds with two drawings each, every name once', () => {
    const kinds = packA.groups.flatMap((group) => group.kinds)
    expect(kinds.length).toBeGreaterThanOrEqual(36)
    expect(new Set(kinds.map((kind) => kind.name)).size).toBe(kinds.length)
    for (const kind of kinds) expect(kind.drawings.length).toBeGreaterThanOrEqual(2)
  })

  it('is plain data, so that a private pack can be a JSON file', async () => {
    const copy: unknown = JSON.parse(JSON.stringify({ ...packA, name: 'private' }))
    addPack(copy as typeof packA) // The copy was just made of a pack.
    expect((await draw(newRecipe({ ...image, pack: 'private' }))).tiles).toHaveLength(8)
    expect(() => addPack({ name: 'poor', groups: [{ name: 'g', kinds: [packA.groups[0]!.kinds[0]!] }] })).toThrow('two')
  })
})

describe('the pool', () => {
  it('draws ahead, never hands out one challenge twice, and draws on the spot when bare', async () => {
    const pool = createPicturePool({ size: 4, threads: 1, orders: [click] })
    try {
      await pool.filled()
      expect(pool.ready(click)).toBe(4)
      const taken = await Promise.all(Array.from({ length: 10 }, () => pool.take(click)))
      expect(new Set(taken.map((drawn) => drawn.recipe)).size).toBe(10)
      expect(digestOf(await draw(taken[0]!.recipe))).toBe(digestOf(taken[0]!))
      expect(Buffer.isBuffer(taken[0]!.tiles[0]!.bytes)).toBe(true)
      expect((await pool.take(image)).tiles).toHaveLength(8)
      await pool.filled()
      expect(pool.ready(image)).toBe(4)
    } finally {
      await pool.close()
    }
    expect((await pool.take(click)).tiles).toHaveLength(5)
  })

  it('works without threads', async () => {
    const pool = createPicturePool({ size: 2, threads: 0 })
    await pool.filled()
    expect((await pool.take(image)).answer.length).toBeGreaterThanOrEqual(3)
    await pool.close()
  })
})
