import { outflow as contract, type ClosedSource, type OutflowSource } from '@runnel/contract/outflow'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { refetchAfter } from '#api/refetch-after.ts'
import { silence } from '#api/silent.ts'

const area = connect('main', contract)

/** Why and until when something pays nothing right now; null while it pays, and undefined until that is known. */
export const useClosedSource = (source: OutflowSource): ClosedSource | null | undefined => {
  const { data } = useQuery({
    ...area.query('closed', undefined, { live: true }),
    // Whoever cannot be told is refused later in the same words.
    queryFn: ({ signal }) => area.calls.closed({ signal: silence(signal) }),
    staleTime: 60_000,
    refetchInterval: ({ state }) => refetchAfter(firstOf(state.data?.closed ?? [])),
  })
  return data && (data.closed.find((one) => one.source === source) ?? null)
}

const firstOf = (closed: readonly ClosedSource[]): string | null => {
  const ends = closed.flatMap(({ resetsAt }) => resetsAt ?? [])
  return ends.toSorted()[0] ?? null
}
