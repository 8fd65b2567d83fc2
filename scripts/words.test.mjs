import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { root } from './root.mjs'
import {
  catalogueTexts,
  checkWords,
  checkedDocuments,
  documentTexts,
  parseExceptions,
  parsePatterns,
  problemsOf,
  sentencesOf,
} from './words.mjs'
import {
  checkStrayText,
  codesOfContract,
  exceptionsOf as strayExceptionsOf,
  problemsOf as strayProblemsOf,
  sourcesOfWeb,
  strayTexts,
} from './words/stray-text.mjs'

const forbidden = readFileSync(join(root, 'scripts/words/forbidden.tsv'), 'utf8')
const patterns = parsePatterns(forbidden)
const found = (text, exceptions = []) => problemsOf({ texts: [{ id: 'page.text', text }], patterns, exceptions })

describe('the check of words', () => {
  it('finds nothing in the texts of this project', async () => {
    await expect(checkWords()).resolves.toBeUndefined()
  })

  it('fails on a bad sentence and says what to write instead', () => {
    expect(found('Nobody has looked at your e-mail yet.')).toEqual([
      expect.stringContaining('page.text: “Nobody”'),
      expect.stringContaining('write instead: review, check'),
      expect.stringContaining('“e-mail”'),
      expect.stringContaining('“mail”'),
    ])
    expect(found('We’ve reviewed your email.')).toEqual([])
  })

  it.each(forbidden.trimEnd().split('\n').slice(1))('finds the example of %s', (line) => {
    const [pattern, , example] = line.split('\t')
    const own = patterns.filter((one) => one.pattern === pattern)
    expect(problemsOf({ texts: [{ id: 'x', text: example }], patterns: own, exceptions: [] })).toHaveLength(1)
  })

  it('reads words and not the names of placeholders', () => {
    expect(found('{places, plural, one {# slot of {asked}} other {# slots of {asked}}}')).toEqual([])
    expect(found("${told} Review the new amount of ${books.find(({ walls }) => walls)?.mails ?? 'none'}.")).toEqual([])
    expect(found('{places, plural, one {# place} other {# places}}')).toHaveLength(1)
  })

  it('lets an exception pass for its own text alone, and asks for its reason', () => {
    const exceptions = parseExceptions('id\tpattern\treason\npage.text\t\\bpress\\b\tNames a key\n')
    expect(found('Press Enter.', exceptions)).toEqual([])
    expect(found('Select Enter.', exceptions)).toEqual([expect.stringContaining('no longer needs')])
    expect(() => parseExceptions('id\tpattern\treason\npage.text\t\\bpress\\b\n')).toThrow('gives no reason')
  })

  it('reads every document in English but the guide and the working papers of the design', async () => {
    const tracked = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
    const read = await checkedDocuments()
    expect(tracked.filter((path) => !read.includes(path) && !/[/]content[/][\w-]+[/]/.test(path))).toEqual([
      'docs/WORDS.md',
      'docs/design/ANTIBOT.md',
      'docs/design/PRODUCT.md',
      'docs/design/PROTOCOLS.md',
      'docs/design/SPEC.md',
    ])
    expect(read).toContain('apps/server/src/features/home/content/terms.md')
    expect(read.filter((path) => /[/]content[/][\w-]+[/]/.test(path))).toEqual([])
  })
})

describe('the texts that the check reads', () => {
  it('reads every message of a catalogue', () => {
    const head = 'msgid ""\nmsgstr ""\n"Language: en\\n"'
    const po = [head, 'msgid "a.b"\nmsgstr "Say “hi”"', 'msgid "a.c"\nmsgstr ""\n"Two "\n"lines"\n'].join('\n\n')
    expect(catalogueTexts(po)).toEqual([
      { id: 'a.b', text: 'Say “hi”' },
      { id: 'a.c', text: 'Two lines' },
    ])
  })

  it('reads the text of a document, joined over line breaks, and no code or target of a link', () => {
    const source = [
      '# A heading',
      'A paragraph over',
      'two lines with `nobody` and [a link](nobody.md).',
      '- An item',
      '  of a list',
      '',
      '| name | `nobody` |',
      '|---|---|',
      '| a cell | another |',
      '',
      '```sh',
      'npm run nobody',
      '```',
      '1. The last',
    ].join('\n')
    const texts = documentTexts({ path: 'x.md', source })
    expect(texts.map(({ text }) => text).filter((text) => /\w/.test(text))).toEqual([
      'A heading',
      'A paragraph over two lines with `` and [a link].',
      'An item of a list',
      'name',
      'a cell',
      'another',
      'The last',
    ])
    const bad = documentTexts({ path: 'x.md', source: 'This is not\nfor\nnobody.\n\n## What it says\n' })
    expect(problemsOf({ texts: bad, patterns, exceptions: [] })).toEqual([
      expect.stringContaining('x.md: “nobody” in “This is not for nobody.”'),
      expect.stringContaining('“is not”'),
      expect.stringContaining('“What ”'),
      expect.stringContaining('“says”'),
    ])
  })

  it('reads the sentences of a file, also in several pieces or in a query, and no log or mistake of ours', () => {
    const source = [
      "import { a } from './Some file.ts'",
      "refuse('conflict', 'CODE', 'This has ' + `${count} parts.`)",
      'const msg = isOne ? `One ${word(`Inner text`)} here.` : lower`Not a query`',
      "const row = sql`SELECT id FROM t WHERE kind = 'a b' UNION SELECT 'It did not answer.'`",
      "assert(ok, 'Not for users')",
      "rooms.log.warn('Not for users')",
      "throw new Error('Not for users')",
      "const id = 'not a sentence'",
    ].join('\n')
    expect(sentencesOf({ path: 'x.ts', source }).map(({ text }) => text)).toEqual([
      'This has ${count} parts.',
      'One ${word(`Inner text`)} here.',
      'Inner text',
      'It did not answer.',
    ])
  })
})

const macroImports =
  "import { msg, plural, t } from '@lingui/core/macro'\nimport { Trans } from '@lingui/react/macro'\n"
const strayIn = (source) =>
  strayTexts({ path: 'x.tsx', source: macroImports + source, codes: codesOfContract }).map(({ text }) => text)
/** The texts that a component draws. */
const drawn = (element) => strayIn(`export const Page = ({ row, isOpen }) => ${element}`)

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
  expect(strayIn(code)).toEqual([text])
})

it('finds a code of the server that is shown as it is, in an element, an attribute or a cell', () => {
  expect([...codesOfContract]).toEqual(expect.arrayContaining(['status', 'kind', 'role']))
  expect(drawn('<p>{row.status}</p>')).toEqual(['row.status'])
  expect(drawn('<p title={row.kind}>{labelOf(row.kind)}</p>')).toEqual(['row.kind'])
  expect(strayIn("const columns = [{ key: 'status', cell: ({ status }) => status }]")).toEqual(['status'])
  expect(strayIn("const columns = [{ key: 'status', cell: ({ status }) => statusLabel(status) }]")).toEqual([])
})

it('finds a message that stays in the language in which its file was loaded', () => {
  expect(strayIn("const title = t({ id: 'a', message: 'Open' })")).toEqual(["t({ id: 'a', message: 'Open' })"])
  expect(strayIn("const title = msg({ id: 'a', message: 'Open' })")).toEqual([])
  expect(strayIn("const title = () => t({ id: 'a', message: 'Open' })")).toEqual([])
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
  expect(strayIn(source.join('\n'))).toEqual([])
})

it('lets a text pass in its own file alone, and asks for its reason', () => {
  const exceptions = strayExceptionsOf('path\ttext\treason\na.ts\tBitcoin\tName of a coin\nb.ts\t*\tNames of coins\n')
  const texts = [
    { path: 'a.ts', line: 1, text: 'Bitcoin' },
    { path: 'b.ts', line: 2, text: 'Litecoin' },
  ]
  expect(strayProblemsOf(texts, exceptions)).toEqual([])
  expect(strayProblemsOf([{ ...texts[0], path: 'c.ts' }], [])).toEqual([
    expect.stringContaining('c.ts:1 shows “Bitcoin”'),
  ])
  expect(strayProblemsOf([], exceptions)).toEqual([
    expect.stringContaining('a.ts no longer shows “Bitcoin”'),
    expect.stringContaining('b.ts no longer shows “*”'),
  ])
  expect(() => strayExceptionsOf('path\ttext\treason\na.ts\tBitcoin\n')).toThrow('gives no reason')
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
