import { expect, test } from 'vitest'
import { lineDiff } from './line-diff.ts'

const shown = (before: string, after: string) =>
  lineDiff(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', new: '+' }[kind]}${text}`)

test('lines that stay are told from those that go and come', () => {
  expect(shown('one\ntwo\nthree', 'one\n2\nthree\nfour')).toEqual([' one', '-two', '+2', ' three', '+four'])
})

test('a value that is another one goes and comes', () => {
  expect(shown('1 hour', '2 hours')).toEqual(['-1 hour', '+2 hours'])
})

test('texts beyond all measure are not compared line by line', () => {
  const long = Array.from({ length: 600 }, (_, line) => `line ${line}`).join('\n')
  const diff = lineDiff(long, `${long}\nmore`)
  expect(diff.filter(({ kind }) => kind === 'gone')).toHaveLength(600)
  expect(diff.filter(({ kind }) => kind === 'new')).toHaveLength(601)
})
