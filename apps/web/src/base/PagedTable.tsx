import type { ReactNode } from 'react'
import { Card } from '#ui/Card.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { QueryError } from './Loaded.tsx'

interface PagedTableProps<Row> {
  id?: string
  className?: string
  /** What the list shows; names the card and the table. */
  title: string
  /** Stands opposite the title. */
  action?: ReactNode
  /** A filter, above the rows. */
  children?: ReactNode
  /** `useQuery(…)` of an answer with `items` and `totalItems`. */
  answer: {
    data: { items: readonly Row[]; totalItems: number } | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  columns: Column<Row>[]
  rowKey: (row: Row) => string
  /** How many rows' space is reserved while they are on their way. */
  loadingRows: number
  /** Shown when there are no rows. */
  empty: ReactNode
  page: number
  limit: number
  /** Names the pages, when the place has more than one list. */
  pagesLabel?: string
  onPage: (page: number) => void
}

/** A list of the user's own in a card: rows, what is said in their place, and pages. */
export const PagedTable = <Row,>(props: PagedTableProps<Row>) => {
  const { id, className, title, action, children, answer, columns, rowKey, empty, page, limit } = props
  const { data, error } = answer
  return (
    <Card flush {...{ id, className, title, action }}>
      {children}
      {!data && error ? (
        <div className="p-4 pt-0 sm:p-6 sm:pt-0">
          <QueryError query={answer} />
        </div>
      ) : (
        <Table
          caption={title}
          columns={columns}
          rows={data?.items ?? []}
          rowKey={rowKey}
          loadingRows={data ? 0 : props.loadingRows}
          empty={empty}
        />
      )}
      {data && (
        <Pagination
          page={page}
          limit={limit}
          totalItems={data.totalItems}
          label={props.pagesLabel}
          onPage={props.onPage}
        />
      )}
    </Card>
  )
}

interface ChoiceFilterProps<Value extends string> {
  label: string
  value: Value | undefined
  /** Stands for no choice: 'All'. */
  all: string
  options: readonly { value: Value; label: string }[]
  onChoose: (value: Value | undefined) => void
}

/** Narrows a list to one kind of row; its label is there for screen readers. */
export const ChoiceFilter = <Value extends string>({
  label,
  value,
  all,
  options,
  onChoose,
}: ChoiceFilterProps<Value>) => (
  <Select
    className="w-44"
    label={label}
    hideLabel
    filterable={false}
    value={value ?? ''}
    placeholder={all}
    options={[...options]}
    onChange={(chosen) => onChoose(options.find((option) => option.value === chosen)?.value)}
  />
)
