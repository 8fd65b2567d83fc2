import { t } from '@lingui/core/macro'
import { Suspense, type ReactNode } from 'react'
import { isWorthRepeating, messageOf } from '#api/failure.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { ErrorState } from '#ui/state/ErrorState.tsx'
import { SkeletonText } from '#ui/state/Skeleton.tsx'
import { routing } from './route.ts'

/** What is read of `useQuery(…)`. */
interface Query<Data = unknown> {
  data: Data | undefined
  error: unknown
  isFetching: boolean
  /** Waits for a network, and asks by itself once there is one. */
  isPaused?: boolean
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
  if (query.isPaused && !query.error) return <WaitsForNetwork />
  return query.error ? <QueryError query={query} /> : loading
}

const WaitsForNetwork = () => (
  <Alert tone="plain">
    {t({ id: 'ui.waitsForNetwork', message: 'This loads as soon as you’re connected again.' })}
  </Alert>
)

/**
 * Why a query failed; nothing when it did not. What may come another time can be asked for again. What the server
 * refused, as something that is gone or somebody else's, is refused again: there the way leads back.
 */
export const QueryError = ({ query: { error, isFetching, refetch } }: { query: Query }) => {
  if (!error) return null
  if (isWorthRepeating(error)) {
    return (
      <ErrorState busy={isFetching} onRetry={() => void refetch()}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  return (
    <Alert
      tone="warn"
      urgent
      title={messageOf(error)}
      actions={
        <Suspense>
          <routing.WayBack />
        </Suspense>
      }
    />
  )
}
