import type { Plugin } from 'vite'
import { copyOf, readOfRoutes } from './contract-copies.ts'

/** These only describe; a description that nobody reads may be left out. */
const describing = new Set(['z', 'route', 'line', 'prose', 'listing', 'wholeNumber', 'reasonable'])

/** As much of a syntax tree as is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  callee?: Node
  object?: Node
  key?: Node
  properties?: Node[]
  declaration?: Node
  declarations?: Node[]
  specifiers?: Node[]
  id?: Node | null
  local?: Node
  arguments?: Node[]
}

/** Sends the contract to the browser without answers, limits and texts of its routes, and marks what may be dropped. */
export const wireContract = (): Plugin => ({
  name: 'runnel-wire-contract',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\/packages\/contract\/src\/.+\.ts(?:\?\w+)?$/ },
    handler(code, id) {
      const kept = readOfRoutes(id)
      const edits = nodesIn(this.parse(code)).flatMap((node) => editsOf(node, { code, kept }))
      const lean = apply(code, edits)
      return { code: copyOf(id) === 'calls' ? onlyTables(lean, this.parse(lean)) : lean, map: null }
    },
  },
})

interface Edit {
  start: number
  end: number
  text: string
}

const editsOf = (call: Node, { code, kept }: { code: string; kept: readonly string[] }): Edit[] => {
  if (call.type !== 'CallExpression') return []
  const name = rootName(call.callee)
  if (name === 'csvTwin') {
    // Who reads only bodies has no path of the list either, and no use for its file.
    const text = kept.includes('path') ? twinOf(call.arguments?.[0], code) : 'undefined'
    return [{ start: call.start, end: call.end, text }]
  }
  if (name === undefined || !describing.has(name)) return []
  const mark = { start: call.start, end: call.start, text: '/*#__PURE__*/ ' }
  if (name !== 'route') return [mark]
  const gone = call.arguments?.[0]?.properties?.filter(({ key }) => !kept.includes(key?.name ?? '')) ?? []
  return [mark, ...gone.map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))]
}

/** The file of a list, as `csvTwin` makes it, without the filters, which the list itself has not kept either. */
const twinOf = (list: Node | undefined, code: string): string => {
  const name = list ? code.slice(list.start, list.end) : ''
  return `/*#__PURE__*/ (() => ({ method: 'GET', path: ${name}.path.replace(/\\/$/, '') + '.csv', kind: 'csv' }))()`
}

/** `z` of `z.string().check(…)`. */
const rootName = (node: Node | undefined): string | undefined => {
  if (node?.type === 'MemberExpression') return rootName(node.object)
  return node?.type === 'CallExpression' ? rootName(node.callee) : node?.name
}

/**
 * Leaves the tables of routes and what they are made of. Dropping the rest later would be too late: what a module
 * imports counts as reachable, and would come to the browser with whoever reaches it first.
 */
const onlyTables = (code: string, program: { body: readonly unknown[] }): string => {
  const body = program.body.flatMap((statement) => nodesIn(statement).slice(0, 1))
  const isImport = ({ type }: Node) => type === 'ImportDeclaration'
  let kept = body.filter((statement) => !isImport(statement) && !describes(statement))
  for (let before = -1; before < kept.length;) {
    before = kept.length
    const names = new Set(kept.flatMap(namesIn))
    kept = body.filter((statement) => kept.includes(statement) || declaredBy(statement).some((name) => names.has(name)))
  }
  const names = new Set(kept.filter((statement) => !isImport(statement)).flatMap(namesIn))
  return kept.map((statement) => textOf(statement, { code, names })).join('\n')
}

/** Beside a table an import may name a rule, which is gone from where it came. */
const textOf = (statement: Node, { code, names }: { code: string; names: ReadonlySet<string> }): string => {
  const unused = (statement.type === 'ImportDeclaration' ? (statement.specifiers ?? []) : []).filter(
    ({ local }) => !names.has(local?.name ?? ''),
  )
  const gone = unused.map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))
  const before = { start: 0, end: statement.start, text: '' }
  return apply(code.slice(0, statement.end), [before, ...gone])
}

const rules = new Set([...describing].filter((name) => name !== 'route'))
const describes = (statement: Node) =>
  nodesIn(statement).some(({ type, callee }) => type === 'CallExpression' && rules.has(rootName(callee) ?? ''))

const namesIn = (node: Node) => nodesIn(node).flatMap(({ type, name }) => (type === 'Identifier' && name ? [name] : []))

/** What stands on the left of a statement, or is imported by it. */
const declaredBy = (statement: Node): string[] => {
  const { declarations, specifiers } = statement.declaration ?? statement
  return [...(declarations ?? []), ...(specifiers ?? [])].flatMap(({ id, local }) => (id ?? local)?.name ?? [])
}

const nodesIn = (node: unknown): Node[] => {
  if (Array.isArray(node)) return node.flatMap(nodesIn)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  // A node is told by its type.
  return [node as Node, ...Object.values(node).flatMap(nodesIn)]
}

/** From the end on, so that places before an edit stay true; what lies inside of something removed is gone with it. */
const apply = (code: string, edits: readonly Edit[]): string => {
  const removed = edits.filter(({ start, end }) => end > start)
  const standing = edits.filter(
    (edit) => !removed.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  )
  return standing
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
