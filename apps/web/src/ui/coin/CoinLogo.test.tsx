import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { currencies } from '@runnel/contract/admin/method'
import { expect, test } from 'vitest'

const sprite = readFileSync(join(import.meta.dirname, '../../../public/coins.svg'), 'utf8')

test.each(currencies)('%s has a drawing', (currency) => {
  expect(sprite).toContain(`<symbol id="${currency.split('-')[0]}"`)
})

test('the drawings stay one small file', () => {
  expect(sprite.length).toBeLessThan(8_000)
})
