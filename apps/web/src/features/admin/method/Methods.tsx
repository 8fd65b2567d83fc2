import { t } from '@lingui/core/macro'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { methodsChanged } from './method-form.ts'
import { MethodDialog } from './MethodDialog.tsx'
import { RateText } from './RateText.tsx'

interface MethodEditorState {
  open: boolean
  existing: AdminMethod | undefined
  /** Each opening begins with a form of its own. */
  formKey: number
}

/** The ways to be paid, as the owner sets them up. */
export const Methods = () => {
  const query = useQuery(admin.query('methods'))
  const { data, error } = query
  const [dialog, setDialog] = useState<MethodEditorState>({ open: false, existing: undefined, formKey: 0 })
  const edit = (known?: AdminMethod) =>
    setDialog(({ formKey }) => ({ open: true, existing: known, formKey: formKey + 1 }))
  const add = (
    <Button variant="soft" icon={<IconPlus aria-hidden="true" />} onClick={() => edit()}>
      {t({ id: 'admin.method.add', message: 'Add method' })}
    </Button>
  )
  const methods = data?.methods ?? []
  if (!data && error) return <QueryError query={query} />
  return (
    <Card
      flush
      title={t({ id: 'admin.methods', message: 'Withdrawal methods' })}
      note={t({ id: 'admin.methods.note', message: 'Users see them in this order.' })}
      action={methods.length > 0 && add}
    >
      <Table
        caption={t({ id: 'admin.methods', message: 'Withdrawal methods' })}
        columns={columns(edit)}
        rows={methods}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 3}
        empty={
          <EmptyState title={t({ id: 'admin.methods.none', message: 'No withdrawal methods yet' })} actions={add}>
            {t({ id: 'admin.methods.noneText', message: 'Add a currency and its rate so users can withdraw.' })}
          </EmptyState>
        }
      />
      <MethodDialog
        key={dialog.formKey}
        open={dialog.open}
        existing={dialog.existing}
        methods={methods}
        needsSecond={data?.needsSecond === true}
        onClose={() => setDialog((shown) => ({ ...shown, open: false }))}
      />
    </Card>
  )
}

const columns = (onEdit: (method: AdminMethod) => void): Column<AdminMethod>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.method.name', message: 'Name' }),
    role: 'head',
    cell: ({ name, currency, processor }) => (
      <span className="grid">
        <span className="font-semibold">{name}</span>
        <span className="text-sm font-normal text-muted">{`${currency} · ${processorName(processor)}`}</span>
      </span>
    ),
  },
  {
    key: 'bounds',
    header: t({ id: 'admin.method.bounds', message: 'Min.–max.' }),
    cell: ({ minimum, maximum }) => (
      <span className="grid">
        <Amount units={minimum} />
        <Amount units={maximum} />
      </span>
    ),
  },
  {
    key: 'fee',
    header: t({ id: 'admin.method.fee', message: 'Fee' }),
    cell: ({ fee }) => <Amount units={fee} />,
  },
  {
    key: 'rate',
    header: t({ id: 'admin.method.rate', message: 'Rate' }),
    cell: (method) => <Rate method={method} />,
  },
  {
    key: 'open',
    header: t({ id: 'admin.method.open', message: 'Enabled' }),
    cell: (method) => (
      <span className="grid max-w-64 justify-items-start gap-1 max-sm:justify-items-end">
        <OpenSwitch method={method} />
        {method.enabled && method.closed && <span className="text-sm text-bad">{method.closed}</span>}
      </span>
    ),
  },
  {
    key: 'edit',
    header: t({ id: 'admin.method.edit', message: 'Edit' }),
    role: 'actions',
    cell: (method) => (
      <Button size="small" onClick={() => onEdit(method)}>
        {t({ id: 'admin.method.edit', message: 'Edit' })}
        <VisuallyHidden> {method.name}</VisuallyHidden>
      </Button>
    ),
  },
]

const Rate = ({ method: { rate, decimals, currency, rateAt, rateSource, waiting } }: { method: AdminMethod }) => (
  <span className="grid max-w-64 text-sm">
    <RateText rate={rate} decimals={decimals} coin={currency} />
    <span className="text-muted">
      {rateSource === 'feed'
        ? t({ id: 'admin.method.feed', message: 'Price sources' })
        : t({ id: 'admin.method.fixed', message: 'Fixed rate' })}
      {rateAt !== null && (
        <>
          {', '}
          <RelativeTime iso={rateAt} />
        </>
      )}
    </span>
    {waiting && <Waiting waiting={waiting} />}
  </span>
)

/** What was saved and pays nobody yet; the way to where it is decided is one press long. */
const Waiting = ({ waiting: { rate, contract } }: { waiting: NonNullable<AdminMethod['waiting']> }) => {
  const wanted = [rate === null ? [] : unitsText(Number(rate)), contract ?? []].flat().join(', ')
  return (
    <PageLink to="/app/admin/approval" query={{ state: 'pending' }} className="link break-words">
      {t({ id: 'admin.method.waiting', message: `Pending approval: ${wanted}` })}
    </PageLink>
  )
}

/** Opens and closes a method at once. */
const OpenSwitch = ({ method: { _id, name, enabled } }: { method: AdminMethod }) => {
  const set = useMutation({
    mutationFn: (wanted: boolean) => admin.calls.editMethod({ params: { id: _id }, body: { enabled: wanted } }),
    onSettled: methodsChanged,
  })
  const shown = set.isPending ? set.variables : enabled
  return (
    <Switch
      label={<VisuallyHidden>{t({ id: 'admin.method.openNamed', message: `${name} enabled` })}</VisuallyHidden>}
      checked={shown}
      disabled={set.isPending}
      onChecked={(wanted) => set.mutate(wanted)}
    />
  )
}
