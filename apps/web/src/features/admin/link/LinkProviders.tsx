import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table } from '#ui/table/Table.tsx'
import { linkColumns } from './link-columns.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { useLinkCalls, useProviders, type AdminLink } from './links.ts'
import { useLinkTests } from './use-link-tests.ts'

interface ProviderEditorState {
  open: boolean
  existing: AdminLink | undefined
  /** Each opening begins with a form of its own. */
  formKey: number
}

/** The providers in the owner's order, each with how it does. */
export const LinkProviders = () => {
  const query = useProviders()
  const { data, error } = query
  const [dialog, setDialog] = useState<ProviderEditorState>({ open: false, existing: undefined, formKey: 0 })
  const { order, remove, test } = useLinkCalls()
  const tests = useLinkTests(test)
  const links = data?.links ?? []
  const edit = (known?: AdminLink) =>
    setDialog(({ formKey }) => ({ open: true, existing: known, formKey: formKey + 1 }))
  const move = (from: number, to: number) => {
    const ids = links.map(({ _id }) => _id)
    const [id] = ids.splice(from, 1)
    if (id !== undefined) order.mutate(ids.toSpliced(to, 0, id))
  }
  if (!data && error) return <QueryError query={query} />
  const add = (
    <Button variant="soft" icon={<IconPlus aria-hidden="true" />} onClick={() => edit()}>
      {t({ id: 'admin.link.add', message: 'Add provider' })}
    </Button>
  )
  return (
    <Card
      flush
      title={t({ id: 'admin.link.providers', message: 'Providers' })}
      note={t({
        id: 'admin.link.providers.note',
        message: 'Shortlinks with the same priority and reward per minute are listed in this order.',
      })}
      action={links.length > 0 && add}
    >
      <Table
        caption={t({ id: 'admin.link.providers', message: 'Providers' })}
        columns={linkColumns({
          links,
          tests,
          isMoving: order.isPending,
          onMove: move,
          onEdit: edit,
          onRemove: (row) => void confirmDelete(row, () => remove.mutate(row._id)),
        })}
        rows={links}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 3}
        empty={
          <EmptyState title={t({ id: 'admin.link.none', message: 'No providers yet' })} actions={add}>
            {t({
              id: 'admin.link.noneText',
              message: 'Add a shortlink service. It pays you for visits, and you share the revenue with your users.',
            })}
          </EmptyState>
        }
      />
      <LinkDialog
        key={dialog.formKey}
        open={dialog.open}
        existing={dialog.existing}
        onClose={() => setDialog((shown) => ({ ...shown, open: false }))}
      />
    </Card>
  )
}

const confirmDelete = async ({ name }: AdminLink, remove: () => void): Promise<void> => {
  const agreed = await confirm({
    title: t({ id: 'admin.link.remove.title', message: `Delete ${name}?` }),
    text: t({
      id: 'admin.link.remove.text',
      message: 'Open visits end unpaid. The API key is deleted; statistics are kept.',
    }),
    confirmLabel: t({ id: 'admin.link.remove.yes', message: 'Delete provider' }),
    danger: true,
  })
  if (agreed) remove()
}
