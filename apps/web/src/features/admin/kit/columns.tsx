import { t } from '@lingui/core/macro'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { offerUndo } from './undo.ts'
import type { Removal } from './use-removal.ts'

/** What a row is, in bold, with lines below it. */
export const Title = ({ title, notes }: { title: ReactNode; notes: readonly ReactNode[] }) => (
  <span className="grid min-w-0">
    <span className="font-semibold wrap-anywhere">{title}</span>
    {notes.map((note, index) => (
      <span key={index} className="text-sm font-normal wrap-anywhere text-muted">
        {note}
      </span>
    ))}
  </span>
)

/** A small button of a row; `name` tells screen readers which row it is. */
export const RowButton = ({ name, children, ...rest }: ComponentProps<typeof Button<'button'>> & { name: string }) => (
  <Button size="small" {...rest}>
    {children}
    <VisuallyHidden> {name}</VisuallyHidden>
  </Button>
)

export const EditButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <RowButton name={name} onClick={onClick}>
    {t({ id: 'admin.kit.edit', message: 'Edit' })}
  </RowButton>
)

export const DeleteButton = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <RowButton name={name} variant="danger-soft" onClick={onClick}>
    {t({ id: 'admin.kit.delete', message: 'Delete' })}
  </RowButton>
)

interface ActionsColumn<Row> {
  name: (row: Row) => string
  onEdit: (row: Row) => void
  removal: Removal<Row>
}

/** Edits a row, and deletes it after a question. */
export const actionsColumn = <Row extends { _id: string }>(actions: ActionsColumn<Row>): Column<Row> => ({
  ...actionsHead(),
  cell: (row) => {
    const name = actions.name(row)
    return (
      <span className="flex items-center gap-1 sm:justify-end">
        <EditButton name={name} onClick={() => actions.onEdit(row)} />
        <IconButton
          label={t({ id: 'admin.kit.deleteNamed', message: `Delete ${name}` })}
          icon={<IconTrash aria-hidden="true" />}
          disabled={actions.removal.busyId === row._id}
          onClick={() => void actions.removal.ask(row)}
        />
      </span>
    )
  },
})

export const actionsHead = () =>
  ({ key: 'actions', header: t({ id: 'admin.kit.actions', message: 'Actions' }), role: 'actions' }) as const

interface EnabledSwitchProps {
  row: { _id: string; enabled: boolean }
  name: string
  edit: (call: { params: { id: string }; body: { enabled: boolean } }) => Promise<unknown>
  onSettled: () => void
}

/** Turns a row on or off at once. */
export const EnabledSwitch = ({ row: { _id: id, enabled }, name, edit, onSettled }: EnabledSwitchProps) => {
  const set = useMutation({
    mutationFn: (wanted: boolean) => edit({ params: { id }, body: { enabled: wanted } }),
    onSuccess: (answer, wanted) =>
      offerUndo(
        answer,
        () => edit({ params: { id }, body: { enabled: !wanted } }).finally(onSettled),
        wanted
          ? t({ id: 'admin.undo.on', message: `${name} is enabled.` })
          : t({ id: 'admin.undo.off', message: `${name} is disabled.` }),
      ),
    onSettled,
  })
  return (
    <Switch
      label={<VisuallyHidden>{t({ id: 'admin.kit.enabledNamed', message: `${name} enabled` })}</VisuallyHidden>}
      checked={set.isPending ? set.variables : enabled}
      disabled={set.isPending}
      onChecked={(wanted) => set.mutate(wanted)}
    />
  )
}

type EnabledColumn<Row> = Omit<EnabledSwitchProps, 'row' | 'name'> & {
  name: (row: Row) => string
  /** What hinders it although it is on. */
  note?: (row: Row) => ReactNode
}

export const enabledColumn = <Row extends EnabledSwitchProps['row']>({
  name,
  note,
  ...rest
}: EnabledColumn<Row>): Column<Row> => ({
  key: 'enabled',
  header: t({ id: 'admin.kit.enabled', message: 'Enabled' }),
  cell: (row) => (
    <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
      <EnabledSwitch row={row} name={name(row)} {...rest} />
      {note?.(row) && <span className="text-sm text-bad">{note(row)}</span>}
    </span>
  ),
})
