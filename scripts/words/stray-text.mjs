// Checks that every text of the web comes from the catalogue. It takes the Node of the packages: it reads the contract,
// which is TypeScript.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { contract } from '@runnel/contract'
import ts from 'typescript'
import { root } from '#scripts/root.mjs'
import { quiet } from '#scripts/step.mjs'

const kinds = ts.SyntaxKind
/** Tests, what only they use, and the page that shows all components, whose texts are examples. */
const unread = /[.]test[.]tsx?$|[/]src[/]test[/]|[/]example[.]ts$|[/]main[/](?:DevUi|ui-kit[/])/
/** Attributes that a browser or a screen reader shows. */
const shown = /^(?:aria-(?:label|description|roledescription|valuetext|placeholder)|title|placeholder|alt|label|hint)$/
/** Attributes and functions that take several words which nobody reads. */
const technical = /^(?:class(?:Name|es)?|\w+(?:ClassName|Class)|rel|sandbox|allow|style|accept|sizes|media|d)$/
const finders = /(?:^|[.])(?:classes|closest|matches|matchMedia|querySelector(?:All)?)$/
const silent = /^(?:code|kbd|style|script)$/
/** One error carries its sentence to the page. */
const mistakes = /^(?!SentenceError).*Error$/

/** Throws if a file of the web shows a text that no translator can reach. */
export const checkStrayText = async () => {
  const paths = await sourcesOfWeb()
  const found = paths.flatMap((path) => strayTexts({ path, source: readSource(path), codes: codesOfContract }))
  const wrong = problemsOf(found, exceptionsOf(readSource('scripts/words/untranslated.tsv')))
  if (wrong.length) throw new Error(`${wrong.join('\n')}\nUse t, Trans or msg (CONTRIBUTING.md, “Add a page”).`)
}

/** The files of the web that may show a text. */
export const sourcesOfWeb = async () => {
  const listed = await quiet('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'])
  return listed
    .split('\n')
    .filter((path) => /[.]tsx?$/.test(path) && !unread.test(path) && existsSync(join(root, path)))
}

const readSource = (path) => readFileSync(join(root, path), 'utf8')

/** Compares `{ path, line, text }` with the exceptions, and names each exception that nothing needs. */
export const problemsOf = (found, exceptions) => {
  const unused = new Set(exceptions)
  const wrong = found.filter(({ path, text }) => {
    const allowed = exceptions.filter((each) => each.path === path && (each.text === '*' || each.text === text))
    for (const each of allowed) unused.delete(each)
    return allowed.length === 0
  })
  return [
    ...wrong.map(({ path, line, text }) => `${path}:${line} shows “${text}”, which is not in the catalogue`),
    ...[...unused].map(({ path, text }) => `scripts/words/untranslated.tsv: ${path} no longer shows “${text}”`),
  ]
}

/** Rows of a file, a text that it may show (* for all), and the reason. */
export const exceptionsOf = (tsv) =>
  tsv
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row, index) => {
      const [path, text, reason] = row.split('\t')
      if (!reason) throw new Error(`scripts/words/untranslated.tsv:${index + 2} gives no reason`)
      return { path, text }
    })

/** Finds the texts of one file; `codes` are names of fields whose values are codes, which need a label to be shown. */
export const strayTexts = ({ path, source, codes = new Set() }) => {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const macros = macrosOf(file)
  const found = []
  const add = (node, text) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file))
    found.push({ path, line: line + 1, text: text.replaceAll(/\s+/g, ' ').trim() })
  }
  const visit = (node) => {
    if (isUnread(node)) return
    if (isEager(node, macros)) return add(node, node.getText(file))
    const inner = innerOf(node, macros)
    if (inner) return inner.forEach(visit)
    if (ts.isJsxText(node) && hasWord(node.text)) add(node, node.text)
    const code = rawCodeOf(node, codes)
    if (code) add(code, code.getText(file))
    const text = textOf(node)
    if (text !== undefined && isRead(text, placeOf(node, macros))) add(node, text)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** Types, addresses of modules, queries in another language, and mistakes of ours, which no visitor reads. */
const isUnread = (node) =>
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isTypeNode(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  (ts.isNewExpression(node) && mistakes.test(node.expression.getText())) ||
  (ts.isCallExpression(node) && node.expression.kind === kinds.SuperKeyword) ||
  (ts.isCallExpression(node) && finders.test(node.expression.getText())) ||
  (ts.isJsxAttribute(node) && technical.test(node.name.getText())) ||
  (isElement(node) && silent.test(openingOf(node).tagName.getText()))

const isElement = (node) => ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)
const openingOf = (node) => (ts.isJsxElement(node) ? node.openingElement : node)
/** Names of Lingui’s macros in a file: they hold messages of the catalogue. */
const macrosOf = (file) =>
  new Set(
    file.statements
      .filter((node) => ts.isImportDeclaration(node) && /^@lingui[/]\w+[/]macro$/.test(node.moduleSpecifier.text))
      .flatMap((node) => node.importClause.namedBindings.elements.map(({ name }) => name.text)),
  )

const isMessage = (node, macros) =>
  (ts.isCallExpression(node) && macros.has(node.expression.getText())) ||
  (ts.isTaggedTemplateExpression(node) && macros.has(node.tag.getText())) ||
  (isElement(node) && macros.has(openingOf(node).tagName.getText()))

/** The values in a message, and the elements in it with what they say besides; undefined where there is no message. */
const innerOf = (node, macros) => {
  if (!isMessage(node, macros)) return undefined
  const inner = []
  const collect = (part) => {
    if (ts.isTemplateSpan(part)) return inner.push(part.expression)
    if (ts.isJsxAttributes(part) && !macros.has(part.parent.tagName.getText())) return inner.push(part)
    ts.forEachChild(part, collect)
  }
  ts.forEachChild(node, collect)
  return inner
}

/** A message that is put together when its file is loaded stays in the language of that moment; `msg` does not. */
const isEager = (node, macros) =>
  ts.isCallExpression(node) &&
  node.expression.getText() !== 'msg' &&
  isMessage(node, macros) &&
  !ts.findAncestor(node, (each) => ts.isFunctionLike(each))

/** Text of a literal, or of a template without its values. */
const textOf = (node) => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…')
  return undefined
}

const carriers = [kinds.AmpersandAmpersandToken, kinds.BarBarToken, kinds.QuestionQuestionToken, kinds.PlusToken]

/** Place of a literal: 'child' of an element, name of an attribute or field, 'beside a message', 'compared', 'code'. */
const placeOf = (node, macros) => {
  const { parent } = node
  if (ts.isJsxAttribute(parent)) return parent.name.getText()
  if (ts.isJsxExpression(parent)) return ts.isJsxAttribute(parent.parent) ? parent.parent.name.getText() : 'child'
  if (ts.isPropertyAssignment(parent) && parent.initializer === node) return parent.name.getText()
  if (ts.isReturnStatement(parent)) return returnsMessages(parent, macros) ? 'beside a message' : 'code'
  if (ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return 'compared'
  if (ts.isBinaryExpression(parent)) {
    if (carriers.includes(parent.operatorToken.kind)) return placeOf(parent, macros)
    return parent.operatorToken.kind === kinds.EqualsToken ? 'code' : 'compared'
  }
  if (ts.isConditionalExpression(parent)) {
    if (parent.condition === node) return 'compared'
    const other = parent.whenTrue === node ? parent.whenFalse : parent.whenTrue
    return isMessage(other, macros) ? 'beside a message' : placeOf(parent, macros)
  }
  const isWrapped = ts.isParenthesizedExpression(parent) || ts.isTemplateSpan(parent) || ts.isTemplateExpression(parent)
  return isWrapped ? placeOf(parent, macros) : 'code'
}

/** True if a function has a message as another of its results, as one that names the values of a list. */
const returnsMessages = (statement, macros) => {
  const isFound = (node) => {
    if (node !== statement && ts.isReturnStatement(node)) return node.expression && isMessage(node.expression, macros)
    return !ts.isFunctionLike(node) && ts.forEachChild(node, isFound)
  }
  const owner = ts.findAncestor(statement, (each) => ts.isFunctionLike(each))
  return owner?.body && ts.forEachChild(owner.body, isFound)
}

const isRead = (text, place) => {
  if (place === 'compared') return false
  const isShown = /^(?:child|message|beside a message)$/.test(place) || shown.test(place)
  return isShown ? hasWord(text.replace(/https?:[/][/]\S*/, '')) : isSentence(text)
}

const hasWord = (text) => /\p{L}{2,}/u.test(text.replaceAll(/&\w+;/g, ''))

/** Styles, selectors, addresses and markup. */
const marks = /(?:^|\s)[-!*&]*[a-z][\w./]*[-:[\]#]\w|\w[(]|[[\]{}<>=*;]|^[.#(]|^[a-z]+, [a-z]+/

/** In code a text is told from a name by its capital or by its spaces. */
const isSentence = (text) => {
  if (/^\p{Lu}\p{Ll}+(?![\p{L}/])/u.test(text)) return true
  return !marks.test(text) && /(?:\p{L}{2,}|…|\d+)[,.:;!?’]? \p{L}{2,}|\p{L}{2,}[,.:;!?’]? (?:…|\d)/u.test(text)
}

/** A code of the server in the place of a text: in an element, an attribute that is shown, or the cell of a table. */
const rawCodeOf = (node, codes) => {
  const shownIn = isShowing(node) ? resultOf(node.expression ?? node.initializer.body) : undefined
  if (!shownIn) return undefined
  const name = ts.isPropertyAccessExpression(shownIn) ? shownIn.name : shownIn
  return ts.isIdentifier(name) && codes.has(name.text) ? shownIn : undefined
}

const isShowing = (node) => {
  if (ts.isJsxExpression(node))
    return node.expression && (!ts.isJsxAttribute(node.parent) || shown.test(node.parent.name.getText()))
  return ts.isPropertyAssignment(node) && node.name.getText() === 'cell' && ts.isArrowFunction(node.initializer)
}

const resultOf = (node) => {
  if (ts.isParenthesizedExpression(node)) return resultOf(node.expression)
  return ts.isBinaryExpression(node) && carriers.includes(node.operatorToken.kind) ? resultOf(node.right) : node
}

/** Names of fields of the answers whose values are mostly codes. */
const codesOf = (routes) => {
  const balance = new Map()
  const seen = new Set()
  const count = (schema, name) => {
    const { def } = schema._zod
    if (def.type === 'enum' || def.type === 'literal' || def.type === 'string') {
      balance.set(name, (balance.get(name) ?? 0) + (def.type === 'string' ? -1 : 1))
    } else if (def.type === 'object' && !seen.has(schema)) {
      seen.add(schema)
      for (const [field, shape] of Object.entries(def.shape)) count(shape, field)
    } else if (def.type === 'union') for (const option of def.options) count(option, name)
    else for (const inner of [def.element, def.innerType, def.valueType, def.in]) if (inner) count(inner, name)
  }
  for (const { answer } of routes) if (answer) count(answer, '')
  return new Set([...balance].filter(([, sum]) => sum > 0).map(([name]) => name))
}

export const codesOfContract = codesOf(Object.values(contract).flatMap((feature) => Object.values(feature)))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await checkStrayText()
