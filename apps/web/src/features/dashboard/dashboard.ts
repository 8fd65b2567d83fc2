import { dashboard as contract } from '@runnel/contract/dashboard'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { user } from '#features/user/user.ts'

export { sourceName } from './labels.ts'

const dashboard = connect('dashboard', contract)

export type Overview = Result<typeof contract.overview>
export type Todo = Overview['todo'][number]

const shownLines = '5'
const readyEveryMs = 60_000

/** What pays best and what is worth doing now; asked again whenever something was earned, and as waits run out. */
export const useOverview = () => {
  const overview = dashboard.query('overview', undefined, { live: true })
  return useQuery({ ...overview, staleTime: 0, refetchOnWindowFocus: true, refetchInterval: readyEveryMs })
}

/** What was earned, by day and source; asked again whenever the balance moves. */
export const useStats = () => useQuery(user.query('stats', undefined, { live: true }))

/** The newest movements. */
export const useRecentLines = () => useQuery(user.query('statement', { query: { limit: shownLines } }, { live: true }))
