/**
 * The rules of a minified sheet that a piece of HTML can need, to stand in its document; the whole sheet follows behind
 * it. A rule stays when one of its selectors asks only for classes that the HTML has.
 */
export const styleFor = (html: string, sheet: string): string => {
  const used = new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))
  return kept(sheet, used)
}

/** Groups whose content is a list of rules like the sheet itself. */
const grouping = /^@(?:layer|media|supports|container)\b/

const kept = (sheet: string, used: ReadonlySet<string>): string =>
  split(sheet)
    .map((statement) => {
      const open = find(statement, '{')
      const head = statement.slice(0, open)
      if (open === statement.length || !grouping.test(head)) return isNeeded(head, used) ? statement : ''
      const inside = kept(statement.slice(open + 1, -1), used)
      return inside === '' ? '' : `${head}{${inside}}`
    })
    .join('')

/** The statements of a sheet, such as `@layer a,b;` and `.card{…}`. */
const split = (sheet: string): string[] => {
  const statements: string[] = []
  for (let start = 0; start < sheet.length;) {
    const mark = find(sheet, ';{', start)
    const end = sheet[mark] === '{' ? find(sheet, '}', mark + 1) : mark
    statements.push(sheet.slice(start, end + 1))
    start = end + 1
  }
  return statements
}

const isNeeded = (head: string, used: ReadonlySet<string>): boolean =>
  head.startsWith('@') || selectorsOf(head).some((selector) => classesOf(selector).every((name) => used.has(name)))

const selectorsOf = (head: string): string[] => {
  const comma = find(head, ',')
  return comma === head.length ? [head] : [head.slice(0, comma), ...selectorsOf(head.slice(comma + 1))]
}

/** What `:not(…)` and its kin ask for does not count: it narrows or offers a choice. */
const classesOf = (selector: string): string[] => {
  const open = find(selector, '(')
  const plain = selector.slice(0, open)
  const rest = open === selector.length ? '' : selector.slice(find(selector, ')', open + 1) + 1)
  const names = [...plain.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll('\\', ''))
  return rest === '' ? names : [...names, ...classesOf(rest)]
}

/** Where one of the marks next stands outside of strings and of anything in brackets; the length when nowhere. */
const find = (text: string, marks: string, from = 0): number => {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (depth === 0 && marks.includes(sign)) return at
    if (sign === '\\') at += 1
    else if (sign === '"' || sign === "'") at = text.indexOf(sign, at + 1)
    else if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign)) depth -= 1
  }
  return text.length
}
