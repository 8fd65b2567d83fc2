import { createClient, type Client, type Transport } from '@runnel/contract/client'
import type { Call, Feature, Result } from '@runnel/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { queryClient } from './cache.ts'
import { withFailures } from './failure.ts'
import { fetchTransport } from './send.ts'
import { silence } from './silent.ts'

/** The areas of state that exist so far; a query's key starts with its area and its endpoint. */
export type Area =
  | 'main'
  | 'auth'
  | 'user'
  | 'antibotlinks'
  | 'captcha'
  | 'trust'
  | 'faucet'
  | 'withdraw'
  | 'link'
  | 'ptc'
  | 'advertise'
  | 'deposit'
  | 'home'
  | 'bonus'
  | 'challenge'
  | 'coupon'
  | 'leaderboard'
  | 'referral'
  | 'news'
  | 'dashboard'
  | 'offerwall'
  | 'task'
  | 'contact'
  | 'admin'

let transport = withFailures(fetchTransport)

/** Puts another carrier in the place of fetch; tests answer calls with it. */
export const setTransport = (carrier: Transport): void => {
  transport = withFailures(carrier)
}

interface QueryExtras {
  /** Asked again whenever the live stream says that something changed. */
  live?: true
}

/**
 * A feature's part of the contract as functions and as queries:
 * `const faucet = connect('faucet', contractOfFaucet)`, then `faucet.calls.claim({ body })` and
 * `useQuery(faucet.query('info'))`. It takes one feature, so that a page loads only the schemas it needs.
 */
export const connect = <F extends Feature>(area: Area, feature: F) => {
  const calls = createClient({ feature }, (request) => transport(request)).feature
  const keyOf = <E extends keyof F & string>(endpoint: E, call?: Call<F[E]>) =>
    call === undefined ? [area, endpoint] : [area, endpoint, call]

  const query = <E extends keyof F & string>(endpoint: E, call?: Call<F[E]>, extras: QueryExtras = {}) => {
    const queryKey = keyOf(endpoint, call)
    return queryOptions({
      queryKey,
      meta: { ...extras },
      queryFn: ({ signal }) => {
        const known = queryClient.getQueryData(queryKey) !== undefined
        return ask({ calls, endpoint, call: { ...call, signal: known ? silence(signal) : signal } })
      },
    })
  }

  return { calls, keyOf, query }
}

interface Asked<F extends Feature, E extends keyof F> {
  calls: Client<{ feature: F }>['feature']
  endpoint: E
  call: object
}

const ask = <F extends Feature, E extends keyof F & string>({ calls, endpoint, call }: Asked<F, E>) => {
  // The contract's own types were checked where `query` was called; here they are only passed on.
  const run = calls[endpoint] as (call: object) => Promise<Result<F[E]>>
  return run(call)
}
