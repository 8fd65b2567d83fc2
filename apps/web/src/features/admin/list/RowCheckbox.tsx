import { plural, t } from '@lingui/core/macro'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Bulk } from './AdminList.tsx'

interface RowCheckboxProps<Row> {
  rowKey: (row: Row) => string
  bulk: Bulk<Row>
}

/** The columns with a checkbox before what leads each row: so it stands at the head of a card on a phone too. */
export const withPick = <Row,>(columns: Column<Row>[], { rowKey, bulk }: RowCheckboxProps<Row>): Column<Row>[] => {
  const { selection, pick, canPick } = bulk
  return columns.map((column) => {
    if (column.role !== 'head') return column
    const cell = (row: Row) => {
      if (canPick && !canPick(row)) return column.cell(row)
      return (
        <span className="flex items-start gap-2.5">
          <Checkbox
            className="-my-2"
            label={<VisuallyHidden>{pick(row)}</VisuallyHidden>}
            checked={selection.selected.has(rowKey(row))}
            onChecked={() => selection.toggle(rowKey(row))}
          />
          {column.cell(row)}
        </span>
      )
    }
    return { ...column, cell }
  })
}

/** Above the list: chooses all of this page that can be decided together. */
export const SelectAll = <Row,>({ rows, rowKey, bulk }: RowCheckboxProps<Row> & { rows: readonly Row[] }) => {
  const { selection, canPick, pickAll } = bulk
  const keys = rows.filter((row) => canPick?.(row) ?? true).map(rowKey)
  if (keys.length < 2) return null
  const chosen = keys.filter((key) => selection.selected.has(key)).length
  const isPart = chosen > 0 && chosen < keys.length
  return (
    <div className="border-b border-line px-4 sm:px-6">
      <Checkbox
        label={
          pickAll ??
          t({
            id: 'admin.keys.selectAll',
            message: plural(keys.length, {
              one: 'Select # that can be decided',
              other: 'Select all # on this page that can be decided',
            }),
          })
        }
        ref={(box) => {
          if (box) box.indeterminate = isPart
        }}
        checked={chosen === keys.length}
        onChecked={(all) => (all ? selection.choose(keys) : selection.clear())}
      />
    </div>
  )
}
