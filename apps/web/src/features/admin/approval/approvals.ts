import { adminApproval as contract, ApprovalState, type Approval } from '@runnel/contract/admin/approval'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import { listAt, listQuery, onPage, oneOf, type ListState } from '#features/admin/list/url-state.ts'

const approvals = connect('admin', contract)
export type { Approval }

const readers = { state: oneOf(ApprovalState.options) }
export const approvalList = listAt((query) => to('/app/admin/approval', { query }), readers, 'approvals')
export type ApprovalReaders = typeof readers

export const useApprovals = ({ filter, page }: ListState<ApprovalReaders>) =>
  useQuery({ ...approvals.query('approvals', { query: { ...filter, ...onPage(page) } }), ...listQuery })

/** What is decided moves money, or no longer waits. */
const invalidateAll = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })

export const useApprovalActs = () => ({
  accept: useMutation({
    mutationFn: (id: string) => approvals.calls.acceptApproval({ params: { id } }),
    onSettled: invalidateAll,
  }),
  deny: useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      approvals.calls.denyApproval({ params: { id }, body: { reason } }),
    onSettled: invalidateAll,
  }),
})
