import type { ReactNode } from 'react'
import { messageOf } from '#api/failure.ts'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'

/** What is read of `useQuery(…)`. */
interface Query<Data = unknown> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Query<Data>
  /** Reserves the space until there is data. */
  loading?: ReactNode
  /** Draws the data. Without it only what stands in its place is drawn, for pages that draw the data elsewhere. */
  children?: (data: Data) => ReactNode
}

/** What a query answered, or what stands in its place. Data stays when fetching it again fails. */
export const Loaded = <Data,>({ query, loading = <SkeletonText />, children }: LoadedProps<Data>): ReactNode => {
  if (query.data !== undefined) return children?.(query.data)
  return query.error ? <QueryError query={query} /> : loading
}

/** Why a query failed, with the way to repeat it; nothing when it did not. */
export const QueryError = ({ query: { error, isFetching, refetch } }: { query: Query }) =>
  error ? (
    <ErrorState busy={isFetching} onRetry={() => void refetch()}>
      {messageOf(error)}
    </ErrorState>
  ) : null
