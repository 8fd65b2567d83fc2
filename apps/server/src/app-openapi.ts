import { createHash } from 'node:crypto'
import { setImmediate as rest } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { API_PAGE_PATH, OPENAPI_PATH, openApiDocument } from '@runnel/contract/openapi/document'
import { apiPage } from '@runnel/contract/openapi/page'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SettingsStore } from '#kernel/settings.ts'

interface Sent {
  readonly type: string
  readonly text: string
  readonly small: Buffer
  readonly tag: string
}

interface Described {
  readonly settings: SettingsStore
  readonly publicUrl: string
}

/**
 * Serves the description of every call, for programs and for people. Both are made from the contract when they are
 * first asked for, and once more after the site got another name.
 */
export const serveOpenApi = (app: FastifyInstance, { settings, publicUrl }: Described): void => {
  const made = new Map<string, ReturnType<typeof make>>()
  const current = (): ReturnType<typeof make> => {
    const title = settings.current().site_name
    const known = made.get(title)
    if (known !== undefined) return known
    made.clear()
    const making = make({ title, origin: publicUrl })
    made.set(title, making)
    making.catch(() => made.delete(title))
    return making
  }
  app.get(OPENAPI_PATH, async (request, reply) => {
    // Programs of other sites may read it; it says nothing about anybody.
    reply.header('access-control-allow-origin', '*')
    return send(request, reply, (await current()).document)
  })
  app.get(API_PAGE_PATH, async (request, reply) => {
    const { page, style } = await current()
    reply.header('content-security-policy', policyOf(style))
    return send(request, reply, page)
  })
}

const make = async (described: { readonly title: string; readonly origin: string }) => {
  const document = await openApiDocument({ ...described, rest })
  const { html, style } = apiPage(document)
  return {
    document: await compressed('application/json; charset=utf-8', JSON.stringify(document)),
    page: await compressed('text/html; charset=utf-8', html),
    style,
  }
}

const compress = promisify(brotliCompress)

const compressed = async (type: string, text: string): Promise<Sent> => ({
  type,
  text,
  small: await compress(text),
  tag: `"${hash(text)}"`,
})

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')

/** The page has a style of its own and nothing else: no script, no picture, no frame. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${hash(style)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const send = (request: FastifyRequest, reply: FastifyReply, { type, text, small, tag }: Sent): FastifyReply => {
  reply.type(type).header('cache-control', 'no-cache').header('vary', 'accept-encoding').header('etag', tag)
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  if (!/\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text)
  return reply.header('content-encoding', 'br').send(small)
}
