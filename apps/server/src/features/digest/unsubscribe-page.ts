import { directionOf, type Locale } from '@runnel/contract/locale'
import { sha256 } from '#kernel/secrets.ts'
import { render } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'

export interface UnsubscribePage {
  readonly site: string
  readonly locale: Locale
  readonly step: 'ask' | 'done' | 'dead'
}

/** Asks, says that it is done, or that the link is dead. */
export const unsubscribePage = ({ site, locale, step }: UnsubscribePage): string => {
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
export const unsubscribePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${sha256(style).toString('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? sign)
