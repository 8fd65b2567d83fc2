import { faucet as contract, type FaucetInfo, type FaucetUsedUp } from '@runnel/contract/earn/faucet'
import type { Call, Result } from '@runnel/contract/route'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { changeMe } from '#features/user/user.ts'

export const faucet = connect('faucet', contract)

export type ClaimCall = Call<typeof contract.claim>
export type Claimed = Result<typeof contract.claim>

/** What the server told, and when by the clock that nobody can turn: `wait` counts from there. */
export interface Faucet extends FaucetInfo {
  receivedAt: number
}

const longestSilenceMs = 60_000
const agreeingMs = 2_500

const readFaucet = async ({ signal }: { signal: AbortSignal }): Promise<Faucet> => {
  const known = queryClient.getQueryData<Faucet>(faucet.keyOf('info'))
  const told = received(await faucet.calls.info({ signal: known ? silence(signal) : signal }))
  return known ? calmed(told, known) : told
}

const received = (told: FaucetInfo): Faucet => {
  rememberWait(readyIn(told))
  return { ...told, receivedAt: performance.now() }
}

/** The next visit's document asks for the challenge at once when this is over (`head-script.ts`). */
const rememberWait = (seconds: number): void => {
  try {
    localStorage.setItem('faucetAt', String(Date.now() + seconds * 1_000))
  } catch {
    // A browser that keeps nothing asks for a challenge in vain now and then.
  }
}

/**
 * The server rounds the wait up and the answer takes time, so each answer ends a little late: as long as two agree,
 * the earlier end is the truer one, and the shown clock does not jump back by a second.
 */
const calmed = (told: Faucet, known: Faucet): Faucet => {
  const laterMs = endOf(told) - endOf(known)
  if (laterMs <= 0 || laterMs > agreeingMs) return told
  const { usedUp } = told
  const earlier = Math.round((told.receivedAt - known.receivedAt) / 1_000)
  return {
    ...told,
    wait: known.wait,
    receivedAt: known.receivedAt,
    usedUp: usedUp && { ...usedUp, opensIn: usedUp.opensIn && usedUp.opensIn + earlier },
  }
}

const endOf = ({ wait, receivedAt }: Faucet): number => receivedAt + wait * 1_000

const info = queryOptions({
  queryKey: faucet.keyOf('info'),
  meta: { live: true },
  staleTime: 0,
  refetchOnWindowFocus: true,
  refetchInterval: ({ state }) => untilChange(state.data, Date.now()),
  queryFn: readFaucet,
})

/** The state of the faucet, asked for again when the page is looked at, and when a happy hour begins or ends. */
export const useFaucet = () => useQuery(info)

/** Why the budget of the site keeps the next claim waiting longer than its timer; null: it does not. */
export const blockedBy = ({ usedUp, wait }: FaucetInfo): FaucetUsedUp | null =>
  usedUp !== null && (usedUp.opensIn ?? Number.POSITIVE_INFINITY) > wait ? usedUp : null

/** Seconds until a claim may find room; a year where nobody knows. */
export const readyIn = (told: FaucetInfo): number => {
  const blocked = blockedBy(told)
  return blocked === null ? told.wait : (blocked.opensIn ?? YEAR_SECONDS)
}
const YEAR_SECONDS = 365 * 86_400

/** All claims of the day are made. */
export const isSpent = ({ dailyClaimLimit, claimsToday }: Faucet): boolean =>
  dailyClaimLimit > 0 && claimsToday >= dailyClaimLimit

/** Takes over how long the server said one still has to wait. */
export const startWait = (seconds: number): void => {
  queryClient.setQueryData<Faucet>(info.queryKey, (known) => known && received({ ...known, wait: seconds }))
}

export const invalidateFaucet = (): Promise<void> => queryClient.invalidateQueries({ queryKey: info.queryKey })

/** Shows everywhere what a claim has just changed, and then asks for what only the server can work out. */
export const applyReward = ({ reward, balance, progress, wait, parts, isReduced }: Claimed): void => {
  queryClient.setQueryData<Faucet>(info.queryKey, (known) => {
    if (!known) return known
    const { claimsToday, faucetClaim } = known
    return received({
      ...known,
      wait,
      next: parts,
      isReduced,
      claimsToday: claimsToday + 1,
      faucetClaim: faucetClaim + 1,
    })
  })
  changeMe((me) => {
    const { faucetClaim, totalEarned } = me.user
    const counts = { faucetClaim: faucetClaim + 1, totalEarned: totalEarned + reward }
    return { ...me, user: { ...me.user, ...counts, balance, progress, level: progress.level } }
  })
  void invalidateFaucet()
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}

/** So long before a challenge is asked for, the budget is: it may have been used up meanwhile. */
const budgetLeadMs = 30_000

/**
 * Milliseconds to the next happy hour's beginning or end, to a budget that opens or has to be asked for, and never
 * longer than a minute.
 */
const untilChange = (known: Faucet | undefined, now: number): number => {
  if (known === undefined) return longestSilenceMs
  const { happyHourEnds, nextHappyHour } = known
  const changes = [happyHourEnds, nextHappyHour].flatMap((iso) => (iso ? [Date.parse(iso) - now] : []))
  const toReady = readyIn(known) * 1_000 - (performance.now() - known.receivedAt)
  const ahead = [...changes, toReady, toReady - budgetLeadMs].filter((milliseconds) => milliseconds > 0)
  return Math.min(longestSilenceMs, ...ahead.map((milliseconds) => milliseconds + 1_000))
}
