import { type Answer, type Got, startProvider } from './provider.ts'

const API_KEY = 'short-api-key'

export type FakeShortlinks = Awaited<ReturnType<typeof startShortlinks>>

/**
 * A service of short addresses: the common script, and the three that speak otherwise. `say` lets its next answer be
 * what such a service is known to answer now and then; `failNext` is for the network.
 */
export const startShortlinks = async () => {
  const targets = new Map<string, string>()
  const words: Answer[] = []
  const provider = await startProvider((got) => words.shift() ?? answer(got, targets))
  return {
    ...provider,
    apiKey: API_KEY,
    api: `${provider.url}/api`,
    /** Where each short address leads. */
    targets,
    /** What is said next, whatever is asked. */
    say: (...answers: Answer[]): void => void words.push(...answers),
    /** The secret behind a short address: what a visitor finds at the end of the way, and a bypass service at once. */
    secretOf: (short: string): string => (targets.get(short) ?? '').split('/').at(-1) ?? '',
  }
}

/** The common script's words when something is wrong: one text, or a list of them, and always 200. */
export const scriptError = (message: string | readonly string[]): Answer => ({
  status: 200,
  body: { status: 'error', message, shortenedUrl: '' },
})

const answer = (got: Got, targets: Map<string, string>): Answer => {
  if (got.path === '/api' && got.method === 'GET') return script(got.query, targets)
  if (got.path === '/full' && got.method === 'POST') return cuty(got.body, targets)
  if (got.path.startsWith('/ouo/') && got.method === 'GET') return ouo(got, targets)
  if (got.path === '/v1/data/url' && got.method === 'PUT') return shortest(got, targets)
  return { status: 404, body: 'Not Found' }
}

const shorten = (target: string, targets: Map<string, string>): string => {
  // The same address gets the same short one, as at the real services.
  for (const [short, known] of targets) if (known === target) return short
  const short = `https://short.test/${(targets.size + 1).toString(36).padStart(5, 'a')}`
  targets.set(short, target)
  return short
}

const script = (query: URLSearchParams, targets: Map<string, string>): Answer => {
  if (query.get('api') !== API_KEY) return scriptError('Invalid API token')
  const target = URL.parse(query.get('url') ?? '')
  if (target === null) return scriptError(['Please enter a valid URL.'])
  return { status: 200, body: { status: 'success', message: '', shortenedUrl: shorten(target.href, targets) } }
}

const cuty = (body: string, targets: Map<string, string>): Answer => {
  // What our own side sent as JSON.
  const { token, url } = JSON.parse(body) as { token?: string; url?: string }
  if (token !== API_KEY || url === undefined) return { status: 401, body: { message: 'Unauthenticated.' } }
  return { status: 200, body: { data: { short_url: shorten(url, targets) } } }
}

const ouo = ({ path, query }: Got, targets: Map<string, string>): Answer =>
  path === `/ouo/${API_KEY}` ? { status: 200, body: shorten(query.get('s') ?? '', targets) } : { status: 200, body: '' }

const shortest = ({ headers, body }: Got, targets: Map<string, string>): Answer => {
  if (headers['public-api-token'] !== API_KEY) return { status: 403, body: { message: 'Wrong token.' } }
  const target = new URLSearchParams(body).get('urlToShorten') ?? ''
  return { status: 200, body: { status: 'ok', shortenedUrl: shorten(target, targets) } }
}
