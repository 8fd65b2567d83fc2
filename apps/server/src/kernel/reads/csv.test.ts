import { describe, expect, it } from 'vitest'
import { say } from '#kernel/words/say.ts'
import { headOf } from './csv-heads.ts'
import { csvLine, csvOf } from './csv.ts'

const now = new Date('2026-11-20T10:00:00.000Z')

/** A list of so many numbers, read in the chunks that are asked for. */
const numbers = (count: number) => {
  const asked: number[] = []
  const next = async (last: number | undefined, limit: number) => {
    asked.push(limit)
    const start = last === undefined ? 0 : last + 1
    return Array.from({ length: Math.max(0, Math.min(limit, count - start)) }, (_, index) => start + index)
  }
  return { asked, next }
}

const read = async (count: number) => {
  const { asked, next } = numbers(count)
  const file = await csvOf({ name: 'numbers', now, columns: { amount: (item) => item }, next })
  const rows: (readonly string[])[] = []
  for await (const row of file.rows) rows.push(row)
  return { file, rows, asked }
}

describe('a line of a file', () => {
  it('holds nothing that a spreadsheet would run', () => {
    const formulas = [
      '=1',
      '+1',
      '@a',
      '-a',
      "-2+3+cmd|' /C calc'!A0",
      '\t=1',
      '\n=1',
      '-',
      '-1.5.2',
      '＝1',
      '＋1',
      '－a',
      '＠a',
    ]
    for (const formula of formulas) expect(csvLine([formula])).toMatch(/^"?'/)
    expect(csvLine(['-12000', '12000', '-1.5', 'a-b', 'say "a",b'])).toBe('-12000,12000,-1.5,a-b,"say ""a"",b"\r\n')
  })
})

describe('a file', () => {
  it('has every row once, whatever the chunks', async () => {
    for (const count of [0, 1, 499, 500, 501, 1_000, 1_234]) {
      const { rows, file } = await read(count)
      expect(rows).toEqual([[headOf('amount')], ...Array.from({ length: count }, (_, index) => [String(index)])])
      expect(file.filename).toBe('numbers-2026-11-20.csv')
    }
  })

  it('ends at its limit', async () => {
    const { rows, asked } = await read(70_000)
    expect(rows).toHaveLength(50_001)
    expect(asked).toHaveLength(100)
  })

  it('says nothing where there is nothing', async () => {
    const columns = { a: () => null, b: () => undefined, c: () => false, d: () => true, e: () => now }
    const next = async (last: object | undefined) => (last === undefined ? [{}] : [])
    const file = await csvOf({ name: 'cells', now, columns, next })
    const rows: (readonly string[])[] = []
    for await (const row of file.rows) rows.push(row)
    expect(rows[1]).toEqual(['', '', say('csv.no'), say('csv.yes'), '2026-11-20T10:00:00.000Z'])
  })

  it('fails before its first line when nothing can be read', async () => {
    const next = async (): Promise<string[]> => {
      throw new Error('gone')
    }
    await expect(csvOf({ name: 'none', now, columns: {}, next })).rejects.toThrow('gone')
  })
})
