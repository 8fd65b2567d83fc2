import type { Plugin } from 'vite'

/** What the browser reads of a route; the rest is the server's business and only weight here. */
const readByBrowser = new Set(['method', 'path', 'kind', 'body'])
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
  arguments?: Node[]
}

/** Sends the contract to the browser without answers, limits and texts of its routes, and marks what may be dropped. */
export function wireContract(): Plugin {
  return {
    name: 'runnel-wire-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[^/]+\.ts$/ },
      handler(code) {
        const edits = callsIn(this.parse(code)).flatMap((call) => editsOf(call, code))
        return { code: apply(code, edits), map: null }
      },
    },
  }
}

interface Edit {
  start: number
  end: number
  text: string
}

function editsOf(call: Node, code: string): Edit[] {
  const name = rootName(call.callee)
  if (name === undefined || !describing.has(name)) return []
  const mark = { start: call.start, end: call.start, text: '/*#__PURE__*/ ' }
  if (name !== 'route') return [mark]
  const gone = call.arguments?.[0]?.properties?.filter(({ key }) => !readByBrowser.has(key?.name ?? '')) ?? []
  return [mark, ...gone.map(({ start, end }) => ({ start, end: code[end] === ',' ? end + 1 : end, text: '' }))]
}

/** `z` of `z.string().check(…)`. */
function rootName(node: Node | undefined): string | undefined {
  if (node?.type === 'MemberExpression') return rootName(node.object)
  return node?.type === 'CallExpression' ? rootName(node.callee) : node?.name
}

function callsIn(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(callsIn)
  if (typeof node !== 'object' || node === null || !('type' in node)) return []
  const inside = Object.values(node).flatMap(callsIn)
  // A node is told by its type.
  return node.type === 'CallExpression' ? [node as Node, ...inside] : inside
}

/** From the end on, so that places before an edit stay true; what lies inside of something removed is gone with it. */
function apply(code: string, edits: readonly Edit[]): string {
  const removed = edits.filter(({ start, end }) => end > start)
  const standing = edits.filter(
    (edit) => !removed.some((other) => other !== edit && other.start <= edit.start && edit.end <= other.end),
  )
  return standing
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
