import { existsSync, readFileSync, statSync } from 'node:fs'
import type { ContentName } from '@runnel/contract/home'
import type { Locale } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import sanitize from 'sanitize-html'
import { type Allowed, htmlOrRefuse, htmlOrText, refuseBadMarkdown } from '#kernel/markdown/markdown.ts'
import { htmlWithoutBlocking } from '#kernel/markdown/thread.ts'
import { render } from '#kernel/words/render.ts'
import { isCode } from '#kernel/words/say.ts'
import { type Facts, factsOf, withFacts } from './content-facts.ts'

export interface ContentPage {
  readonly title: string
  readonly html: string
  readonly updatedAt: string
}

const files = {
  'privacy-policy': 'privacy.md',
  'terms-of-service': 'terms.md',
  faq: 'faq.md',
} as const satisfies Record<ContentName, string>

const ownText = {
  'privacy-policy': 'content_privacy_policy',
  'terms-of-service': 'content_terms_of_service',
  faq: 'content_faq',
} as const satisfies Record<ContentName, keyof Settings>

/**
 * Renders Markdown to sanitised HTML, without its first heading, which is the title. `{{site}}` and `{{contact}}`
 * stand for the site's name and address; the others are told in `content-facts.ts`.
 */
export const renderContent = (wanted: {
  name: ContentName
  settings: Settings
  locale: Locale
  /**
   * What was written in this language; without a text, the owner's main one is meant, and where there is none either,
   * what comes with Runnel in the reader's language.
   */
  own: { readonly text: string; readonly updatedAt: Date | null }
}): ContentPage => {
  const { name, settings, locale, own } = wanted
  const written = own.text || settings[ownText[name]]
  return {
    ...drawn({ name, written, facts: factsOf(settings, locale), locale }),
    updatedAt: (written === '' || own.updatedAt === null
      ? statSync(shipped(name, locale)).mtime
      : own.updatedAt
    ).toISOString(),
  }
}

type Drawn = Pick<ContentPage, 'title' | 'html'>

/** The last drawing of each page: everybody may ask for it, and a long one costs too much to be made for each. */
const last = new Map<string, { readonly of: string; readonly page: Drawn }>()

const drawn = (wanted: { name: ContentName; written: string; facts: Facts; locale: Locale }): Drawn => {
  const { name, written, facts, locale } = wanted
  const place = `${name} ${locale}`
  const of = JSON.stringify([written, facts])
  const known = last.get(place)
  if (known?.of === of) return known.page
  const { title, markdown } = filled(written || shippedText(name, locale), facts)
  const page = { title, html: storedTextHtml(markdown) }
  last.set(place, { of, page })
  return page
}

/** The words of a page with the facts of the site in them, parted into its title and the rest. */
const filled = (words: string, facts: Facts): { title: string; markdown: string } => {
  const markdown = withFacts(words, facts)
  const [, title = facts.site] = /^#\s+(.+)$/m.exec(markdown) ?? []
  return { title: title.trim(), markdown: markdown.replace(/^#\s+.+$/m, '') }
}

const allowedTags = sanitize.defaults.allowedTags.filter((tag) => tag !== 'iframe')
const allowed: Allowed = { allowedTags }

/** A text that may be older than the limits of today: where they refuse it, it is shown as plain text. */
export const storedTextHtml = (markdown: string): string => htmlOrText(markdown, allowed)

/** A post as a page shows it: the system's own are codes until somebody reads them. */
export const newsHtmlOf = (
  { markdown, html }: { readonly markdown: string; readonly html: string | null },
  locale: Locale,
): string => (isCode(markdown) ? newsHtml(render(markdown, locale)) : (html ?? oldNewsHtml(markdown)))

/** A text of the owner's as sanitized HTML, made once when it is stored. */
export const newsHtml = (markdown: string): string => htmlOrRefuse('markdown', markdown, allowed)

const TEXTS_KEPT = 200
const texts = new Map<string, string>()

/** News of an earlier version, which stored no HTML; those that are read most are formatted once. */
const oldNewsHtml = (markdown: string): string => {
  const known = texts.get(markdown)
  if (known !== undefined) return known
  const html = storedTextHtml(markdown)
  const [oldest] = texts.keys()
  if (texts.size >= TEXTS_KEPT && oldest !== undefined) texts.delete(oldest)
  texts.set(markdown, html)
  return html
}

/** A page as it would look with other words, before the owner saves them. */
export const previewContent = async (wanted: { name: ContentName; markdown: string; settings: Settings }) => {
  const { name } = wanted
  // The main text is in the language of the site.
  const locale = wanted.settings.site_locale
  const words = wanted.markdown || shippedText(name, locale)
  const { title, markdown } = filled(words, factsOf(wanted.settings, locale))
  const html = (await htmlWithoutBlocking(markdown, allowedTags)) ?? refuseBadMarkdown('markdown')
  return { title, html, markdown: words }
}

/** Refuses words of pages that could not be shown. */
export const refuseUnreadable = (settings: Settings, changes: Partial<Settings>): void => {
  for (const field of Object.values(ownText)) {
    const words = changes[field]
    if (words === undefined || words === settings[field]) continue
    refuseUnreadablePage(field, words, { settings: { ...settings, ...changes }, locale: 'en' })
  }
}

/** Refuses a page that could not be shown. */
export const refuseUnreadablePage = (
  field: string,
  words: string,
  { settings, locale }: { settings: Settings; locale: Locale },
): void => {
  htmlOrRefuse(field, filled(words, factsOf(settings, locale)).markdown, allowed)
}

/** What comes with Runnel: a folder for each language, and English where one is missing. */
const shippedText = (name: ContentName, locale: Locale): string => readFileSync(shipped(name, locale), 'utf8')

const shipped = (name: ContentName, locale: Locale): URL => {
  const own = new URL(`./content/${locale}/${files[name]}`, import.meta.url)
  return existsSync(own) ? own : new URL(`./content/${files[name]}`, import.meta.url)
}
