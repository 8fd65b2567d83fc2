import MarkdownIt, { type Token } from 'markdown-it'
import sanitize, { type IOptions } from 'sanitize-html'
import { refuseField } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'

/** How deep quotes and lists may nest. Nobody reads what is deeper, and programs that go down there fall. */
const NESTING = 20
/** HTML tags of the text itself that may stand within one another; deeper ones are left out. */
const TAGS_WITHIN = 50
/** Columns that a table may have; a wider one stays text. Each short line below it would be filled to its width. */
const COLUMNS = 20
/** How many characters of HTML one character of Markdown may make: a long address can be used again and again. */
const GROWTH = 10
const GROWTH_BASE = 10_000

/** What its sanitizer lets through. */
export type Allowed = IOptions

// Measured with 10,000 characters of 90 attacks: at most 40 ms, and twice as long takes twice the time. Others needed
// seconds for some of them, or overflowed the stack.
const parser = new MarkdownIt({ html: true, linkify: true, maxNesting: NESTING + 10 })
// Where a link may lead is the sanitizer's to say, which knows the whole list of what is allowed.
parser.validateLink = () => true
// Only what says that it is an address becomes a link by itself.
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false })
const [tableRule] = parser.block.ruler.getRules('').filter(({ name }) => name === 'table')
if (tableRule !== undefined) {
  parser.block.ruler.at(
    'table',
    (state, start, end, silent) => {
      const columns = state.src.slice(state.bMarks[start], state.eMarks[start]).split('|', COLUMNS + 3).length
      return columns <= COLUMNS + 2 && tableRule(state, start, end, silent)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

/** Markdown as sanitized HTML, or undefined where it nests too deeply or makes far more than it is. */
export const htmlOf = (markdown: string, allowed: Allowed): string | undefined => {
  const env = {}
  const tokens = parser.parse(markdown, env)
  if (tokens.some(({ level }) => level >= NESTING)) return undefined
  if (weightOf(tokens) > GROWTH * markdown.length + GROWTH_BASE) return undefined
  const html = parser.renderer.render(tokens, parser.options, env)
  return sanitize(html, { ...allowed, nestingLimit: TAGS_WITHIN })
}

/** Roughly the characters that come of these, without making them. */
const weightOf = (tokens: readonly Token[]): number =>
  tokens.reduce((sum, { content, attrs, children }) => {
    const own = (attrs ?? []).reduce((all, [, value]) => all + String(value).length, 0)
    return sum + own + (children === null ? content.length + 10 : weightOf(children))
  }, 0)

/** The same for what is about to be stored: what cannot be shown is refused. */
export const htmlOrRefuse = (field: string, markdown: string, allowed: Allowed): string =>
  htmlOf(markdown, allowed) ?? refuseBadMarkdown(field)

export const refuseBadMarkdown = (field: string): never =>
  refuseField(field, 'BAD_MARKDOWN', say('request.textFormattedUseFewer'))

/** The same for what was stored before there was a limit: where it cannot be formatted, it is shown as it was typed. */
export const htmlOrText = (markdown: string, allowed: Allowed): string =>
  htmlOf(markdown, allowed) ?? `<p>${sanitize(markdown, { allowedTags: [], disallowedTagsMode: 'escape' })}</p>`
