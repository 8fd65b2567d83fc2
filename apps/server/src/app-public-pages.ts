import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ContentName } from '@runnel/contract/home'
import { isLocale, LOCALES, localizedPath } from '@runnel/contract/locale'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  type DigestReader,
  endDigest,
  findDigestReader,
  unsubscribePage,
  unsubscribePolicy,
} from '#features/digest/digest.ts'
import { contentPage, type HomeDeps, homeStats, siteView } from '#features/home/home.ts'
import { shownFigures } from '#features/solvency/solvency.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { compressed, type PageDocument } from './app-documents.ts'
import { readersLocale } from './app-locale.ts'
import { serveCards, serveManifest } from './app-manifest.ts'
import { serveOpenApi } from './app-openapi.ts'
import { nameDevice, type Pages, policy, providersFor, sendDocument, servePages } from './app-pages.ts'

const CACHE_MS = 5_000

interface Renderer {
  readonly publicPaths: readonly string[]
  readonly inlineScriptHashes: readonly string[]
  readonly renderPublicPage: (data: object) => Promise<{ html: string; status: number }>
}

interface Rendered extends PageDocument {
  readonly status: number
}

/** What the finished pages need beside what the application's own do. */
interface PublicPages extends Pages, HomeDeps {}

/** Serves the description of the API, and what the web's build made, where it was built. */
export const serveWeb = async (app: FastifyInstance, pages: PublicPages): Promise<void> => {
  serveManifest(app, pages)
  serveOpenApi(app, pages)
  const webDist = await servePages(app, pages)
  if (webDist === null) return
  serveCards(app, pages)
  await servePublicPages(app, webDist, pages)
}

/**
 * Serves the finished pages, each language under addresses of its own. Who asks for an address without a language and
 * reads another than English is sent to theirs; search engines ask in none, and find the
 * site's own language.
 */
const servePublicPages = async (app: FastifyInstance, webDist: string, pages: PublicPages): Promise<void> => {
  // The web's build makes this file; `Renderer` is what it exports.
  const renderer = (await import(pathToFileURL(join(webDist, 'public', 'render.js')).href)) as Renderer
  const render = drawnOnce(async ({ path, locale }) => {
    const { html, status } = await renderer.renderPublicPage({ ...(await publicData(pages, { path, locale })), locale })
    return { ...(await compressed(html)), status }
  })
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml').send(sitemapOf(pages, renderer.publicPaths)),
  )
  const serve = (path: string, locale: string): void => {
    app.get(localizedPath(path, locale), async (request, reply) => {
      const { site_locale: otherwise } = pages.settings.current()
      const theirs = locale === 'en' ? readersLocale(request, { built: otherLocales, otherwise }) : locale
      if (locale === 'en') reply.header('vary', 'accept-language, cookie')
      if (theirs !== locale) {
        const [, query] = request.url.split('?', 2)
        const address = localizedPath(path, theirs) + (query === undefined ? '' : `?${query}`)
        return reply.header('cache-control', 'no-cache').redirect(address, 302)
      }
      const { status, ...document } = await render({ path, locale })
      nameDevice(pages, request, reply)
      return sendDocument(request, reply.code(status), {
        ...document,
        locale,
        policy: policy({ hashes: renderer.inlineScriptHashes, providers: providersFor(pages, path) }),
      })
    })
  }
  for (const path of renderer.publicPaths) for (const locale of ['en', ...otherLocales]) serve(path, locale)
}

/** The pseudo-language has addresses too, which nothing links to. */
const otherLocales = [...LOCALES.map(({ tag }) => tag).filter((tag) => tag !== 'en'), 'pseudo']

interface Wanted {
  readonly path: string
  readonly locale: string
}

/** All who ask while a page is drawn wait for the same drawing, which is kept for a moment. */
const drawnOnce = (draw: (wanted: Wanted) => Promise<Rendered>): ((wanted: Wanted) => Promise<Rendered>) => {
  const cache = new Map<string, { readonly work: Promise<Rendered>; readonly until: number }>()
  return (wanted) => {
    const key = localizedPath(wanted.path, wanted.locale)
    const held = cache.get(key)
    if (held !== undefined && held.until > Date.now()) return held.work
    const work = draw(wanted)
    cache.set(key, { work, until: Date.now() + CACHE_MS })
    work.catch(() => cache.delete(key))
    return work
  }
}

/**
 * What a search engine may list: the finished pages in each language with their siblings, without the one whose owner
 * shows nothing on it, and the page where one joins, whose language is that of the browser.
 */
const sitemapOf = ({ settings, publicUrl }: Pages, paths: readonly string[]): string => {
  const shown = paths.filter((path) => path !== '/solvency' || settings.current().solvency_public)
  const addressOf = (path: string, locale: string): string => publicUrl + localizedPath(path, locale)
  const entries = shown.flatMap((path) => {
    const siblings = LOCALES.map(
      ({ tag }) => `<xhtml:link rel="alternate" hreflang="${tag}" href="${addressOf(path, tag)}"/>`,
    )
    return LOCALES.map(({ tag }) => `<url><loc>${addressOf(path, tag)}</loc>${siblings.join('')}</url>`)
  })
  const all = [...entries, `<url><loc>${publicUrl}/register</loc></url>`].join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="${sitemapSchema}" ${siblingSchema}>${all}</urlset>`
}

const sitemapSchema = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const siblingSchema = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"'

/** Content of the owner's behind a public path. */
const contentOf: Record<string, ContentName> = {
  '/privacy-policy': 'privacy-policy',
  '/terms-of-service': 'terms-of-service',
}

const publicData = async (
  { db, settings, clock, publicUrl, payouts }: PublicPages,
  { path, locale }: Wanted,
): Promise<object> => {
  const reader = isLocale(locale) ? locale : 'en'
  const now = clock()
  const name = contentOf[path]
  return {
    path,
    site: siteView(settings.current(), reader),
    stats: await homeStats(db.read, { payouts, settings: settings.current(), now }),
    solvency: await shownFigures(db.read, settings.current()),
    content: name === undefined ? null : await contentPage(db.read, settings.current(), { name, locale: reader }),
    origin: publicUrl,
    now: now.getTime(),
  }
}

interface UnsubscribePages extends Pick<PublicPages, 'db' | 'clock' | 'settings'> {
  readonly secrets: Secrets
}

/** What a form or a mail program sends: `List-Unsubscribe=One-Click` and little more. */
const UNSUBSCRIBE_BYTES = 4_096

type Linked = { Params: { token: string } }

/**
 * Where the link of a summary leads. Mail programs and scanners open links by themselves, so that a GET only asks; the
 * POST of its button, or of the mail program itself (RFC 8058), ends the summary. Neither has a session, and beside the
 * processor time of a network only the seal of the link limits them: one provider sends the wishes of many.
 */
export const serveUnsubscribe = (app: FastifyInstance, pages: UnsubscribePages): void => {
  void app.register(async (store) => {
    store.removeAllContentTypeParsers()
    // The address says all; whatever the body is, it is read away.
    store.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: UNSUBSCRIBE_BYTES }, (_request, _body, done) =>
      done(null),
    )
    store.get<Linked>('/unsubscribe/:token', async (request, reply) => {
      const reader = await findDigestReader(pages, request.params.token)
      return sendUnsubscribe(pages, { request, reply, reader, step: 'ask' })
    })
    store.post<Linked>('/unsubscribe/:token', async (request, reply) => {
      const reader = await endDigest(pages, request.params.token)
      return sendUnsubscribe(pages, { request, reply, reader, step: 'done' })
    })
  })
}

interface Unsubscribing {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly reader: DigestReader | undefined
  readonly step: 'ask' | 'done'
}

const NOT_FOUND = 404

const sendUnsubscribe = (
  { settings }: UnsubscribePages,
  { request, reply, reader, step }: Unsubscribing,
): FastifyReply => {
  const { site_name: site } = settings.current()
  const locale = reader?.locale ?? request.locale
  return reply
    .code(reader === undefined ? NOT_FOUND : 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', unsubscribePolicy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(unsubscribePage({ site, locale, step: reader === undefined ? 'dead' : step }))
}
