import { type Http, isRefusal, refusalOf } from '#adapters/deposit/http.ts'
import { isCode, say } from '#kernel/words/say.ts'
import { apis } from './apis.ts'
import type { Shortened, Shortener, ShortlinkProvider } from './shortlink.ts'

/** Somebody waits for the answer in front of a page. */
const TIMEOUT_MS = 5_000
const REASON_MAX = 220

/**
 * The shortlink providers of this site. The sandbox shows no advertisement and so earns nothing: a production site does
 * not have it, and the demonstration has nothing else, because it calls nobody.
 */
export const createShortener = ({ http, isProduction, isDemo }: Site): Shortener => {
  const problem: Shortener['problem'] = ({ api, apiUrl }) => {
    if (api === 'sandbox') return isProduction && !isDemo ? say('owner.shortlink.sandboxAvailableSiteProduction') : null
    if (isDemo) return say('owner.shortlink.demonstrationOnlySandbox')
    const address = apiUrl || apis[api].address
    return address === null ? say('owner.shortlink.providerNeedsApiUrl') : http.addressProblem(address)
  }
  return {
    problem,
    shorten: async (provider, target) => {
      const reason = problem(provider)
      if (reason !== null) return { kind: 'refused', reason }
      // Its visits come straight back: there is nobody in between.
      if (provider.api === 'sandbox') return { kind: 'ok', url: target }
      return withoutSecrets(await call(http, { ...provider, api: provider.api }, target), provider, target)
    },
  }
}

interface Site {
  readonly http: Http
  readonly isProduction: boolean
  readonly isDemo: boolean
}

type Called = ShortlinkProvider & { readonly api: keyof typeof apis }

const call = async (http: Http, provider: Called, target: string): Promise<Shortened> => {
  const { address, ask, read } = apis[provider.api]
  const asked = ask({ ...provider, apiUrl: provider.apiUrl || (address ?? '') }, target)
  const answer = await http.call({ ...asked, timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') return { kind: 'unreachable', reason: answer.reason }
  const { status, text } = answer
  const said = status >= 300 && !isRefusal(status) ? undefined : read(text)
  if (said === undefined || (status >= 300 && !('problem' in said))) {
    return { kind: isRefusal(status) ? 'refused' : 'unreachable', reason: refusalOf(answer) }
  }
  if ('problem' in said)
    return { kind: 'refused', reason: say('owner.shortlink.providerRefused', { problem: oneLine(said.problem) }) }
  // One that gives our own address back would let everybody pass without a visit.
  if (new URL(said.url).host === new URL(target).host) {
    return { kind: 'refused', reason: say('owner.shortlink.providerReturnedOurOwn') }
  }
  return { kind: 'ok', url: said.url }
}

/** Services repeat what they were asked: neither the key nor a visit's secret may stand in what we keep of it. */
const withoutSecrets = (said: Shortened, { apiKey }: ShortlinkProvider, target: string): Shortened => {
  if (said.kind === 'ok') return said
  const hidden = [apiKey, encodeURIComponent(apiKey), target.split('/').at(-1) ?? ''].filter((text) => text !== '')
  const reason = hidden.reduce((text, secret) => text.replaceAll(secret, '…'), said.reason)
  return { kind: said.kind, reason: oneLine(reason) }
}

const oneLine = (text: string): string =>
  isCode(text) ? text : text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').slice(0, REASON_MAX)
