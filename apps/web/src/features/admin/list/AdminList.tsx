import { t, plural } from '@lingui/core/macro'
import { LISTED_MAX } from '@runnel/contract/admin/export'
import type { CalledRoute } from '@runnel/contract/route'
import { useRef, useState, type ReactNode } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import type { Fields } from './fields.ts'
import { FilterBar } from './FilterBar.tsx'
import { KeysHelp } from './KeysHelp.tsx'
import { SelectAll, withPick } from './RowCheckbox.tsx'
import { SaveCsv } from './SaveCsv.tsx'
import type { Selection } from './selection.ts'
import { pageLimit, type ListAddress, type Readers, type ListState } from './url-state.ts'
import { useListKeys } from './use-list-keys.ts'

/** What a query of a list gives: `useQuery(…)` of an answer with `items` and `totalItems`. */
export interface ListAnswer<Row> {
  data: { items: readonly Row[]; totalItems: number } | undefined
  error: Error | null
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => Promise<unknown>
}

/** What can be done with many rows at once. */
export interface Bulk<Row> {
  selection: Selection
  /** What is chosen, for screen readers: 'Chosen withdrawals'. */
  label: string
  /** Names a row for its checkbox: 'Choose the withdrawal of bob'. */
  pick: (row: Row) => string
  canPick?: (row: Row) => boolean
  /** Names the box that chooses all of the page. */
  pickAll?: string
  /** Words beside the number of chosen rows, such as their sum. */
  note?: (chosen: Row[]) => string
  /** The buttons; each asks first, or what it does can be undone. */
  actions: (chosen: Row[]) => ReactNode
}

interface AdminListProps<Row, R extends Readers> {
  /** What the list shows; names the table for screen readers. */
  caption: string
  list: ListAddress<R>
  view: ListState<R>
  /** How the parts of the filter look, in their order. */
  fields: Fields<R>
  answer: ListAnswer<Row>
  columns?: Column<Row>[]
  /** In the place of columns: each row as a card of its own. */
  card?: (row: Row) => ReactNode
  rowKey: (row: Row) => string
  /** Said when there are no rows at all, and what that means. */
  nothing: { title: string; text?: string; actions?: ReactNode }
  /** Said when there are none with this filter. */
  noMatch?: string
  /** In the place of 'Show all'. */
  noMatchActions?: ReactNode
  /** Enter on a row. */
  onOpen?: (row: Row) => void
  /** The list's twin as a file. */
  csv?: CalledRoute
  csvParams?: Readonly<Record<string, string>>
  /** What the file is asked for, where that is not the filter as it stands in the address. */
  csvQuery?: Readonly<Record<string, unknown>>
  bulk?: Bulk<Row>
  /** Stands in the bar beside the filter. */
  tools?: ReactNode
}

/** A list of the owner's: filter, rows, pages, a file, keys and what can be done with many at once. */
export const AdminList = <Row, R extends Readers>(props: AdminListProps<Row, R>) => {
  const { list, view, fields, answer, onOpen, csv, csvParams, csvQuery, bulk, tools } = props
  const rows = answer.data?.items ?? []
  const total = answer.data?.totalItems
  const frame = useRef<HTMLDivElement>(null)
  const [isHelping, setIsHelping] = useState(false)
  const canPick = (row: Row) => bulk !== undefined && (bulk.canPick?.(row) ?? true)
  useListKeys(frame, {
    onOpen: (index) => rows[index] && onOpen?.(rows[index]),
    onPick: (index) => rows[index] && canPick(rows[index]) && bulk?.selection.toggle(props.rowKey(rows[index])),
    onHelp: () => setIsHelping(true),
    onEscape: () => bulk?.selection.clear(),
  })
  return (
    <div ref={frame} data-list className="grid grid-cols-1 gap-4">
      <FilterBar list={list} filter={view.filter} fields={fields} total={total}>
        {tools}
        {csv && <SaveCsv route={csv} params={csvParams} query={csvQuery ?? view.filter} total={total} />}
        <KeysHelp open={isHelping} onOpen={setIsHelping} canOpen={onOpen !== undefined} canPick={bulk !== undefined} />
      </FilterBar>
      <QueryError query={answer} />
      {(answer.data || !answer.error) && <Rows {...props} />}
      {bulk && <BulkBar bulk={bulk} chosen={rows.filter((row) => isChosen(row, props) && canPick(row))} />}
    </div>
  )
}

const isChosen = <Row, R extends Readers>(row: Row, { bulk, rowKey }: AdminListProps<Row, R>): boolean =>
  bulk?.selection.selected.has(rowKey(row)) ?? false

const Rows = <Row, R extends Readers>(props: AdminListProps<Row, R>) => {
  const { caption, list, view, answer, columns, card, rowKey, bulk } = props
  const { data, isPlaceholderData } = answer
  const rows = data?.items ?? []
  // Rows of another filter stay until those of this one are there, but paler.
  const style = isPlaceholderData ? { opacity: 0.6 } : undefined
  const pages = (
    <Pagination
      page={view.page}
      limit={pageLimit}
      totalItems={data?.totalItems ?? 0}
      isFull={(data?.totalItems ?? 0) >= LISTED_MAX}
      onPage={(page) => list.show(view.filter, { page })}
    />
  )
  if (card) {
    return (
      <div className="grid grid-cols-1 gap-4" style={style}>
        {!data && <Skeleton height={96} className="rounded-l" />}
        {data && rows.length === 0 && (
          <Card>
            <Nothing {...props} />
          </Card>
        )}
        {rows.map((row) => (
          <div key={rowKey(row)} data-row tabIndex={-1}>
            {card(row)}
          </div>
        ))}
        {pages}
      </div>
    )
  }
  return (
    <Card flush style={style}>
      {bulk && <SelectAll rows={rows} rowKey={rowKey} bulk={bulk} />}
      <Table
        caption={caption}
        columns={bulk ? withPick(columns ?? [], { rowKey, bulk }) : (columns ?? [])}
        rows={rows}
        rowKey={rowKey}
        focusRows
        loadingRows={data ? 0 : 6}
        empty={<Nothing {...props} />}
      />
      {pages}
    </Card>
  )
}

const Nothing = <Row, R extends Readers>(props: AdminListProps<Row, R>) => {
  const { list, view, answer, nothing, noMatch, noMatchActions } = props
  if ((answer.data?.totalItems ?? 0) > 0) {
    return (
      <EmptyState
        heading="h2"
        title={t({ id: 'admin.list.past', message: 'No rows on this page' })}
        actions={
          <Button onClick={() => list.show(view.filter)}>
            {t({ id: 'admin.list.first', message: 'Go to first page' })}
          </Button>
        }
      />
    )
  }
  if (list.isFiltered(view.filter)) {
    return (
      <EmptyState
        heading="h2"
        title={noMatch ?? t({ id: 'admin.list.noMatch', message: 'No results' })}
        actions={
          noMatchActions ?? (
            <Button onClick={() => list.show({})}>{t({ id: 'admin.keys.all', message: 'Show all' })}</Button>
          )
        }
      />
    )
  }
  return (
    <EmptyState heading="h2" title={nothing.title} actions={nothing.actions}>
      {nothing.text}
    </EmptyState>
  )
}

/** What is chosen and what can be done with all of it; it stays in sight while the list scrolls. */
const BulkBar = <Row,>({ bulk, chosen }: { bulk: Bulk<Row>; chosen: Row[] }) => (
  <div role="region" aria-label={bulk.label} className={barLook}>
    <div className="flex grow items-center justify-between gap-2">
      <p className="font-semibold" aria-live="polite">
        {chosen.length > 0 && chosenText(chosen.length, bulk.note?.(chosen))}
      </p>
      {chosen.length > 0 && (
        <Button variant="quiet" size="small" onClick={bulk.selection.clear}>
          {t({ id: 'admin.bulk.clear', message: 'Clear selection' })}
        </Button>
      )}
    </div>
    {chosen.length > 0 && bulk.actions(chosen)}
  </div>
)

const chosenText = (count: number, sum: string | undefined): string => {
  if (sum === undefined)
    return t({ id: 'admin.bulk.count', message: plural(count, { one: '# selected', other: '# selected' }) })
  return t({
    id: 'admin.bulk.chosen',
    message: plural(count, { one: `# selected: ${sum}`, other: `# selected: ${sum}` }),
  })
}

const barLook = [
  'sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 rounded-l border border-line bg-surface',
  'p-3 [box-shadow:var(--lift-2)] has-[p:empty]:hidden max-lg:bottom-20',
].join(' ')
