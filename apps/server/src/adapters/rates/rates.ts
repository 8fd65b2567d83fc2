import type { RateSource } from '@runnel/contract/payout'
import type { Http } from '#adapters/deposit/http.ts'
import { presets } from './presets.ts'

export interface PriceQuestion {
  readonly sources: readonly RateSource[]
  /** Currencies of methods, such as `BTC` or `USDT-TRC20`. */
  readonly coins: readonly string[]
  /** What they are priced in, such as `USD`. */
  readonly currency: string
}

/** What one source said: the price of one coin by currency, as decimal text, and the first that it doesn’t know. */
export interface PriceAnswer {
  readonly name: string
  readonly answers: ReadonlyMap<string, string>
  readonly missing: string | null
}

/** Asks all sources at once; one that fails says so and spoils nothing for the others. */
export type PriceSources = (question: PriceQuestion) => Promise<readonly PriceAnswer[]>

export const createPrices =
  (http: Http): PriceSources =>
  ({ sources, coins, currency }) =>
    Promise.all(
      sources.map(async (source): Promise<PriceAnswer> => {
        const answers = new Map<string, string>()
        const missing: string[] = []
        for (const { url, read, of } of presets[source.kind](source, coins, currency)) {
          const answer = await http.call({ method: 'GET', url })
          const found = answer.kind === 'answered' && answer.status === 200 ? read(answer.text) : undefined
          for (const coin of of) {
            const price = found?.(coin)
            if (price === undefined) missing.push(coin)
            else answers.set(coin, price)
          }
        }
        return { name: source.kind, answers, missing: missing[0] ?? null }
      }),
    )
