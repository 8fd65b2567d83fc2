import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'
import { root } from './root.mjs'
import { checkStrayText, codesOfContract, exceptionsOf, problemsOf, sourcesOfWeb, strayTexts } from './stray-text.mjs'

const macros = "import { msg, plural, t } from '@lingui/core/macro'\nimport { Trans } from '@lingui/react/macro'\n"
const found = (source) =>
  strayTexts({ path: 'x.tsx', source: macros + source, codes: codesOfContract }).map(({ text }) => text)
/** What a component draws. */
const drawn = (element) => found(`export const Page = ({ row, isOpen }) => ${element}`)

it('finds nothing in the web of this project', async () => {
  await expect(checkStrayText()).resolves.toBeUndefined()
})

it.each([
  ['<p>No rows yet</p>', 'No rows yet'],
  ['<p>{row.count} views</p>', 'views'],
  ["<p>{isOpen ? 'open' : 'closed'}</p>", 'open'],
  ['<p>{row.name && `${row.count} views`}</p>', '… views'],
  ['<button aria-label="close" />', 'close'],
  ['<img alt={isOpen ? `${row.name} open` : row.name} />', '… open'],
  ['<Field label="name" />', 'name'],
  ['<Field heading="Name" />', 'Name'],
  ['<Field empty="nothing here" />', 'nothing here'],
  ['<Trans id="a">Read <a title="more">the rest</a></Trans>', 'more'],
  ["<p>{t({ id: 'a', message: `It is ${isOpen ? 'open' : 'closed'}.` })}</p>", 'open'],
  ["<p>{isOpen ? t({ id: 'a', message: 'open' }) : wordsOf('closed now')}</p>", 'closed now'],
])('finds the text in %s', (element, text) => {
  expect(drawn(element)).toContain(text)
})

it.each([
  ["const labelOf = (isOpen) => isOpen ? t({ id: 'a', message: 'yes' }) : 'no'", 'no'],
  ["const labels = { open: 'Open' }", 'Open'],
  ['const sentenceOf = (count) => `all ${count} rows`', 'all … rows'],
  ["const refuse = () => { throw new SentenceError('Try again later.') }", 'Try again later.'],
])('finds the text in %s', (code, text) => {
  expect(found(code)).toEqual([text])
})

it('finds a code of the server that is shown as it is, in an element, an attribute or a cell', () => {
  expect([...codesOfContract]).toEqual(expect.arrayContaining(['status', 'kind', 'role']))
  expect(drawn('<p>{row.status}</p>')).toEqual(['row.status'])
  expect(drawn('<p title={row.kind}>{labelOf(row.kind)}</p>')).toEqual(['row.kind'])
  expect(found("const columns = [{ key: 'status', cell: ({ status }) => status }]")).toEqual(['status'])
  expect(found("const columns = [{ key: 'status', cell: ({ status }) => statusLabel(status) }]")).toEqual([])
})

it('finds a message that stays in the language in which its file was loaded', () => {
  expect(found("const title = t({ id: 'a', message: 'Open' })")).toEqual(["t({ id: 'a', message: 'Open' })"])
  expect(found("const title = msg({ id: 'a', message: 'Open' })")).toEqual([])
  expect(found("const title = () => t({ id: 'a', message: 'Open' })")).toEqual([])
})

it('passes over styles, selectors, addresses, names of things, comparisons and mistakes of ours', () => {
  const source = [
    "import { a } from './Some file.ts'",
    'type Kind = "one kind" | "Other"',
    "const look = 'grid gap-3 sm:grid-cols-2'",
    "const field = root.querySelector('a, button')",
    "if (event.key === 'Enter' || kind === 'two words') throw new RangeError('The list is empty.')",
    "const size = { width: `${wide}px`, outline: '3px solid var(--money)' }",
    'export const Page = () => <p className="card flex" id="main" lang="en">{t({ id: "a", message: "Open" })}</p>',
  ]
  expect(found(source.join('\n'))).toEqual([])
})

it('lets an exception pass for its own file alone, and asks for its reason', () => {
  const exceptions = exceptionsOf('path\ttext\treason\na.ts\tBitcoin\tName of a coin\nb.ts\t*\tNames of coins\n')
  const texts = [
    { path: 'a.ts', line: 1, text: 'Bitcoin' },
    { path: 'b.ts', line: 2, text: 'Litecoin' },
  ]
  expect(problemsOf(texts, exceptions)).toEqual([])
  expect(problemsOf([{ ...texts[0], path: 'c.ts' }], [])).toEqual([expect.stringContaining('c.ts:1 shows “Bitcoin”')])
  expect(problemsOf([], exceptions)).toEqual([
    expect.stringContaining('a.ts no longer shows “Bitcoin”'),
    expect.stringContaining('b.ts no longer shows “*”'),
  ])
  expect(() => exceptionsOf('path\ttext\treason\na.ts\tBitcoin\n')).toThrow('gives no reason')
})

it('finds nearly every message of the web where it is written without the catalogue', async () => {
  const files = (await sourcesOfWeb()).map((path) =>
    plantedIn({ path, source: readFileSync(join(root, path), 'utf8') }),
  )
  const planted = files.flatMap(({ texts }) => texts)
  const missed = files.flatMap(({ texts, found }) => texts.slice(found))
  expect(planted.length).toBeGreaterThan(1_000)
  // A single word in lower case that stands in code looks like a name of the code.
  expect(missed.length / planted.length).toBeLessThan(0.015)
})

/** Puts the text of each message of a file in the place of the message, and counts how many are found. */
const plantedIn = ({ path, source }) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const messages = []
  const visit = (node) => {
    const message = ts.isCallExpression(node) && node.expression.getText() === 't' ? messageOf(node) : undefined
    if (message) messages.push({ start: node.getStart(), end: node.end, text: message.getText() })
    else ts.forEachChild(node, visit)
  }
  visit(file)
  const faulty = messages.reduceRight(
    (rest, { start, end, text }) => rest.slice(0, start) + text + rest.slice(end),
    source,
  )
  const found = strayTexts({ path, source: faulty }).length - strayTexts({ path, source }).length
  return { texts: messages.map(({ text }) => text), found }
}

const messageOf = ({ arguments: [descriptor] }) => {
  const parts = descriptor && ts.isObjectLiteralExpression(descriptor) ? descriptor.properties : []
  const message = parts.find(({ name }) => name.getText() === 'message')?.initializer
  return message && (ts.isStringLiteralLike(message) || ts.isTemplateExpression(message)) ? message : undefined
}
