import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currencies } from '@runnel/contract/admin/method'
import { expect, test } from 'vitest'
import { hasLogo } from './coins.ts'

const sprite = readFileSync(join(import.meta.dirname, '../../../public/coins.svg'), 'utf8')

test.each(currencies)('%s has a drawing', (currency) => {
  expect(sprite).toContain(`<symbol id="${currency.split('-')[0]}"`)
})

test('exactly what is drawn is shown as a logo', () => {
  const drawn = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id ?? '')
  expect(drawn.filter((id) => !hasLogo(id))).toEqual([])
  expect(['USDT-TRC20', 'BTC'].every(hasLogo)).toBe(true)
  expect(['SHIB', ''].some(hasLogo)).toBe(false)
})

test('the drawings stay one small file', () => {
  expect(sprite.length).toBeLessThan(8_000)
})
