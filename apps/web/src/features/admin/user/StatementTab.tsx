import { t } from '@lingui/core/macro'
import { TransferKind } from '@runnel/contract/account/user-kinds'
import { adminUser as contract } from '@runnel/contract/admin/user'
import { adminUserActs as acts } from '@runnel/contract/admin/user-acts'
import { useMemo, useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { kindName, movementName } from '#features/transaction/transaction.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatDateTime } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { ApprovalNote } from './ApprovalNote.tsx'
import type { UserActs } from './user-actions.ts'
import { movementListOf, useMovements, type MovementReaders, type UserMovement } from './users.ts'

interface StatementTabProps {
  id: string
  username: string
  reverse: UserActs['reverse']
}

/** Every movement on the accounts of one user; some can be undone. */
export const StatementTab = ({ id, username, reverse }: StatementTabProps) => {
  const list = useMemo(() => movementListOf(id), [id])
  const view = list.useView()
  const [undone, setUndone] = useState<UserMovement | null>(null)
  const title = t({ id: 'admin.user.movements', message: `Transactions of ${username}` })
  return (
    <div className="grid grid-cols-1 gap-4">
      {reverse.data && reverse.data.approval !== null && <ApprovalNote />}
      <AdminList
        caption={title}
        list={list}
        view={view}
        fields={fields()}
        answer={useMovements(id, view)}
        columns={columns({ onUndo: setUndone })}
        rowKey={({ _id, account }) => `${_id} ${account}`}
        csv={contract.userStatementCsv}
        csvParams={{ id }}
        nothing={{ title: t({ id: 'admin.user.statement.none', message: 'No transactions yet' }) }}
      />
      <ReasonDialog
        open={undone !== null}
        title={t({ id: 'admin.reverse.title', message: 'Reverse this transaction' })}
        submitLabel={t({ id: 'admin.reverse.yes', message: 'Reverse' })}
        danger
        busy={reverse.isPending}
        rule={acts.reverseTransfer.body.shape.reason}
        onClose={() => setUndone(null)}
        onSend={(reason, outcome) => undone && reverse.mutate({ transferId: undone._id, reason }, outcome)}
      >
        <p>{undone && textOf(undone)}</p>
      </ReasonDialog>
    </div>
  )
}

const textOf = (row: UserMovement): string => {
  const [name, amount] = [movementName(row), unitsText(Math.abs(row.amount))]
  return row.amount > 0
    ? t({ id: 'admin.reverse.takes', message: `${name}: ${amount} will be deducted from the balance.` })
    : t({ id: 'admin.reverse.gives', message: `${name}: ${amount} will be added back to the balance.` })
}

const columns = ({ onUndo }: { onUndo: (row: UserMovement) => void }): Column<UserMovement>[] => [
  {
    key: 'kind',
    header: t({ id: 'admin.user.column.kind', message: 'Type' }),
    role: 'head',
    cell: (row) => (
      <span className="grid min-w-0 gap-1">
        <b>{movementName(row)}</b>
        {row.ref !== null && <span className="text-sm font-normal break-all text-muted">{row.ref}</span>}
      </span>
    ),
  },
  {
    key: 'time',
    header: t({ id: 'admin.user.column.time', message: 'Date' }),
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>,
  },
  {
    key: 'amount',
    header: t({ id: 'admin.user.column.amount', message: 'Amount' }),
    align: 'end',
    cell: ({ amount }) => <Amount units={amount} signed gain={amount > 0} />,
  },
  {
    key: 'balance',
    header: t({ id: 'admin.user.column.balance', message: 'Balance after' }),
    align: 'end',
    cell: ({ balanceAfter }) => <Amount units={balanceAfter} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.user.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) =>
      row.reversible && (
        <Button size="small" variant="quiet" onClick={() => onUndo(row)}>
          {t({ id: 'admin.reverse.open', message: 'Reverse' })}
          <VisuallyHidden>{` (${movementName(row)}, ${unitsText(row.amount)})`}</VisuallyHidden>
        </Button>
      ),
  },
]

const fields = (): Fields<MovementReaders> => ({
  kind: {
    kind: 'choice',
    label: t({ id: 'admin.user.kind', message: 'Type' }),
    options: TransferKind.options.map((value) => ({ value, label: kindName(value) })),
  },
  from: { kind: 'day', label: t({ id: 'admin.user.from', message: 'From' }) },
  to: { kind: 'day', label: t({ id: 'admin.user.to', message: 'To' }) },
})
