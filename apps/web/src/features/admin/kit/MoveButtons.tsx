import { t } from '@lingui/core/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { IconButton } from '#ui/IconButton.tsx'
import { offerUndo } from './undo.ts'

/** The call itself tells why it failed. */
const ignored = () => undefined

interface MoveButtonsProps<Row> {
  rows: readonly Row[]
  row: Row
  busy: boolean
  /** Gets all rows in their new order. */
  onOrder: (rows: Row[]) => Promise<unknown>
  /** Gets them in the order that they had. */
  onUndo: (rows: readonly Row[]) => Promise<unknown>
}

/** Moves a row among the others. */
export const MoveButtons = <Row extends { _id: string; name: string }>(props: MoveButtonsProps<Row>) => {
  const { rows, row, busy, onOrder, onUndo } = props
  const { name } = row
  const at = rows.findIndex(({ _id }) => _id === row._id)
  const moveTo = async (place: number) => {
    const answer = await onOrder(rows.toSpliced(at, 1).toSpliced(place, 0, row))
    offerUndo(answer, () => onUndo(rows), t({ id: 'admin.undo.moved', message: `${name} moved.` }))
  }
  return (
    <span className="flex sm:flex-col">
      <IconButton
        label={t({ id: 'admin.kit.moveUp', message: `Move ${name} up` })}
        icon={<IconArrowUp aria-hidden="true" />}
        disabled={at === 0 || busy}
        onClick={() => void moveTo(at - 1).catch(ignored)}
      />
      <IconButton
        label={t({ id: 'admin.kit.moveDown', message: `Move ${name} down` })}
        icon={<IconArrowDown aria-hidden="true" />}
        disabled={at === rows.length - 1 || busy}
        onClick={() => void moveTo(at + 1).catch(ignored)}
      />
    </span>
  )
}
