import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { dirOf, isLocale, langOf } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import { siteView } from '#features/home/home.ts'
import { maintenanceMessage } from '#kernel/http/maintenance.ts'
import type { Log } from '#kernel/log.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'

/** A page as text and as it travels. */
export interface PageDocument {
  readonly html: string
  readonly small: Buffer
}

const compress = promisify(brotliCompress)

export const compressed = async (html: string): Promise<PageDocument> => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return { html, small: await compress(html, { params }) }
}

interface Framer {
  readonly framedPaths: readonly string[]
  readonly renderFrame: (input: object) => Promise<{ html: string; style: string }>
}

interface Shell {
  readonly webDist: string
  readonly settings: SettingsStore
  readonly log: Log
}

/** Stands for every page that is sent without a first drawing. */
const anyPath = '*'

/** What of the settings a document shows, in all languages. */
const stateOf = (settings: Settings): string => JSON.stringify([siteView(settings, 'en'), maintenanceMessage(settings)])

export interface AppDocuments {
  /** What the web was built for beside English, and the folder in `assets` of the files that speak it. */
  readonly folders: Readonly<Record<string, string>>
  readonly documentFor: (url: string, locale: string) => Promise<PageDocument>
}

/**
 * The documents of the application. Each names the scripts of its page, so that the browser fetches at once all that
 * the page needs, and carries the site's name and hue and the page's first drawing, so that nobody waits for scripts to
 * see where they are. A document only depends on the site's settings and the language, and is made once for them.
 */
export const appDocuments = async ({ webDist, settings, log }: Shell): Promise<AppDocuments> => {
  const index = readFileSync(join(webDist, 'client', 'index.html'), 'utf8')
  // The web's build writes all: page path to script files, the folders, the program that draws.
  const note = <T>(name: string) => JSON.parse(readFileSync(join(webDist, 'client', name), 'utf8')) as T
  const preloads = note<Record<string, string[]>>('preloads.json')
  const folders = note<Record<string, string>>('locales.json')
  const framer = (await import(pathToFileURL(join(webDist, 'public', 'frame.js')).href)) as Framer
  const patterns = Object.keys(preloads).map((path) => ({ path, pattern: patternOf(path) }))
  const frameOf = async ({ path, locale }: Drawn, site: object): Promise<{ html: string; style: string }> => {
    if (!framer.framedPaths.includes(path)) return { html: '', style: '' }
    return framer.renderFrame({ path, site, locale }).catch((error: unknown) => {
      // The page itself works without it.
      log.error({ err: error, path, locale }, 'could not render the first frame of a page')
      return { html: '', style: '' }
    })
  }
  const draw = async ({ path, locale }: Drawn): Promise<PageDocument> => {
    const site = siteView(settings.current(), isLocale(locale) ? locale : 'en')
    const { html, style } = await frameOf({ path, locale }, site)
    const links = (preloads[path] ?? []).map(linkTo).join('')
    const hue = `:root{--brand-hue:${Math.trunc(site.hue)}}`
    const head = `<style>[data-frame=off] #frame{display:none}${hue}${style}</style></head>`
    // As functions, because a `$` in a name would mean something in a replacement text.
    return compressed(
      inLanguage(index.replace('<!--page-->', links), { locale, folder: folders[locale] })
        .replace('</head>', () => head)
        .replace('<title>Runnel</title>', () => `<title>${escape(site.name)}</title>`)
        .replace(/(?<=<noscript>)[^<]*/, () => escape(withoutScripts(site.name, locale)))
        .replace('<template id="application">', (start) => siteData(site) + start)
        .replace(emptyFrame, (start) => `${start.slice(0, -'</div>'.length)}${html}</div>`),
    )
  }
  const drawn = onceForEach(() => stateOf(settings.current()), draw)
  const documentFor = (url: string, locale: string): Promise<PageDocument> => {
    const [address = ''] = url.split('?')
    return drawn({ path: patterns.find(({ pattern }) => pattern.test(address))?.path ?? anyPath, locale })
  }
  return { folders, documentFor }
}

interface Drawn {
  readonly path: string
  readonly locale: string
}

/** The document with the scripts of its language; styles and pictures are the same in all. */
const inLanguage = (html: string, { locale, folder }: { locale: string; folder: string | undefined }): string => {
  if (folder === undefined) return html
  return html
    .replace('<html lang="en"', `<html lang="${langOf(locale)}" dir="${dirOf(locale)}"`)
    .replaceAll(/(?<=(?:src|href)="\/assets\/)(?=[^"/]+[.]js")/g, `${folder}/`)
}

const withoutScripts = (site: string, locale: string): string =>
  render(say('page.needsJavaScript', { site }), isLocale(locale) ? locale : 'en')

const linkTo = (file: string): string =>
  `<link rel=${file.endsWith('.css') ? '"preload" as="style"' : '"modulepreload"'} crossorigin href="/${file}">`

const emptyFrame = /<div id="frame"[^>]*><\/div>/

/** Saves the application the question. */
const siteData = (site: object): string =>
  `<script type="application/json" id="site">${JSON.stringify(site).replaceAll('<', '\\u003c')}</script>`

const patternOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`)

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Keeps what was made for a key until the state that it was made from is another. */
const onceForEach = <K extends object, T>(
  stateOf: () => string,
  make: (what: K) => Promise<T>,
): ((what: K) => Promise<T>) => {
  const made = new Map<string, Promise<T>>()
  let madeFrom = ''
  return (what) => {
    const key = JSON.stringify(what)
    const state = stateOf()
    if (state !== madeFrom) made.clear()
    madeFrom = state
    const known = made.get(key)
    if (known !== undefined) return known
    const making = make(what)
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
}
