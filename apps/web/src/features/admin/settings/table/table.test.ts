import { defaults } from '@runnel/contract/settings/settings'
import { expect, test } from 'vitest'
import { settingRows } from './table.ts'

/** Settings that no card shows, each with its reason. */
const hidden: Readonly<Record<string, string>> = {}

test('every setting that an owner may change has exactly one row', () => {
  const shown = settingRows.map(({ name }) => name)
  expect([...shown, ...Object.keys(hidden)].toSorted()).toEqual(Object.keys(defaults).toSorted())
})

test('what has a list or parts of its own is drawn by a part', () => {
  const plain = settingRows.filter(({ row, card }) => row.part === undefined && card.part === undefined)
  expect(plain.filter(({ name }) => typeof defaults[name] === 'object')).toEqual([])
})
