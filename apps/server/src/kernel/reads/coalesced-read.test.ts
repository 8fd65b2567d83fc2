import { describe, expect, it } from 'vitest'
import type { Read } from '#kernel/db.ts'
import { coalescedRead } from './coalesced-read.ts'

// What is read is of no matter here, only how often.
const db = {} as Read
const at = (seconds: number): Date => new Date(seconds * 1_000)

describe('a shared read', () => {
  it('is made once for all who ask while it runs, and for all who ask soon after', async () => {
    let reads = 0
    let finish: (count: number) => void = () => undefined
    const count = coalescedRead(5, () => {
      reads += 1
      return new Promise<number>((resolve) => (finish = resolve))
    })
    const asked = Array.from({ length: 100 }, () => count(db, at(0)))
    finish(7)
    expect(new Set(await Promise.all(asked))).toEqual(new Set([7]))
    expect(await count(db, at(4))).toBe(7)
    expect(reads).toBe(1)
    const later = count(db, at(5))
    finish(8)
    expect(await later).toBe(8)
    expect(reads).toBe(2)
  })

  it('does not keep a failure, nor tell one database of another', async () => {
    let reads = 0
    const count = coalescedRead(5, async () => {
      reads += 1
      if (reads === 1) throw new Error('away')
      return reads
    })
    await expect(count(db, at(0))).rejects.toThrow('away')
    expect(await count(db, at(0))).toBe(2)
    expect(await count({} as Read, at(0))).toBe(3)
  })
})
