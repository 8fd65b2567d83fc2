import { t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { ofText, spanText } from '#features/task/task.ts'
import { Card } from '#ui/Card.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useDisputeStatistic, type DisputeStatistic } from './disputes.ts'

/** How many disputes wait, and how those of the last 90 days went. */
export const DisputeFigures = () => {
  const query = useDisputeStatistic()
  const { data } = query
  if (!data) return <Loaded query={query} loading={<Skeleton height={28} className="rounded-l" />} />
  const { open, oldestAt, forWorkers, forOwners, medianSeconds } = data
  return (
    <>
      <Card className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        <Stat
          label={t({ id: 'admin.dispute.open', message: 'Open' })}
          value={formatNumber(open)}
          note={oldestAt && <Oldest iso={oldestAt} />}
        />
        <Stat
          label={t({ id: 'admin.dispute.forWorkers', message: 'Decided for workers (90 days)' })}
          value={formatNumber(forWorkers)}
        />
        <Stat
          label={t({ id: 'admin.dispute.forOwners', message: 'Decided for task owners (90 days)' })}
          value={formatNumber(forOwners)}
        />
        <Stat
          label={t({ id: 'admin.dispute.median', message: 'Median decision time' })}
          value={medianSeconds === null ? '—' : spanText(medianSeconds)}
        />
      </Card>
      <Losers owners={data.owners} />
    </>
  )
}

const Oldest = ({ iso }: { iso: string }) => (
  <>
    {t({ id: 'admin.dispute.oldest', message: 'oldest' })} <RelativeTime iso={iso} />
  </>
)

const Losers = ({ owners }: Pick<DisputeStatistic, 'owners'>) => {
  if (owners.length === 0) return null
  return (
    <Disclosure summary={t({ id: 'admin.dispute.losers', message: 'Task owners with the most lost disputes' })}>
      <KeyValue
        pairs={owners.map(({ username, disputes, lost }) => ({
          key: username,
          label: username,
          value: ofText(lost, disputes),
        }))}
      />
    </Disclosure>
  )
}
