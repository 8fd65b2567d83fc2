import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { readAdUrl } from '@runnel/contract/ad-url'
import { connectTo, openConnection, requestOver, resolveName, type Connect, type Resolve } from './connection.ts'
import { framesRefusedBy } from './framing.ts'
import {
  badUrl,
  refused,
  refusesFrames,
  Unreachable,
  unreachable,
  type CheckPage,
  type PageCheckResult,
} from './page-check.ts'
import { readTitle } from './title.ts'

interface Limits {
  /** For everything: names, connections, redirects and what is read of the page. */
  readonly timeoutMs?: number
  /** How much of a page is read for its title. */
  readonly maxBytes?: number
  readonly maxRedirects?: number
}

/** Checks advertised addresses. `resolve` and `connect` are other than the system's in tests only. */
export const createPageFetcher = (given: Limits & { resolve?: Resolve; connect?: Connect } = {}): CheckPage => {
  const means: Means = {
    resolve: given.resolve ?? resolveName,
    connect: given.connect ?? connectTo,
    maxBytes: given.maxBytes ?? 64 * 1_024,
    maxRedirects: given.maxRedirects ?? 3,
  }
  return async (url, { siteOrigin }) => {
    const deadline = new AbortController()
    const timer = setTimeout(() => deadline.abort(), given.timeoutMs ?? 5_000)
    try {
      return await follow({ url, site: new URL(siteOrigin), signal: deadline.signal }, means)
    } catch (error) {
      if (error instanceof Unreachable) return unreachable(error.reason)
      throw error
    } finally {
      clearTimeout(timer)
      // Whatever is still open or on its way ends here.
      deadline.abort()
    }
  }
}

interface Means {
  readonly resolve: Resolve
  readonly connect: Connect
  readonly maxBytes: number
  readonly maxRedirects: number
}

interface Asked {
  readonly url: string
  readonly site: URL
  readonly signal: AbortSignal
}

/** From address to address until one does not forward. Each of them goes through every check. */
const follow = async ({ url: asked, site, signal }: Asked, means: Means): Promise<PageCheckResult> => {
  let next = asked
  let encrypted = true
  for (let redirects = 0; redirects <= means.maxRedirects; redirects += 1) {
    const read = readAdUrl({ url: next, kind: 'window', siteHost: site.hostname })
    if (!read.ok && redirects === 0) return badUrl(read.problem)
    if (!read.ok) return refused(read.problem === 'own-site' ? 'own-site' : 'bad-redirect')
    const url = new URL(read.url)
    encrypted &&= url.protocol === 'https:'
    const socket = await openConnection({ url, resolve: means.resolve, connect: means.connect, signal })
    if (socket === 'private') return refused('private-address')
    const response = await sendRequest({ url, site, socket, signal })
    try {
      if (!redirectStatus.has(response.statusCode)) {
        return await classifyPage({ response, url, site, encrypted, maxBytes: means.maxBytes })
      }
      const target = targetOf(response, url)
      if (target === null) return refused('bad-redirect')
      next = target
    } finally {
      socket.destroy()
    }
  }
  return refused('too-many-redirects')
}

/** One GET over a connection that stands, without cookies. */
const sendRequest = (asked: { url: URL; site: URL; socket: Socket; signal: AbortSignal }): Promise<IncomingMessage> => {
  const { url, site, socket, signal } = asked
  const headers = {
    'user-agent': `Mozilla/5.0 (compatible; ${site.hostname} page check; +${site.origin})`,
    accept: 'text/html,application/xhtml+xml,video/mp4,video/webm;q=0.9,*/*;q=0.5',
    'accept-language': 'en',
  }
  return requestOver({ socket, url, method: 'GET', headers, signal })
}

const redirectStatus: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308])

const targetOf = (response: IncomingMessage, { href }: URL): string | null => {
  const { location } = response.headers
  return location !== undefined && URL.canParse(location, href) ? new URL(location, href).href : null
}

interface Answer {
  readonly response: IncomingMessage
  readonly url: URL
  readonly site: URL
  /** Whether every address on the way here was. */
  readonly encrypted: boolean
  readonly maxBytes: number
}

const classifyPage = async ({ response, url, site, encrypted, maxBytes }: Answer): Promise<PageCheckResult> => {
  if (response.statusCode !== 200) throw new Unreachable('error-status')
  const contentType = (response.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase()
  if (contentType === 'video/mp4' || contentType === 'video/webm')
    return classifyVideo({ response, url, encrypted, contentType })
  const isFile = /^\s*attachment/i.test(response.headers['content-disposition'] ?? '')
  if (isFile || (contentType !== 'text/html' && contentType !== 'application/xhtml+xml')) return refused('not-a-page')
  const why = framesRefusedBy({
    frameOptions: response.headersDistinct['x-frame-options'] ?? [],
    securityPolicies: response.headersDistinct['content-security-policy'] ?? [],
    page: url,
    siteOrigin: site.origin,
  })
  const title = await readTitle(response, maxBytes)
  const finalUrl = url.href
  // A browser loads no page into a frame of an encrypted site over a step that is not encrypted.
  if (!encrypted) return refusesFrames({ why: 'not-https', finalUrl, title })
  return why === null ? { kind: 'frameable', finalUrl, title } : refusesFrames({ why, finalUrl, title })
}

const classifyVideo = (
  answer: Pick<Answer, 'response' | 'url' | 'encrypted'> & { contentType: string },
): PageCheckResult => {
  const { response, url, encrypted, contentType } = answer
  const policy = response.headers['cross-origin-resource-policy']
  const kept = typeof policy === 'string' && /^\s*same-(origin|site)\s*$/i.test(policy)
  if (kept) return refused('not-embeddable')
  if (!encrypted) return badUrl('not-https')
  const length = response.headers['content-length'] ?? ''
  return { kind: 'video', contentType, bytes: /^\d{1,15}$/.test(length) ? Number(length) : null, finalUrl: url.href }
}
