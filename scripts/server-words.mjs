import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import ts from 'typescript'
import { listFiles } from './files.mjs'
import { root } from './root.mjs'
import { catalogueTexts } from './words.mjs'

/** The server's catalogues: a file for each language, with messages under ids. English is the source of the others. */
const folder = 'apps/server/locales'
const idsFile = `${folder}/ids.ts`

/** Languages that must have every message, and those of them that have the owner's messages too. */
const complete = ['en', 'es', 'pt-BR', 'ru', 'id', 'hi', 'vi', 'tr', 'fr', 'ar']
const completeForOwner = ['en', 'es', 'pt-BR', 'ru']

/** Messages that only the owner of a site meets. */
export const isOwners = (id) => id.startsWith('owner.')

/** Everything that a machine can say about the server's catalogues and of sentences beside them. */
export const checkServerWords = async () => {
  const english = readCatalogue('en')
  const wrong = [
    ...(read('en') === poOf('en', english)
      ? []
      : [`${folder}/en.po isn’t in order: run npm run messages -w @runnel/server`]),
    ...(readText(idsFile) === idsOf(english) ? [] : [`${idsFile} is stale: run npm run messages -w @runnel/server`]),
    ...complete.flatMap((locale) => catalogueProblems(locale, english, readCatalogue(locale))),
    ...complete.flatMap((locale) => twoWordings(locale, readCatalogue(locale), catalogueTexts(readPages(locale)))),
    ...(await sourceProblems(english)),
  ]
  if (wrong.length) throw new Error(wrong.join('\n'))
}

/**
 * What the pages say in other words than the server: both name by the same ids what a rule refuses, and what a
 * notification says under the bell and in a summary.
 */
export const twoWordings = (locale, server, pages) => {
  const said = new Map(pages.map(({ id, text }) => [id, text]))
  return server
    .filter(({ id, text }) => /^(validation|notification|ui)\./.test(id) && said.get(id) !== text)
    .map(({ id }) => `${locale}: the pages say ${id} otherwise than the server`)
}

const readText = (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '')
const read = (locale) => readText(`${folder}/${locale}.po`)
const readPages = (locale) => readText(`apps/web/src/locales/${locale}.po`)

export const readCatalogue = (locale) => catalogueTexts(read(locale)).toSorted(byId)

const byId = (a, b) => (a.id < b.id ? -1 : 1)

/** What a language lacks, has too much, or says with other values or plural forms than it needs. */
export const catalogueProblems = (locale, english, texts) => {
  const known = new Map(english.map(({ id, text }) => [id, text]))
  const said = new Map(texts.map(({ id, text }) => [id, text]))
  const wanted = english.filter(({ id }) => !isOwners(id) || completeForOwner.includes(locale))
  const missing = wanted.filter(({ id }) => !said.has(id)).map(({ id }) => `${locale}: ${id} is missing`)
  const unknown = texts.filter(({ id }) => !known.has(id)).map(({ id }) => `${locale}: ${id} isn’t in English`)
  const wrong = texts
    .filter(({ id }) => known.has(id))
    .flatMap(({ id, text }) =>
      messageProblems({ locale, text, english: known.get(id) }).map((why) => `${locale}: ${id} ${why}`),
    )
  return [...missing, ...unknown, ...wrong]
}

const messageProblems = ({ locale, text, english }) => {
  try {
    const [own, source] = [shapeOf(text), shapeOf(english)]
    const [names, wanted] = [own, source].map(({ values }) => Object.keys(values).toSorted().join(', '))
    const lacking = own.plurals.flatMap((categories) =>
      categoriesOf(locale).filter((each) => !categories.includes(each)),
    )
    return [
      ...(names === wanted ? [] : [`takes ${names || 'nothing'} in place of ${wanted || 'nothing'}`]),
      ...(lacking.length ? [`lacks the plural ${[...new Set(lacking)].join(', ')}`] : []),
      ...(text.includes("'") ? ['has a straight apostrophe, which quotes'] : []),
    ]
  } catch (error) {
    return [`can’t be read: ${error.message.split('\n')[0]}`]
  }
}

/** The `many` of Romance languages is for millions written in words, which no message has. */
const categoriesOf = (locale) => {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions()
  return ['es', 'fr', 'pt-BR'].includes(locale) ? ['one', 'other'] : pluralCategories
}

/** What a message takes, each placeholder with the type of its value, and the plural forms that it has. */
export const shapeOf = (text) => {
  const values = {}
  const plurals = []
  const visit = (tokens) => {
    for (const token of tokens) {
      if (typeof token === 'string') continue
      const [name, type, choices] = token
      values[name] = typeOf(type, values[name])
      if (typeof choices !== 'object') continue
      if (type === 'plural') plurals.push(Object.keys(choices))
      for (const choice of Object.values(choices)) if (Array.isArray(choice)) visit(choice)
    }
  }
  visit(compileMessageOrThrow(text))
  return { values, plurals }
}

const typeOf = (type, known) => {
  if (type === 'plural' || type === 'selectordinal' || type === 'number') return 'number'
  if (type === 'select') return 'string'
  return known ?? 'Value'
}

const poOf = (locale, messages) =>
  [
    `msgid ""\nmsgstr ""\n"Language: ${locale}\\n"`,
    ...messages.map(({ id, text }) => `msgid ${JSON.stringify(id)}\nmsgstr ${JSON.stringify(text)}`),
  ].join('\n\n') + '\n'

/** The ids with what each takes, so that TypeScript knows a missing one. */
const idsOf = (messages) => {
  const rows = messages.map(({ id, text }) => {
    const values = Object.entries(shapeOf(text).values).map(([name, type]) => `readonly ${name}: ${type}`)
    return `  readonly '${id}': ${values.length === 0 ? 'Nothing' : `{ ${values.join('; ')} }`}\n`
  })
  return `// Written by \`npm run messages -w @runnel/server\` from en.po.
import type { Value } from '#kernel/words/say.ts'

type Nothing = Readonly<Record<never, never>>

export interface Messages {
${rows.join('')}}
`
}

const sources = ['apps/server/src/*.ts', 'packages/contract/src/*.ts']

/** Messages that no code names, and sentences that stand in code. */
const sourceProblems = async (english) => {
  const paths = (await listFiles(...sources)).filter((path) => !/[.]test[.]ts$|[/]test[/]/.test(path))
  const files = paths.map((path) => ({ path, source: readText(path) }))
  const named = new Set(
    files.flatMap(({ source }) => [...source.matchAll(/'([a-zA-Z]+(?:[.][a-zA-Z0-9]+)*)'/g)].map(([, id]) => id)),
  )
  const unused = english.filter(({ id }) => !named.has(id)).map(({ id }) => `en: ${id} is named by no code`)
  const server = files.filter(({ path }) => path.startsWith('apps/server/'))
  return [...unused, ...server.flatMap(sentencesIn)]
}

/** What an answer, a refusal, an email or a stored row says. */
const spoken = new Set(
  'msg message reason sentence why detail note words title subject text body label hint heading description'.split(' '),
)

/** Letters to the support of other companies, which read English. */
const foreign = new Set(['apps/server/src/features/offerwall/report/report-list.ts'])

/** Sentences that code says itself: properties and arguments that somebody reads have to be codes. */
export const sentencesIn = ({ path, source }) => {
  if (foreign.has(path)) return []
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const visit = (node) => {
    const said = saidBy(node)
    for (const text of said) {
      const { line } = file.getLineAndCharacterOfPosition(text.getStart())
      found.push(`${path}:${line + 1} says a sentence itself: move it to ${folder}/en.po`)
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const saidBy = (node) => {
  if (ts.isPropertyAssignment(node) && spoken.has(node.name.getText())) return sentenceLiterals(node.initializer)
  if (ts.isVariableDeclaration(node) && node.initializer && spoken.has(node.name.getText()))
    return sentenceLiterals(node.initializer)
  if (ts.isCallExpression(node) && /^refuse\w*$/.test(node.expression.getText()))
    return node.arguments.flatMap(sentenceLiterals)
  return []
}

/** Literals of a value that read like a sentence: also of either branch, and of parts that are joined. */
const sentenceLiterals = (node) => {
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(sentenceLiterals)
  if (ts.isBinaryExpression(node)) return [node.left, node.right].flatMap(sentenceLiterals)
  if (ts.isParenthesizedExpression(node)) return sentenceLiterals(node.expression)
  const text = ts.isStringLiteralLike(node) ? node.text : ts.isTemplateExpression(node) ? wordsOf(node) : ''
  return /^[{\p{Lu}].*\s.*\p{L}|^\p{Lu}[\p{Ll}’]+[.]$/u.test(text) ? [node] : []
}

const wordsOf = ({ head, templateSpans }) =>
  [head, ...templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('{}')

export const writeMessages = () => {
  const messages = readCatalogue('en')
  writeFileSync(join(root, folder, 'en.po'), poOf('en', messages))
  writeFileSync(join(root, idsFile), idsOf(messages))
}

if (process.argv[1]?.endsWith('server-words.mjs')) writeMessages()
