import { describe, expect, it } from 'vitest'
import { matchLocale } from './locale.ts'

describe('matchLocale', () => {
  it.each([
    [['pt-BR'], 'pt-BR'],
    [['pt-PT', 'es'], 'pt-BR'],
    [['PT-br'], 'pt-BR'],
    [['de', 'ar-EG'], 'ar'],
    [['en-GB', 'es'], 'en'],
    [['de', 'nl'], 'en'],
    [[], 'en'],
    [[''], 'en'],
  ] as const)('answers %j in %s', (preferred, expected) => {
    expect(matchLocale(preferred)).toBe(expected)
  })
})
