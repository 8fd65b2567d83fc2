import { t } from '@lingui/core/macro'
import type { OutflowSource } from '@runnel/contract/outflow'
import { PageLink } from '#base/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { OutflowRow } from './outflow.ts'
import { sourceColumns } from './source-columns.tsx'

interface SourcesProps {
  sources: readonly OutflowRow[]
  onStop: (source: OutflowSource) => void
}

/** Every source with what it paid and what bounds it. */
export const Sources = ({ sources, onStop }: SourcesProps) => {
  const title = t({ id: 'admin.outflow.bySource', message: 'By source' })
  return (
    <Card
      flush
      title={title}
      note={t({ id: 'admin.outflow.bySource.note', message: 'The limit is shown below each amount.' })}
      action={
        <PageLink to="/app/admin/settings" query={{ tab: 'outflow' }} className="link">
          {t({ id: 'admin.outflow.limits', message: 'Edit limits' })}
        </PageLink>
      }
    >
      <Table
        caption={title}
        columns={sourceColumns({ onStop })}
        rows={inOrder(sources)}
        rowKey={({ source }) => source}
      />
    </Card>
  )
}

const states: readonly OutflowRow['state'][] = ['stopped', 'used-up', 'paying']

/** What is closed first, and of the others those that paid most. */
const inOrder = (sources: readonly OutflowRow[]): OutflowRow[] =>
  sources.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state) || b.day.amount - a.day.amount)
