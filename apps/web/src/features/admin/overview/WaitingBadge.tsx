import { plural, t } from '@lingui/core/macro'
import { adminWaiting as contract, type PendingCounts } from '@runnel/contract/admin/pending'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'
import { CountBadge } from '#ui/Badge.tsx'

const admin = connect('admin', contract)
const minute = 60_000

/** What waits for the staff, and whether the site is closed; the same answer for all that show a part of it. */
export const usePending = () =>
  useQuery({
    queryKey: admin.keyOf('waiting'),
    // Nobody asked for it, so nobody is told where it fails.
    queryFn: ({ signal }) => admin.calls.waiting({ signal: silence(signal) }),
    staleTime: minute,
    refetchInterval: minute,
  }).data

/** How much waits behind an entry of the staff's menu. */
export const WaitingBadge = ({ waits }: { waits: readonly (keyof PendingCounts)[] }) => {
  const data = usePending()
  const waiting = waits.reduce((sum, part) => sum + (data?.[part] ?? 0), 0)
  const label = t({
    id: 'admin.job.waiting',
    message: plural(waiting, { one: '# item pending', other: '# items pending' }),
  })
  return <CountBadge count={waiting} label={label} tone="warn" />
}
