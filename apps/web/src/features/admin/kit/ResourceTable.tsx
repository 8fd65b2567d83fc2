import type { ReactNode } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'

interface ResourceTableProps<Row> {
  /** Names the table for screen readers, too. */
  title: string
  /** The page's own title says the same. */
  hideTitle?: boolean
  note?: string
  /** The button that adds one; without rows it stands among the words about that. */
  add?: ReactNode
  /** `useQuery(…)`. */
  answer: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => Promise<unknown> }
  rows: readonly Row[] | undefined
  columns: Column<Row>[]
  loadingRows: number
  empty: { title: string; text: string }
}

/** All rows of a resource: there are few enough for one page. */
export const ResourceTable = <Row extends { _id: string }>(props: ResourceTableProps<Row>) => {
  const { title, hideTitle, note, add, answer, rows = [], columns, loadingRows, empty } = props
  if (!answer.data && answer.error) return <QueryError query={answer} />
  return (
    <Card flush title={hideTitle ? undefined : title} note={note} action={rows.length > 0 && add}>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ _id }) => _id}
        loadingRows={answer.data ? 0 : loadingRows}
        empty={
          <EmptyState heading={hideTitle ? 'h2' : 'h3'} title={empty.title} actions={add}>
            {empty.text}
          </EmptyState>
        }
      />
    </Card>
  )
}
