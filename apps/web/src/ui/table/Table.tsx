import { t } from '@lingui/core/macro'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classes } from '#ui/classes.ts'
import { Select } from '#ui/form/Select.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  align?: 'start' | 'end'
  sortable?: boolean
  /** `head` leads the card on a phone, `actions` stands at its foot without a name. */
  role?: 'head' | 'actions'
}

export interface Sort {
  key: string
  direction: 'ascending' | 'descending'
}

interface TableProps<Row> {
  /** What the table shows, for screen readers. */
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  sort?: Sort
  onSort?: (sort: Sort) => void
  /** Reserves the space of this many rows while they are on their way. */
  loadingRows?: number
  /** Shown instead of the rows when there are none. */
  empty?: ReactNode
  /** Rows can take the focus, for who moves through them by keys. */
  focusRows?: boolean
}

/** A table that turns into cards on a phone; its roles are spelt out because `display` would take them away. */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort, onSort, loadingRows = 0, empty, focusRows = false } = props
  if (loadingRows === 0 && rows.length === 0 && empty) return <>{empty}</>
  return (
    <div className="table-wrap">
      <PhoneSort columns={columns} sort={sort} onSort={onSort} />
      <table className="table" role="table" aria-busy={loadingRows > 0 || undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={rowKey(row)} role="row" tabIndex={focusRows ? -1 : undefined}>
              {columns.map((column) => (
                <td key={column.key} role="cell" data-label={column.header} className={cellClass(column)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {rows.length === 0 &&
            Array.from({ length: loadingRows }, (_, row) => <LoadingRow key={row} columns={columns.length} />)}
        </tbody>
      </table>
    </div>
  )
}

const cellClass = <Row,>({ align, role }: Column<Row>): string =>
  classes(align === 'end' && 'cell-end', role && `cell-${role}`)

interface HeaderCellProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

const HeaderCell = <Row,>({ column, sort, onSort }: HeaderCellProps<Row>) => {
  const className = cellClass(column)
  if (!column.sortable || !onSort) {
    const name = column.role === 'actions' ? <span className="visually-hidden">{column.header}</span> : column.header
    return (
      <th role="columnheader" scope="col" className={className}>
        {name}
      </th>
    )
  }
  const direction = sort?.key === column.key ? sort.direction : undefined
  const Icon = direction === 'ascending' ? IconArrowUp : direction === 'descending' ? IconArrowDown : IconArrowsSort
  const next = direction === 'descending' ? 'ascending' : 'descending'
  return (
    <th role="columnheader" scope="col" aria-sort={direction ?? 'none'} className={className}>
      <button
        type="button"
        className="sort"
        title={t({ id: 'ui.table.sort', message: `Sort by ${{ column: column.header }}` })}
        onClick={() => onSort({ key: column.key, direction: next })}
      >
        {column.header}
        <Icon aria-hidden="true" />
      </button>
    </th>
  )
}

interface PhoneSortProps<Row> {
  columns: Column<Row>[]
  sort: Sort | undefined
  onSort: ((sort: Sort) => void) | undefined
}

/** Cards have no header to tap, so on a phone a select does the sorting. */
const PhoneSort = <Row,>({ columns, sort, onSort }: PhoneSortProps<Row>) => {
  const sortable = columns.filter((column) => column.sortable)
  if (!onSort || sortable.length === 0) return null
  const directions = ['descending', 'ascending'] as const
  const choices = sortable.flatMap(({ key, header }) => directions.map((direction) => ({ key, header, direction })))
  const choose = (value: string) => {
    const choice = choices.find(({ key, direction }) => `${key} ${direction}` === value)
    if (choice) onSort({ key: choice.key, direction: choice.direction })
  }
  return (
    <div className="px-4 pb-3 md:hidden">
      <Select
        label={t({ id: 'ui.table.order', message: 'Sort by' })}
        hideLabel
        filterable={false}
        value={sort ? `${sort.key} ${sort.direction}` : ''}
        placeholder={sort ? undefined : t({ id: 'ui.table.order', message: 'Sort by' })}
        options={choices.map(({ key, header, direction }) => ({
          value: `${key} ${direction}`,
          label: `${header} ${direction === 'ascending' ? '↑' : '↓'}`,
        }))}
        onChange={choose}
      />
    </div>
  )
}

const LoadingRow = ({ columns }: { columns: number }) => (
  <tr role="row" aria-hidden="true">
    {Array.from({ length: columns }, (_, cell) => (
      <td key={cell} role="cell">
        <Skeleton width="5rem" />
      </td>
    ))}
  </tr>
)
