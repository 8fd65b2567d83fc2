import type { Http } from '#adapters/deposit/http.ts'
import { readJson } from '#kernel/reads/source-json.ts'
import { cut, say } from '#kernel/words/say.ts'
import type { FeedAnswer, OfferFeeds, OfferSource } from './offers.ts'
import type { Wanted } from './vendor.ts'
import { offerVendors } from './vendors.ts'

/** Somebody waits for the answer in front of a page. */
const TIMEOUT_MS = 6_000
/** CPX asks for two minutes between calls for one user; nobody's offers change faster. */
const KEPT_MS = 120_000
/** One that failed is left alone for so long. */
const FAILED_MS = 20_000
const KEPT_MAX = 1_000
const REASON_MAX = 200

interface Kept {
  readonly until: number
  readonly answer: Promise<FeedAnswer>
}

/** The offers of vendors' APIs. All answer for one user, so each answer is kept for one user, wall and device. */
export const createOfferFeeds = ({ http, isDemo }: { http: Http; isDemo: boolean }): OfferFeeds => {
  const kept = new Map<string, Kept>()
  const fetchOffers = (source: OfferSource, wanted?: Wanted): Promise<FeedAnswer> =>
    isDemo ? Promise.resolve({ kind: 'failed', reason: say('owner.offers.demonstration') }) : ask(http, source, wanted)
  const list: OfferFeeds['list'] = (source) => {
    const key = JSON.stringify([source.wallId, source.userId, source.device, source.apiUrl, source.keys, source.apiKey])
    const known = kept.get(key)
    if (known !== undefined && known.until > performance.now()) return known.answer
    const answer = fetchOffers(source)
    const keep = (forMs: number): void => {
      kept.delete(key)
      kept.set(key, { until: performance.now() + forMs, answer })
      const [oldest] = kept.keys()
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest)
    }
    // Who asks while it is on its way gets the same answer.
    keep(KEPT_MS)
    void answer.then(({ kind }) => (kind === 'failed' ? keep(FAILED_MS) : undefined))
    return answer
  }
  return {
    problem: (apiUrl) => (apiUrl === '' ? null : http.addressProblem(apiUrl)),
    list,
    open: async (source, offerId, clickId) => {
      const { click } = offerVendors[source.api]
      const said = click === 'asked' ? await fetchOffers(source, { offerId, clickId }) : await list(source)
      if (said.kind === 'failed') return said
      const offer = said.offers.find(({ id }) => id === offerId)
      if (offer === undefined) return { kind: 'gone' }
      if (click === null || click === 'asked') return { kind: 'ok', url: offer.url }
      const url = new URL(offer.url)
      url.searchParams.set(click.param, clickId)
      return { kind: 'ok', url: url.href }
    },
  }
}

const ask = async (http: Http, source: OfferSource, wanted?: Wanted): Promise<FeedAnswer> => {
  const vendor = offerVendors[source.api]
  const request = vendor.ask(source.apiUrl || vendor.address, source, wanted)
  const answer = await http.call({ ...request, timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') return failed(answer.reason)
  if (answer.status !== 200) return failed(say('owner.offers.vendorAnswered', { status: answer.status }))
  try {
    const offers = vendor.read(readJson(answer.text), source)
    return offers === undefined ? failed(say('owner.offers.noList')) : { kind: 'ok', offers }
  } catch {
    return failed(say('owner.offers.notJson'))
  }
}

/** Nothing of what the vendor wrote is repeated: it may hold the key or the user that it was sent. */
const failed = (reason: string): FeedAnswer => ({ kind: 'failed', reason: cut(reason, REASON_MAX) })
