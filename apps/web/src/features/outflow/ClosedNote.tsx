import { t } from '@lingui/core/macro'
import { type ClosedSource, outflow as contract, type OutflowSource } from '@runnel/contract/outflow'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { refetchAfter } from '#api/refetch-after.ts'
import { silence } from '#api/silent.ts'
import { Alert } from '#ui/state/Alert.tsx'
import { useUntil } from '#ui/until.ts'

/** Says before anybody spends effort that something pays nothing right now, why, and when it opens again. */
export const ClosedNote = ({ closed }: { closed: ClosedSource | null | undefined }) => {
  if (!closed) return null
  const { code, msg, resetsAt } = closed
  return (
    <Alert
      tone="warn"
      title={
        code === 'BUDGET_USED_UP'
          ? t({ id: 'closed.budget', message: 'Daily limit reached' })
          : t({ id: 'closed.paused', message: 'Temporarily paused' })
      }
    >
      <p>{msg}</p>
      {resetsAt && <Opens at={resetsAt} />}
    </Alert>
  )
}

const Opens = ({ at }: { at: string }) => {
  const left = useUntil(at)
  return <p className="figures font-medium">{t({ id: 'closed.opens', message: `Available again ${left}.` })}</p>
}

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
