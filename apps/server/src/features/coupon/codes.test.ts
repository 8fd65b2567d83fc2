import { describe, expect, test } from 'vitest'
import { CODE_LETTERS, codeKey, randomCodes } from './coupon.ts'

describe('codes', () => {
  test('are compared in capitals and without the blanks around them', () => {
    expect(codeKey('  spring-26 ')).toBe('SPRING-26')
  })

  test('that are drawn all differ, begin as asked and hold no letter that is taken for another', () => {
    const codes = randomCodes(5_000, 'may-')
    expect(new Set(codes).size).toBe(5_000)
    for (const code of codes) expect(code).toMatch(new RegExp(`^MAY-[${CODE_LETTERS}]{12}$`))
    expect(CODE_LETTERS).not.toMatch(/[IO01L]/)
    expect(new Set(CODE_LETTERS).size).toBe(CODE_LETTERS.length)
  })
})
