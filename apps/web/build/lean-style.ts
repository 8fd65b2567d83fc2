import type { Plugin } from 'vite'

const registration = /@property (--tw-[\w-]+) \{([^{}]*)\}\s*/g
/** The same once more, for browsers that do not know `@property`. */
const olderBrowsers = /@layer properties \{\s*@supports [^{]*\{[^{}]*\{([^{}]*)\}\s*\}\s*\}\s*/
const banner = /\/\*! tailwindcss [^*]*\*\/\s*/

/**
 * Tailwind's utilities talk to each other through variables (`--tw-*`), each registered twice, for browsers old and
 * new. What nobody sets is written out as its value, what nobody reads goes, and so do the registrations of both.
 */
export const leanStyle = (): Plugin => ({
  name: 'runnel-lean-style',
  enforce: 'pre',
  apply: 'build',
  transform(code, id) {
    return /[.]css(?:$|[?])/.test(id) && banner.test(code) ? { code: leaner(code), map: null } : null
  },
})

export const leaner = (code: string): string => {
  const initial = new Map([...code.matchAll(registration)].map(([, name = '', body = '']) => [name, initialOf(body)]))
  const names = new Set(code.match(/--tw-[\w-]+/g))
  let lean = code.replace(banner, '')
  for (const name of names) lean = withoutIdle({ code: lean, name, initial: initial.get(name) })
  const older = olderBrowsers.exec(lean)
  if (!older) return lean.replace('@layer properties;', '')
  return older[1]?.trim() === '' ? lean.replace(olderBrowsers, '').replace('@layer properties;', '') : lean
}

const initialOf = (body: string) => /initial-value:([^;]*)/.exec(body)?.[1]?.trim()

interface Variable {
  code: string
  name: string
  initial: string | undefined
}

const withoutIdle = ({ code, name, initial }: Variable): string => {
  const rules = code.replace(registration, '').replace(olderBrowsers, '')
  const isSet = new RegExp(`${name}:`).test(rules)
  const isRead = new RegExp(`var\\(${name}[,)]`).test(rules)
  if (isSet && isRead) return code
  const settled = isSet ? code : writtenOut({ code, name, initial })
  return settled
    .replace(new RegExp(`@property ${name} \\{[^{}]*\\}\\s*`, 'g'), '')
    .replace(new RegExp(`(?<=[{;\\s])${name}:[^;}]*;?\\s*`, 'g'), '')
}

/** Each `var(--name, fallback)` as its fallback, and where it has none as the value that it starts with. */
const writtenOut = ({ code, name, initial }: Variable): string => {
  let text = code
  const next = new RegExp(`var\\(${name}(?=[,)])`)
  for (let found = next.exec(text); found; found = next.exec(text)) {
    const end = closing(text, found.index + 'var'.length)
    const fallback = text.slice(found.index + found[0].length + 1, end).trim()
    // `initial` is what a variable without a value means: the declaration does not count.
    text = text.slice(0, found.index) + (fallback || (initial ?? 'initial')) + text.slice(end + 1)
  }
  return text
}

const closing = (text: string, opening: number): number => {
  let depth = 0
  for (let at = opening; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return at
  }
  throw new Error('A bracket of a style is never closed.')
}
