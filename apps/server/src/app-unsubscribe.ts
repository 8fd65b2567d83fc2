import { directionOf, type Locale } from '@runnel/contract/locale'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type DigestReader, endDigest, findDigestReader } from '#features/digest/digest.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db } from '#kernel/db.ts'
import { sha256, type Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'

interface UnsubscribePages {
  readonly db: Db
  readonly clock: Clock
  readonly secrets: Secrets
  readonly settings: Pick<SettingsStore, 'current'>
}

/** What a form or a mail program sends: `List-Unsubscribe=One-Click` and little more. */
const BODY_BYTES = 4_096

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
    store.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, done) => done(null))
    store.get<Linked>('/unsubscribe/:token', async (request, reply) => {
      const reader = await findDigestReader(pages, request.params.token)
      return send(pages, { request, reply, reader, step: 'ask' })
    })
    store.post<Linked>('/unsubscribe/:token', async (request, reply) => {
      const reader = await endDigest(pages, request.params.token)
      return send(pages, { request, reply, reader, step: 'done' })
    })
  })
}

interface Sending {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly reader: DigestReader | undefined
  readonly step: 'ask' | 'done'
}

const NOT_FOUND = 404

const send = ({ settings }: UnsubscribePages, { request, reply, reader, step }: Sending): FastifyReply => {
  const { site_name: site } = settings.current()
  const locale = reader?.locale ?? request.locale
  return reply
    .code(reader === undefined ? NOT_FOUND : 200)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex')
    .send(page({ site, locale, step: reader === undefined ? 'dead' : step }))
}

interface Page {
  readonly site: string
  readonly locale: Locale
  readonly step: 'ask' | 'done' | 'dead'
}

const page = ({ site, locale, step }: Page): string => {
  const inWords = (words: string): string => escape(render(words, locale))
  const title = inWords(say('unsubscribe.title'))
  const text = { ask: say('unsubscribe.ask', { site }), done: say('unsubscribe.done'), dead: say('unsubscribe.dead') }
  const account = `<a href="/app/account#mails">${inWords(say('unsubscribe.account'))}</a>`
  const button = `<form method="post"><button>${inWords(say('unsubscribe.button'))}</button></form>`
  return `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} · ${escape(site)}</title><style>${style}</style></head>
<body><main>
<p><a href="/">${escape(site)}</a></p>
<h1>${title}</h1>
<p role="status">${inWords(text[step])}</p>
${step === 'ask' ? button : `<p>${account}</p>`}
</main></body>
</html>
`
}

const style = [
  ':root{color-scheme:light dark;--ink:#123;--link:#0b6477;--page:#f5f8f9;--card:#fff;--fill:#0b6477;--on:#fff}',
  '@media(prefers-color-scheme:dark){:root{--ink:#e6eef1;--link:#7fd0e0;--page:#0d1518;--card:#162227;',
  '--fill:#7fd0e0;--on:#06262e}}',
  '*{box-sizing:border-box}body{margin:0;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;',
  'color:var(--ink);background:var(--page)}',
  'main{max-width:480px;margin:8vh auto 0;padding:24px;border-radius:12px;background:var(--card)}',
  'h1{margin:0 0 12px;font-size:1.5rem;line-height:1.25}p{margin:0 0 16px;overflow-wrap:anywhere}',
  'a{color:var(--link)}button{width:100%;min-height:48px;padding:12px 20px;border:0;border-radius:8px;',
  'font:inherit;font-weight:600;color:var(--on);background:var(--fill);cursor:pointer}',
  ':focus-visible{outline:3px solid var(--link);outline-offset:2px}',
].join('')

/** Nothing runs and nothing is loaded; the form leads back here. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(style).toString('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
