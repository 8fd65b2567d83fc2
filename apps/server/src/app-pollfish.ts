import type { FastifyInstance } from 'fastify'

/**
 * Surveys of Pollfish come by a script of theirs, which must never run where our token lies. It runs in a document
 * within a document: the inner one is a `data:` address, which has no origin whatever frames it, so that it reads no
 * storage and no page of ours; the surveys that it frames in turn keep their own origins, which a frame that is
 * sandboxed as a whole would take from them. The outer document is always the same and runs nothing.
 */
export const servePollfish = (app: FastifyInstance): void => {
  app.get('/pollfish', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send(outer),
  )
}

/** Holds for the inner document too, which inherits it. */
const policy = [
  "default-src https: data: blob: 'unsafe-inline' 'unsafe-eval'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  'form-action https:',
].join('; ')

const mayDo = 'allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin'

/**
 * Tells our page, which stands two frames up, what becomes of the surveys, and starts once it is given its parameters.
 * What the browser denies a document without an origin is put in place first, so that their script does not stumble.
 */
const script = `
const page = parent.parent
const say = (word) => page.postMessage({ pollfish: word }, '*')
const keeping = () => {
  const kept = new Map()
  return {
    getItem: (name) => kept.get(String(name)) ?? null,
    setItem: (name, value) => void kept.set(String(name), String(value)),
    removeItem: (name) => void kept.delete(String(name)),
    clear: () => kept.clear(),
    key: (at) => [...kept.keys()][at] ?? null,
    get length() { return kept.size },
  }
}
for (const name of ['localStorage', 'sessionStorage']) {
  try { void window[name].length } catch { Object.defineProperty(window, name, { value: keeping() }) }
}
try { void document.cookie } catch { Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} }) }
const load = (attributes) => new Promise((resolve, reject) => {
  const script = Object.assign(document.createElement('script'), attributes, { onload: resolve, onerror: reject })
  document.head.append(script)
})
const jquery = {
  src: 'https://code.jquery.com/jquery-3.7.1.min.js',
  integrity: 'sha256-/JqT3SQfawRcv/BIHPThkBvs0OEvtFFmqPF/lYI/Cxo=',
  crossOrigin: 'anonymous',
}
const plugin = { src: 'https://storage.googleapis.com/pollfish_production/sdk/webplugin/pollfish.min.js' }
let started = false
const start = (config) => {
  if (started) return
  started = true
  window.pollfishConfig = {
    ...config,
    offerwall: true,
    ready: () => { say('ready'); window.Pollfish?.showFullSurvey() },
    surveyAvailable: () => say('available'),
    surveyNotAvailable: () => say('none'),
    userNotEligibleCallback: () => say('ineligible'),
    surveyCompletedCallback: () => say('done'),
    closeCallback: () => say('closed'),
    closeAndNoShowCallback: () => say('closed'),
  }
  load(jquery).then(() => load(plugin)).catch(() => say('blocked'))
}
addEventListener('message', ({ source, data }) => {
  if (source !== page || typeof data !== 'object' || data === null) return
  if (data.pollfish === 'start') start(data.config)
  if (data.pollfish === 'show') window.Pollfish?.showFullSurvey()
})
say('hello')
`

const inner = [
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Pollfish</title>',
  '<style>html,body{height:100%;margin:0}</style>',
  `<body><script>${script}</script>`,
].join('')

const outer = [
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="robots" content="noindex"><title>Pollfish</title>',
  '<style>html,body{height:100%;margin:0}iframe{display:block;width:100%;height:100%;border:0}</style>',
  `<body><iframe title="Pollfish" sandbox="${mayDo}" `,
  `src="data:text/html;charset=utf-8;base64,${Buffer.from(inner).toString('base64')}"></iframe>`,
].join('')
