import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { langOf } from '@runnel/contract/locale'
import { Settings } from '@runnel/contract/settings/settings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import type { Log } from '#kernel/log.ts'
import type { Services } from '#kernel/services.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'
import { appDocuments, type PageDocument } from './app-documents.ts'
import { readersLocale } from './app-locale.ts'

export interface Pages {
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
export const providersFor = ({ settings, ownCaptcha }: Pages, url: string): readonly CaptchaProvider[] => {
  if (TRY_PATH.test(url)) return CaptchaProvider.options
  return ownCaptcha ? [] : [settings.current().captcha_provider]
}

/** Serves the built web, and returns where it is: the application for everything under /app, and files. */
export const servePages = async (app: FastifyInstance, pages: Pages): Promise<string | null> => {
  app.get('/robots.txt', (_request, reply) => reply.type('text/plain').send(robotsOf(pages.publicUrl)))
  const client = join(pages.webDist ?? '', 'client')
  if (pages.webDist === null || !existsSync(join(client, 'index.html'))) {
    if (pages.webDist !== null) pages.log.warn('the web app is not built; serving only the API')
    app.setNotFoundHandler((request, reply) => void sendNotFound(request, reply))
    return null
  }
  await serveFiles(app, client, pages)
  return pages.webDist
}

const sendNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ code: 'NOT_FOUND', msg: say('request.notFound'), requestId: request.id })

const closedToRobots = ['/app/', '/api/', '/banner/', '/faucet/verify']
const robotsOf = (origin: string): string =>
  ['User-agent: *', ...closedToRobots.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  )

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
export const nameDevice = ({ identifyVisitor }: Pages, request: FastifyRequest, reply: FastifyReply): void => {
  const { deviceCookie } = identifyVisitor(request)
  if (deviceCookie !== null) reply.header('set-cookie', deviceCookie)
}

const serveFiles = async (app: FastifyInstance, client: string, pages: Pages): Promise<void> => {
  const { documentFor, folders } = await appDocuments({ ...pages, webDist: join(client, '..') })
  const built = Object.keys(folders)
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
    const path = commonFile(request.params['*'], { files, folders })
    return files.has(path) ? reply.sendFile(path) : reply.callNotFound()
  })
  const shell = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const locale = readersLocale(request, { built, otherwise: pages.settings.current().site_locale })
    const document = await documentFor(request.url, locale)
    nameDevice(pages, request, reply)
    reply.header('vary', 'accept-language, cookie')
    return sendDocument(request, reply.code(isAppPath(request.url) ? 200 : 404), {
      ...document,
      locale,
      policy: appPolicy({ hashes: scriptHashes, providers: providersFor(pages, request.url) }),
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (request.url.startsWith('/api/') || !wantsPage) return sendNotFound(request, reply)
    return shell(request, reply)
  })
}

interface BuiltFiles {
  readonly files: ReadonlySet<string>
  readonly folders: Readonly<Record<string, string>>
}

/** A script that says nothing stands in no language's folder: it is the same for all. */
const commonFile = (path: string, { files, folders }: BuiltFiles): string => {
  const [, folder = '', name = ''] = /^assets\/([^/]+)\/([^/]+)$/.exec(path) ?? []
  return !files.has(path) && Object.values(folders).includes(folder) ? `assets/${name}` : path
}

/** What the build made, without its notes in hidden folders and what only goes out in place of another file. */
const filesIn = (folder: string): ReadonlySet<string> => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll(sep, '/'))
  return new Set(paths.filter((path) => !/(?:^|\/)[.]|[.](?:br|gz)$/.test(path)))
}

const appPaths = /^\/(app|login|register|forgot-password|reset-password|active|maintenance|dev)(\/|\?|$)/
const isAppPath = (url: string): boolean => appPaths.test(url)

interface Sent extends PageDocument {
  readonly policy: string
  readonly locale: string
}

export const sendDocument = (
  request: FastifyRequest,
  reply: FastifyReply,
  { html, small, policy: rules, locale }: Sent,
): FastifyReply => {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (takesBrotli) reply.header('content-encoding', 'br')
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', rules)
    .header('cache-control', 'no-cache')
    .header('content-language', langOf(locale))
    .header('vary', ['accept-encoding', reply.getHeader('vary') ?? []].flat().join(', '))
    .send(takesBrotli ? small : html)
}
