import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { listFiles } from './files.mjs'
import { root } from './root.mjs'

/**
 * Documents that aren't checked: docs/WORDS.md lists the expressions themselves; translations aren't English; the
 * specification keeps its wording; the three others are working papers from before the guide, with hundreds of hits.
 */
const excluded =
  /^docs[/](?:WORDS|design[/](?:SPEC|ANTIBOT|PRODUCT|PROTOCOLS))[.]md$|[/]home[/]content[/][^/]+[/][^/]+[.]md$/

/**
 * Checks that no message of the catalogue, no sentence or email of the server, and no document uses an expression that
 * docs/WORDS.md replaces. `scripts/words/forbidden.tsv` lists the expressions, `scripts/words/exceptions.tsv` what may
 * use one.
 */
export const checkWords = async () => {
  const texts = [
    ...catalogueTexts(read('apps/web/src/locales/en.po')),
    ...catalogueTexts(read('apps/server/locales/en.po')),
    ...(await sourceTexts()),
    ...(await checkedDocuments()).flatMap((path) => documentTexts({ path, source: read(path) })),
  ]
  const wrong = problemsOf({
    texts,
    patterns: parsePatterns(read('scripts/words/forbidden.tsv')),
    exceptions: parseExceptions(read('scripts/words/exceptions.tsv')),
  })
  if (wrong.length) throw new Error(`${wrong.join('\n')}\nSee docs/WORDS.md.`)
}

const read = (path) => readFileSync(join(root, path), 'utf8')

/** Compares texts `{ id, text }` with the expressions, and names each exception that nothing needs. */
export const problemsOf = ({ texts, patterns, exceptions }) => {
  const unused = new Set(exceptions)
  const wrong = texts.flatMap(({ id, text }) =>
    patterns.flatMap(({ pattern, expression, instead }) => {
      const found = withoutPlaceholders(text).match(expression)
      if (!found) return []
      const allowed = exceptions.filter((exception) => exception.id === id && exception.pattern === pattern)
      for (const exception of allowed) unused.delete(exception)
      return allowed.length ? [] : [`${id}: “${found[0]}” in “${text}”; write instead: ${instead}`]
    }),
  )
  const needless = [...unused].map(
    ({ id, pattern }) => `scripts/words/exceptions.tsv: ${id} no longer needs ${pattern}`,
  )
  return [...wrong, ...needless]
}

/** Names of placeholders are code: only the words around them are read. */
const withoutPlaceholders = (text) =>
  text
    .replace(/[$][{][^{}]*(?:[{][^{}]*[}][^{}]*)*[}]/g, '{}')
    .replace(/[{]\w+, *(plural|select|selectordinal),/g, '{')
    .replace(/[{]\w+[}]/g, '{}')

/** Rows of an expression, what to write instead, and an example; it ignores case unless it begins with ^. */
export const parsePatterns = (tsv) =>
  rowsOf(tsv).map(([pattern, instead]) => ({
    pattern,
    instead,
    expression: new RegExp(pattern, pattern.startsWith('^') ? '' : 'i'),
  }))

export const parseExceptions = (tsv) =>
  rowsOf(tsv).map(([id, pattern, reason], index) => {
    if (!reason) throw new Error(`scripts/words/exceptions.tsv:${index + 2} gives no reason`)
    return { id, pattern }
  })

const rowsOf = (tsv) =>
  tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

/** Messages of a catalogue in the format of gettext, with their ids. */
export const catalogueTexts = (po) => {
  const texts = po.split('\n\n').map((entry) => ({ id: fieldOf(entry, 'msgid'), text: fieldOf(entry, 'msgstr') }))
  return texts.filter(({ id, text }) => id && text)
}

const fieldOf = (entry, name) => {
  const found = entry.match(new RegExp(`^${name} ((?:".*"\\n?)+)`, 'm'))
  return found
    ? found[1]
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .join('')
    : ''
}

/** Headings, paragraphs, list items and table cells of a document, without code and without the targets of links. */
export const documentTexts = ({ path, source }) =>
  source
    .replace(/^( *)```[^]*?^\1```$/gm, '')
    .replace(/`[^`\n]+`/g, '``')
    .replace(/\]\([^)]*\)/g, ']')
    .split(/\n\s*\n|\n(?=#)|(?<=^#.*)\n|\n(?=\s*(?:[-*]|\d+[.]) )|[|]/m)
    .map((text) =>
      text
        .replace(/^\s*(?:#+|[-*]|\d+[.])\s/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter(Boolean)
    .map((text) => ({ id: path, text }))

/** Every markdown document of the project in English, also a new one that isn't committed yet. */
export const checkedDocuments = async () => (await listFiles('*.md')).filter((path) => !excluded.test(path))

const sources = ['apps/server/src/*.ts', 'packages/contract/src/*.ts']

const sourceTexts = async () => {
  const paths = (await listFiles(...sources)).filter((path) => !/[.]test[.]ts$|[/]test[/]/.test(path))
  return paths.flatMap((path) => sentencesOf({ path, source: read(path) }))
}

/**
 * The sentences in a file of the server or the contract: literals that begin with a capital letter and have a space.
 * What only operators read in a log, and what says that we made a mistake, is no sentence of the product.
 */
export const sentencesOf = ({ path, source }) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const texts = []
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || isInternal(node)) return
    if (ts.isTaggedTemplateExpression(node)) return void texts.push(...inQuery(node, path))
    const text = literalText(node, file)
    if (text === undefined) return ts.forEachChild(node, visit)
    if (/^[$]?[{\p{Lu}]/u.test(text) && text.includes(' ')) texts.push({ id: path, text })
    for (const span of spansOf(node)) visit(span.expression)
  }
  visit(file)
  return texts
}

/** What a query writes as a text of its own. */
const inQuery = (node, path) =>
  [...node.template.getText().matchAll(/'(\p{Lu}[^'\n]* [^'\n]*)'/gu)].map(([, text]) => ({ id: path, text }))

const isInternal = (node) =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
  /^(Error|assert|.*\blog[.]\w+)$/.test(node.expression.getText())

/** Text of a literal, of a template with its placeholders, or of several joined by +. */
const literalText = (node, file) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => `\${${span.expression.getText(file)}}${span.literal.text}`)
    return node.head.text + spans.join('')
  }
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken) return undefined
  const [left, right] = [literalText(node.left, file), literalText(node.right, file)]
  return left === undefined || right === undefined ? undefined : left + right
}

const spansOf = (node) => {
  if (ts.isTemplateExpression(node)) return node.templateSpans
  return ts.isBinaryExpression(node) ? [...spansOf(node.left), ...spansOf(node.right)] : []
}
