import { readFileSync } from 'node:fs'
import { LOCALES } from '@runnel/contract/locale'
import { expect, test } from 'vitest'

const catalogueOf = (locale: string) => readFileSync(`${import.meta.dirname}/../locales/${locale}.po`, 'utf8')
const catalogue = catalogueOf('en')

test('every message has an id of its own: without one its words do not come with the module that says it', () => {
  expect(catalogue.match(/^#[.] js-lingui-generated-id\n(?:#.*\n)*msgid .*$/gm)).toBeNull()
})

test.each(LOCALES.map(({ tag }) => tag))('the names in the bottom bar fit one line of a small phone: %s', (tag) => {
  const names = ['page.home', 'page.faucet', 'menu.earn', 'page.withdraw'].map(
    (id) => catalogueOf(tag).split(`msgid "${id}"\nmsgstr "`)[1]?.split('"')[0] ?? '',
  )
  expect(names).not.toContain('')
  expect(names.filter((name) => name.length > 9)).toEqual([])
})
