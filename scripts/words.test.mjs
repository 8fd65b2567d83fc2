import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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
