import { t } from '@lingui/core/macro'
import type { AdminMethod } from '@runnel/contract/admin/method'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#base/PageLink.tsx'
import { admin } from '#features/admin/admin.ts'
import { actionsHead, EditButton, enabledColumn, Title } from '#features/admin/kit/columns.tsx'
import { ResourceTable } from '#features/admin/kit/ResourceTable.tsx'
import { useEditor } from '#features/admin/kit/use-editor.ts'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { methodsChanged } from './method-form.ts'
import { MethodDialog } from './MethodDialog.tsx'
import { RateText } from './RateText.tsx'

/** The ways to be paid, as the owner sets them up. */
export const Methods = () => {
  const answer = useQuery(admin.query('methods'))
  const editor = useEditor<AdminMethod>()
  const methods = answer.data?.methods ?? []
  return (
    <>
      <ResourceTable
        title={t({ id: 'admin.method.methods', message: 'Withdrawal methods' })}
        note={t({ id: 'admin.methods.note', message: 'Users see them in this order.' })}
        answer={answer}
        rows={methods}
        columns={columns(editor.edit)}
        loadingRows={3}
        add={
          <Button variant="soft" icon={<IconPlus aria-hidden="true" />} onClick={editor.add}>
            {t({ id: 'admin.method.add', message: 'Add method' })}
          </Button>
        }
        empty={{
          title: t({ id: 'admin.methods.none', message: 'No withdrawal methods yet' }),
          text: t({ id: 'admin.methods.noneText', message: 'Add a currency and its rate so users can withdraw.' }),
        }}
      />
      <MethodDialog
        key={editor.formKey}
        editor={editor}
        methods={methods}
        needsSecond={answer.data?.needsSecond === true}
      />
    </>
  )
}

const columns = (onEdit: (method: AdminMethod) => void): Column<AdminMethod>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.method.name', message: 'Name' }),
    role: 'head',
    cell: ({ name, currency, processor }) => (
      <Title title={name} notes={[<Coin key="coin" currency={currency} />, processorName(processor)]} />
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
  enabledColumn<AdminMethod>({
    name: ({ name }) => name,
    edit: admin.calls.editMethod,
    onSettled: methodsChanged,
    note: ({ enabled, closed }) => enabled && closed,
  }),
  {
    ...actionsHead(),
    cell: (method) => <EditButton name={method.name} onClick={() => onEdit(method)} />,
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
