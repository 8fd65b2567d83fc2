import { describe, expect, it } from 'vitest'
import { htmlOf, htmlOrText } from './markdown.ts'

const allowed = {
  allowedTags: ['p', 'a', 'b', 'i', 'ul', 'ol', 'li', 'blockquote', 'strong', 'em', 'table', 'tr', 'td'],
}
const LENGTH = 10_000
const repeated = (unit: string): string => unit.repeat(Math.ceil(LENGTH / unit.length)).slice(0, LENGTH)

// prettier-ignore
const units = [
  '>', '> ', '1. ', '- ', '* ', '>- ', '- > ', '\n> > ', '\n  - ', '\n- ', '_a', '_a ', '*a ', '*a_ ', '_*a',
  '__a__', '**a **a', '***a', 'a.', 'a@', 'a.a@', 'a@b.cd ', 'www.a', 'http://', 'http://a.', '[', '![',
  '[a](', '![a](', '[](', '[]', '![[]()', '[a](<b', '[a]: b\n', '[a]: <', '[a]: b "', '<', '<a', '<a b="',
  '<!--', '<?', '<![CDATA[', '<b>', '<b><i>', '</a>', '`', '`a``', '``a`', '&', '&amp;', '&#1;', '~a~~', '|',
  '|a', 'a|b\n', '|a|\n|-|\n', '\\', '\\\n', '# ', 'a\n', 'a\n\n', 'a  \n', '"', '\t', '\u00a0', '\n',
]

const others: [string, string][] = [
  ['stars around a letter', `${'*'.repeat(5_000)}a${'*'.repeat(4_999)}`],
  ['brackets that all close', `${'['.repeat(5_000)}${']'.repeat(5_000)}`],
  ['an address that never ends', `${'a.'.repeat(4_999)}@`],
  ['ever longer backticks', Array.from({ length: 140 }, (_, count) => `e${'`'.repeat(count)}`).join('')],
  ['a list ever deeper', Array.from({ length: 98 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['a table of 2,000 columns', `${'|a'.repeat(2_000)}|\n${'|-'.repeat(2_000)}|\n${'|\n'.repeat(1_000)}`],
  ['a long address used 1,600 times', `[a]: ${'b'.repeat(5_000)}\n\n${'[a]'.repeat(1_600)}`],
]
const attacks = [
  ...units.map((unit): [string, string] => [`${JSON.stringify(unit)} again and again`, repeated(unit)]),
  ...others,
]

/** Far more than any needs on a quiet machine (60 ms); others needed seconds. */
const CPU_MS_MAX = 400

describe('Markdown', () => {
  it.each(attacks)('of %s is formatted or refused, soon', (_name, markdown) => {
    htmlOf(markdown, allowed)
    const before = process.cpuUsage()
    const html = htmlOf(markdown, allowed)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(CPU_MS_MAX)
    expect(html?.length ?? 0).toBeLessThan(12 * LENGTH)
    expect(htmlOrText(markdown, allowed).length).toBeLessThan(12 * LENGTH)
  })

  it('may nest as deep as people write, and no deeper', () => {
    expect(htmlOf(`${'> '.repeat(15)}a`, allowed)).toContain('<blockquote>')
    expect(htmlOf(`${'> '.repeat(25)}a`, allowed)).toBeUndefined()
    const list = (depth: number) => Array.from({ length: depth }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')
    expect(htmlOf(list(6), allowed)).toContain('<li>')
    expect(htmlOf(list(30), allowed)).toBeUndefined()
    const typed = htmlOrText(`${'>'.repeat(100)}<b onclick="x()">a`, allowed)
    expect(typed).toContain(`<p>${'&gt;'.repeat(100)}&lt;b`)
    expect(typed).not.toContain('<b')
  })

  it('keeps what people use', () => {
    const html = htmlOf('**a** *b* [c](https://d.example) https://e.example\n\n|x|y|\n|-|-|\n|1|2|\n\n- z', {
      ...allowed,
      allowedAttributes: { a: ['href'] },
    })
    expect(html).toContain('<strong>a</strong> <em>b</em> <a href="https://d.example">c</a>')
    expect(html).toContain('<a href="https://e.example">https://e.example</a>')
    expect(html).toMatch(/<td>1<\/td>\s*<td>2<\/td>/)
    expect(html).toContain('<li>z</li>')
  })
})
