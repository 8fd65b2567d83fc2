import { deflateSync } from 'node:zlib'
import { IMAGE_BYTES_MAX } from '@runnel/contract/constants'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { createImageCleaner } from '#guard/image/clean.ts'
import { jpegOfManyPasses, photo, picture, plain, pngOfZeros, withChunk } from '#test/images.ts'

// Wall clocks say little on a busy machine.
vi.setConfig({ testTimeout: 60_000 })
const clean = createImageCleaner({ seconds: 60 })

describe('what would burst', () => {
  /** What it says, how long processors worked on it, and how much memory it took at the most. */
  const measured = async (bytes: Buffer) => {
    const [before, began] = [process.memoryUsage().rss, process.cpuUsage()]
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
    const cleaned = await clean(bytes)
    clearInterval(watch)
    most = Math.max(most, process.memoryUsage().rss)
    const { user, system } = process.cpuUsage(began)
    return { cleaned, ms: (user + system) / 1_000, megabytes: (most - before) / 1e6 }
  }

  it('a size that its header only claims is refused before anything is unpacked', async () => {
    const bomb = pngOfZeros({ width: 30_000, height: 30_000, zeros: 30_000 * 3_751 })
    expect(bomb.length).toBeLessThan(200_000)
    const { cleaned, ms, megabytes } = await measured(bomb)
    expect(cleaned).toMatchObject({ kind: 'refused', reason: 'pixels' })
    expect(ms).toBeLessThan(1_000)
    expect(megabytes).toBeLessThan(40)
    const most = pngOfZeros({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, zeros: 10 })
    expect((await measured(most)).cleaned).toMatchObject({ kind: 'refused' })
    const jpeg = await photo()
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
    jpeg.writeUInt32BE(0xff00_ff00, frame + 5)
    expect((await measured(jpeg)).cleaned).toMatchObject({ kind: 'refused', reason: 'pixels' })
  })

  it('a picture that unpacks into more than its header says takes no more than that', async () => {
    const { ms, megabytes } = await measured(pngOfZeros({ width: 100, height: 100, zeros: 400_000_000 }))
    expect(ms).toBeLessThan(3_000)
    expect(megabytes).toBeLessThan(100)
  })

  it('texts and profiles that unpack into a great deal take little', async () => {
    const packed = deflateSync(Buffer.alloc(300_000_000))
    for (const [type, head] of [
      ['zTXt', 'a\0\0'],
      ['iTXt', 'a\0\x01\0\0\0'],
      ['iCCP', 'a\0\0'],
    ] as const) {
      const bomb = withChunk(await picture('png'), type, Buffer.concat([Buffer.from(head, 'latin1'), packed]))
      const { cleaned, ms, megabytes } = await measured(bomb)
      expect(['ok', 'refused']).toContain(cleaned.kind)
      expect(ms, type).toBeLessThan(3_000)
      expect(megabytes, type).toBeLessThan(150)
    }
  })

  it('thousands of passes over a large picture are stopped', async () => {
    const bomb = await jpegOfManyPasses({ width: 5_000, height: 4_900 }, 3_000)
    expect(bomb.length).toBeLessThan(IMAGE_BYTES_MAX)
    const { cleaned, ms } = await measured(bomb)
    expect(cleaned).toMatchObject({ kind: 'refused' })
    expect(ms).toBeLessThan(12_000)
  })

  it('many pictures in one are not unpacked', async () => {
    const frame = await plain({ width: 2_000, height: 2_000 }).png().toBuffer()
    const gif = await sharp(Array(30).fill(frame), { join: { animated: true } })
      .gif({ effort: 1 })
      .toBuffer()
    const { cleaned, megabytes } = await measured(gif)
    expect(cleaned).toMatchObject({ kind: 'ok', width: 2_000, height: 2_000 })
    expect(megabytes).toBeLessThan(150)
  })
})

describe('many at once', () => {
  it('wait for their turn, and are turned away when that takes too long', async () => {
    const sent = await photo({ width: 2_000, height: 2_000 })
    const narrow = createImageCleaner({ atOnce: 1, waiting: 2, waitMs: 600_000 })
    const kinds = (await Promise.all(Array.from({ length: 6 }, () => narrow(sent)))).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['busy', 'busy', 'busy', 'ok', 'ok', 'ok'])
    const hasty = createImageCleaner({ atOnce: 1, waiting: 2, waitMs: 1 })
    expect((await Promise.all([hasty(sent), hasty(sent)])).map(({ kind }) => kind)).toEqual(['ok', 'busy'])
    expect((await hasty(sent)).kind, 'the place is free again').toBe('ok')
  })

  it('leave the thread that answers requests alone', async () => {
    const sent = await photo({ width: 3_000, height: 3_000 })
    let turns = 0
    let isOver = false
    const turn = (): void => {
      turns += 1
      if (!isOver) setTimeout(turn, 1)
    }
    turn()
    expect((await clean(sent)).kind).toBe('ok')
    isOver = true
    // A thread that is not left alone has one turn, and another one at the end.
    expect(turns).toBeGreaterThan(5)
  })
})
