import { plural, t } from '@lingui/core/macro'
import { currencies } from '@runnel/contract/admin/method'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { WithdrawalStatus } from '@runnel/contract/withdraw'
import { useMutation, useQuery } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { listAt, listQuery, onPage, oneOf, words } from '#features/admin/list/url-state.ts'
import { watchFrom } from '#features/admin/shared/ScoreBadge.tsx'
import { toastSuccess } from '#ui/overlay/toast.ts'

/** Which withdrawals are shown. */
export const withdrawalList = listAt(
  (query) => to('/app/admin/withdrawals', { query }),
  {
    status: oneOf(WithdrawalStatus.options),
    currency: oneOf(currencies),
    username: words(40),
    address: words(128),
  },
  'withdrawals',
)

export const useWithdrawals = ({ filter, page }: ReturnType<typeof withdrawalList.useView>) =>
  useQuery({ ...admin.query('withdrawals', { query: { ...filter, ...onPage(page) } }), ...listQuery })

/** What a person may decide about a withdrawal as it stands; the server enforces it again. */
export type Decision = 'approve' | 'reject' | 'paid' | 'refund' | 'look'

type Decidable = Pick<AdminWithdrawal, 'status' | 'processor' | 'canMarkPaid'> & {
  readonly user: Pick<AdminWithdrawal['user'], 'debt'>
}

export const decisionsFor = ({ status, processor, canMarkPaid, user }: Decidable): Decision[] => {
  // Nobody who owes is paid by hand or from now on; what is given back repays first.
  if (user.debt > 0 && (status === 'review' || (status === 'approved' && processor === 'manual'))) return ['reject']
  if (status === 'review') return ['approve', 'reject']
  if (status === 'approved') return canMarkPaid ? ['paid', 'reject'] : ['reject']
  // Asking the provider never sends, and only what it proves moves anything.
  if (status === 'sending') return ['look']
  return status === 'unknown' ? ['look', 'paid', 'refund'] : []
}

/** Nothing about the account, its address or its debts asks for a person's eye; the amount alone may have. */
export const isUnflagged = (row: AdminWithdrawal): boolean =>
  row.risk.length === 0 &&
  row.sharedAddress === 0 &&
  row.user.score < watchFrom &&
  decisionsFor(row).includes('approve')

/** Withdrawals in review of accounts that are tied to each other. */
export const useWithdrawalCases = () => useQuery(admin.query('withdrawalCases'))

const isDecided = {
  onSettled: () => invalidateAdmin('withdrawals', 'withdrawalCases', 'stats', 'waiting', 'approvals', 'wallets'),
}

/** The decisions as calls; each brings list and overview up to date, whatever became of it. */
export const useDecisions = () => {
  const approve = useMutation({
    ...isDecided,
    mutationFn: (ids: string[]) => admin.calls.approveWithdrawals({ body: { ids } }),
    onSuccess: ({ proposed }) => {
      if (proposed > 0) toastApprovalRequested(proposed)
    },
  })
  const reject = useMutation({
    ...isDecided,
    mutationFn: (body: { ids: string[]; reason: string }) => admin.calls.rejectWithdrawals({ body }),
  })
  const paid = useMutation({
    ...isDecided,
    mutationFn: ({ id, txId }: { id: string; txId: string }) =>
      admin.calls.markPaid({ params: { id }, body: { txId } }),
  })
  const refund = useMutation({
    ...isDecided,
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      admin.calls.refundUnknown({ params: { id }, body: { reason } }),
    onSuccess: ({ approval }) => {
      if (approval !== null) toastApprovalRequested(1)
    },
  })
  const look = useMutation({
    ...isDecided,
    mutationFn: (id: string) => admin.calls.lookUpWithdrawal({ params: { id } }),
  })
  return { approve, reject, paid, refund, look }
}

/** Large ones wait for somebody else; the way there is one press long. */
const toastApprovalRequested = (count: number): void => {
  toastSuccess(
    t({
      id: 'admin.withdrawals.proposed',
      message: plural(count, { one: '# is waiting for a second admin.', other: '# are waiting for a second admin.' }),
    }),
    {
      label: t({ id: 'page.admin.approval', message: 'Approvals' }),
      run: () => history.push(to('/app/admin/approval')),
    },
  )
}

export type Decisions = ReturnType<typeof useDecisions>
