import { plural, t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import { currencies } from '@runnel/contract/admin/method'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { neighbours } from '#features/admin/list/neighbours.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { statusName } from '#features/withdraw/withdraw.ts'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { PaidDialog } from './PaidDialog.tsx'
import { PayoutState } from './PayoutState.tsx'
import { RefundDialog } from './RefundDialog.tsx'
import { idsOf, sumText, useWithdrawalDecision, type WithdrawalDecisionState } from './use-withdrawal-decision.ts'
import { withdrawalColumns } from './withdrawal-columns.tsx'
import { WithdrawalCases } from './WithdrawalCases.tsx'
import { WithdrawalDialog } from './WithdrawalDialog.tsx'
import { decisionsFor, isUnflagged, useWithdrawalCases, useWithdrawals, withdrawalList } from './withdrawals.ts'
import '#web/styles/admin.css'

/** All withdrawals, those that wait to be decided among them. */
export const WithdrawalsPage = () => {
  const view = withdrawalList.useView()
  const answer = useWithdrawals(view)
  const selection = useSelection()
  const [openId, setOpenId] = useState<string | null>(null)
  const deciding = useWithdrawalDecision({ onDone: selection.clear })
  const title = t({ id: 'page.admin.withdrawals', message: 'Withdrawals' })
  return (
    <>
      <PageHeader title={title} />
      <PayoutState />
      <WithdrawalCases deciding={deciding} />
      <AdminList
        caption={title}
        list={withdrawalList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={withdrawalColumns({ onOpen: setOpenId, deciding })}
        rowKey={({ _id }) => _id}
        onOpen={({ _id }) => setOpenId(_id)}
        csv={contract.withdrawalsCsv}
        tools={<SelectUnflagged rows={answer.data?.items ?? []} onChoose={selection.choose} />}
        nothing={{
          title: t({ id: 'admin.withdrawals.none', message: 'No withdrawals yet' }),
          text: t({
            id: 'admin.withdrawals.noneText',
            message: 'Withdrawal requests appear here. Those that need review come first.',
          }),
        }}
        noMatch={t({ id: 'admin.withdrawals.noneSuch', message: 'No matching withdrawals' })}
        bulk={{
          selection,
          label: t({ id: 'admin.attempt.bulk', message: 'Selected withdrawals' }),
          pick: ({ user: { username: name } }) =>
            t({ id: 'admin.attempt.select', message: `Select withdrawal of ${name}` }),
          // Only what may still be rejected or approved can be decided in bulk.
          canPick: (row) => decisionsFor(row).includes('reject'),
          note: sumText,
          actions: (chosen) => <BulkButtons chosen={chosen} deciding={deciding} />,
        }}
      />
      <Details rows={answer.data?.items ?? []} openId={openId} onOpen={setOpenId} deciding={deciding} />
      <RefundDialog deciding={deciding} />
      <PaidDialog deciding={deciding} />
    </>
  )
}

const fields = () =>
  ({
    status: {
      kind: 'choice',
      label: t({ id: 'admin.attempt.status', message: 'Status' }),
      options: WithdrawalStatus.options.map((value) => ({ value, label: statusName(value) })),
    },
    currency: {
      kind: 'choice',
      label: t({ id: 'admin.attempt.currency', message: 'Currency' }),
      options: currencies.map((value) => ({ value, label: value })),
    },
    username: { kind: 'words', label: t({ id: 'admin.attempt.username', message: 'Username' }) },
    address: { kind: 'words', label: t({ id: 'admin.attempt.address', message: 'Address' }) },
  }) as const

interface UnflaggedProps {
  rows: readonly AdminWithdrawal[]
  onChoose: (ids: string[]) => void
}

/** Chooses all of this page that can be approved without a second look. */
const SelectUnflagged = ({ rows, onChoose }: UnflaggedProps) => {
  const { data } = useWithdrawalCases()
  const tied = new Set(data?.cases.flatMap((one) => idsOf(one.withdrawals)))
  const fine = rows.filter((row) => isUnflagged(row) && !tied.has(row._id))
  // Before it is known who is tied to whom, nobody is called fine.
  if (!data || fine.length === 0) return null
  return (
    <Button size="small" onClick={() => onChoose(idsOf(fine))}>
      {t({
        id: 'admin.withdrawals.unflagged',
        message: plural(fine.length, { one: 'Select # without flags', other: 'Select # without flags' }),
      })}
    </Button>
  )
}

interface BulkProps {
  chosen: AdminWithdrawal[]
  deciding: WithdrawalDecisionState
}

const BulkButtons = ({ chosen, deciding }: BulkProps) => {
  const inReview = chosen.filter((row) => decisionsFor(row).includes('approve'))
  return (
    <>
      <Button variant="danger-soft" className="max-sm:grow" onClick={() => deciding.begin('reject', chosen)}>
        {t({ id: 'admin.attempt.reject', message: 'Reject' })}
      </Button>
      {inReview.length > 0 && (
        <Button
          variant="primary"
          className="max-sm:grow"
          busy={deciding.decisions.approve.isPending}
          onClick={() => deciding.begin('approve', inReview)}
        >
          {t({
            id: 'admin.attempt.approve',
            message: plural(inReview.length, { one: 'Approve #', other: 'Approve #' }),
          })}
        </Button>
      )}
    </>
  )
}

interface DetailsProps {
  rows: readonly AdminWithdrawal[]
  openId: string | null
  onOpen: (id: string | null) => void
  deciding: WithdrawalDecisionState
}

/** One withdrawal with its neighbours in the list a press away. */
const Details = ({ rows, openId, onOpen, deciding }: DetailsProps) => {
  const { row, onPrevious, onNext } = neighbours(rows, { openId, onOpen })
  return (
    <WithdrawalDialog
      withdrawal={row}
      onClose={() => onOpen(null)}
      onPrevious={onPrevious}
      onNext={onNext}
      deciding={deciding}
    />
  )
}
