import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { ContentName } from '@runnel/contract/home'
import { Settings } from '@runnel/contract/settings/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentPage, homeStats, siteView } from '#features/home/home.ts'
import { shownFigures } from '#features/solvency/solvency.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Services } from '#kernel/services.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { appDocuments, compressed, type PageDocument } from './app-documents.ts'

interface Pages {
  /** Returns where a request came from, and gives new devices their name. */
  readonly identifyVisitor: Services['identifyVisitor']
  readonly db: Db
  readonly settings: SettingsStore
  readonly clock: Clock
  readonly log: Log
  readonly webDist: string | null
  readonly publicUrl: string
  /** Whether foreign captcha providers are never asked, whatever the settings say. */
  readonly ownCaptcha?: boolean
}

const CaptchaProvider = Settings.shape.captcha_provider
type CaptchaProvider = Settings['captcha_provider']

const CACHE_MS = 5_000

interface Allowed {
  /** Hashes of the inline scripts of the page. */
  readonly hashes: readonly string[]
  /** Captcha providers whose scripts the page may run. */
  readonly providers: readonly CaptchaProvider[]
}

/** Advertisers' pages and videos may be of any host; each page stands in a frame that cannot reach ours. */
export const appPolicy = (allowed: Allowed): string => policy(allowed, ['https:'])

export const policy = ({ hashes, providers }: Allowed, ads: readonly string[] = []): string => {
  const captcha = providers.flatMap((provider) => captchaHosts[provider])
  return [
    "default-src 'self'",
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes.map((hash) => `'${hash}'`), ...captcha].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    ["connect-src 'self'", ...captcha].join(' '),
    "worker-src 'self'",
    ["frame-src 'self'", ...captcha, ...ads].join(' '),
    ["media-src 'self'", ...ads].join(' '),
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Hosts that serve more than a captcha are named with its path: other scripts on them run whatever a page says. */
const captchaHosts: Readonly<Record<CaptchaProvider, readonly string[]>> = {
  own: [],
  turnstile: ['https://challenges.cloudflare.com'],
  hcaptcha: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  recaptcha: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
}

/** On the page of the settings a provider is tried before it is chosen. */
const TRY_PATH = /^\/app\/admin\/settings(\/|\?|$)/

/** The captcha providers that the page at this address may need with the settings of this moment. */
const providersFor = ({ settings, ownCaptcha }: Pages, url: string): readonly CaptchaProvider[] => {
  if (TRY_PATH.test(url)) return CaptchaProvider.options
  return ownCaptcha ? [] : [settings.current().captcha_provider]
}

/** Serves the built web: finished public pages, the application for everything under /app, and files. */
export const servePages = async (app: FastifyInstance, pages: Pages): Promise<void> => {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robotsOf(pages.publicUrl)))
  const client = join(pages.webDist ?? '', 'client')
  if (pages.webDist === null || !existsSync(join(client, 'index.html'))) {
    if (pages.webDist !== null) pages.log.warn('the web is not built; only the API is served')
    app.setNotFoundHandler((request, reply) => void sendNotFound(request, reply))
    return
  }
  await serveFiles(app, client, pages)
  await servePublicPages(app, pages)
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ code: 'NOT_FOUND', msg: 'Not found.', requestId: request.id })

const closedToRobots = ['/app/', '/api/', '/banner/', '/faucet/verify']
const robotsOf = (origin: string): string =>
  ['User-agent: *', ...closedToRobots.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )

/** What a search engine may list: the finished pages, without the one whose owner shows nothing on it. */
const sitemapOf = ({ settings, publicUrl }: Pages, paths: readonly string[]): string => {
  const shown = paths.filter((path) => path !== '/solvency' || settings.current().solvency_public)
  const entries = shown.map((path) => `<url><loc>${publicUrl}${path}</loc></url>`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="${sitemapSchema}">${entries}</urlset>`
}

const sitemapSchema = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const YEAR_SECONDS = 31_536_000

/** Names with a hash never change; a script without one must not outlive the build that it belongs to. */
const cacheFor = (path: string): string => {
  if (path.includes('/assets/')) return `public, max-age=${YEAR_SECONDS}, immutable`
  return path.endsWith('.js') ? 'no-cache' : 'public, max-age=3600'
}

/**
 * Names a new device with the document, before its page calls anything: calls that go out at the same moment would
 * each be given another name, and a challenge bound to one would be answered under another.
 */
const nameDevice = ({ identifyVisitor }: Pages, request: FastifyRequest, reply: FastifyReply): void => {
  const { deviceCookie } = identifyVisitor(request)
  if (deviceCookie !== null) reply.header('set-cookie', deviceCookie)
}

const serveFiles = async (app: FastifyInstance, client: string, pages: Pages): Promise<void> => {
  const documentFor = await appDocuments({ webDist: join(client, '..'), settings: pages.settings, log: pages.log })
  const { scriptHashes } = JSON.parse(readFileSync(join(client, 'csp.json'), 'utf8')) as { scriptHashes: string[] }
  await app.register(fastifyStatic, {
    root: client,
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', cacheFor(path))
      // The pictures that people put on their own sites with their link.
      if (path.includes('/promo/')) void reply.header('cross-origin-resource-policy', 'cross-origin')
    },
  })
  const files = filesIn(client)
  // One route for all of them: with one for each, the routes alone would take several megabytes.
  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const { '*': path } = request.params
    return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
  })
  const shell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const document = await documentFor(request.url)
    nameDevice(pages, request, reply)
    return sendDocument(request, reply.code(isAppPath(request.url) ? 200 : 404), {
      ...document,
      policy: appPolicy({ hashes: scriptHashes, providers: providersFor(pages, request.url) }),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (request.url.startsWith('/api/') || !wantsPage) return sendNotFound(request, reply)
    return shell(request, reply)
  })
}

/** What the build made, without its notes in hidden folders and what only goes out in place of another file. */
const filesIn = (folder: string): ReadonlySet<string> => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll(sep, '/'))
  return new Set(paths.filter((path) => !/(?:^|\/)[.]|[.](?:br|gz)$/.test(path)))
}

const appPaths = /^\/(app|login|register|forgot-password|reset-password|active|maintenance|dev)(\/|\?|$)/
const isAppPath = (url: string): boolean => appPaths.test(url)

interface Renderer {
  readonly publicPaths: readonly string[]
  readonly inlineScriptHashes: readonly string[]
  readonly renderPublicPage: (data: object) => Promise<{ html: string; status: number }>
}

/** Content of the owner's behind a public path. */
const contentOf: Record<string, ContentName> = {
  '/privacy-policy': 'privacy-policy',
  '/terms-of-service': 'terms-of-service',
}

interface Rendered extends PageDocument {
  readonly status: number
}

const servePublicPages = async (app: FastifyInstance, pages: Pages): Promise<void> => {
  // The web's build makes this file; `Renderer` is what it exports.
  const renderer = (await import(pathToFileURL(join(pages.webDist ?? '', 'public', 'render.js')).href)) as Renderer
  const draw = async (path: string): Promise<Rendered> => {
    const { html, status } = await renderer.renderPublicPage(await publicData(pages, path))
    return { ...(await compressed(html)), status }
  }
  const cache = new Map<string, { readonly work: Promise<Rendered>; readonly until: number }>()
  // All who ask while a page is drawn wait for the same drawing.
  const render = (path: string): Promise<Rendered> => {
    const held = cache.get(path)
    if (held !== undefined && held.until > Date.now()) return held.work
    const work = draw(path)
    cache.set(path, { work, until: Date.now() + CACHE_MS })
    work.catch(() => cache.delete(path))
    return work
  }
  app.get('/sitemap.xml', (_request, reply) =>
    reply.type('application/xml').send(sitemapOf(pages, [...renderer.publicPaths, '/register'])),
  )
  for (const path of renderer.publicPaths) {
    app.get(path, async (request, reply) => {
      const { status, ...document } = await render(path)
      nameDevice(pages, request, reply)
      return sendDocument(request, reply.code(status), {
        ...document,
        policy: policy({ hashes: renderer.inlineScriptHashes, providers: providersFor(pages, path) }),
      })
    })
  }
}

const sendDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  { html, small, policy: rules }: PageDocument & { readonly policy: string },
): FastifyReply => {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (takesBrotli) reply.header('content-encoding', 'br')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', rules)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding')
    .send(takesBrotli ? small : html)
}

const publicData = async ({ db, settings, clock, publicUrl }: Pages, path: string): Promise<object> => {
  const now = clock()
  const name = contentOf[path]
  return {
    path,
    site: siteView(settings.current()),
    stats: await homeStats(db.read, settings.current(), now),
    solvency: await shownFigures(db.read, settings.current()),
    content: name === undefined ? null : await contentPage(db.read, settings.current(), name),
    origin: publicUrl,
    now: now.getTime(),
  }
}
