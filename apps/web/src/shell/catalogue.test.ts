import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const catalogue = readFileSync(`${import.meta.dirname}/../locales/en.po`, 'utf8')

test('every message has an id of its own: without one its words do not come with the module that says it', () => {
  expect(catalogue.match(/^#[.] js-lingui-generated-id\n(?:#.*\n)*msgid .*$/gm)).toBeNull()
})
