import type { adminReport as contract } from '@runnel/contract/admin/report'
import { ReportState } from '@runnel/contract/earn/offer'
import type { Result } from '@runnel/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { anId, listAt, listQuery, oneOf, onPage } from '#features/admin/list/url-state.ts'

export { useWallOptions } from './offerwalls.ts'
export type RewardReport = Result<typeof contract.reports>['items'][number]

export const reportList = listAt(
  (query) => to('/app/admin/offerwalls', { query: { tab: 'reports', ...query } }),
  {
    wallId: anId,
    state: oneOf(ReportState.options),
  },
  'reward-reports',
)

export const useReports = ({ filter, page }: ReturnType<typeof reportList.useView>) =>
  useQuery({ ...admin.query('reports', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const useCreditReport = () =>
  useMutation({
    mutationFn: ({ _id, creditable }: RewardReport) =>
      admin.calls.creditReport({ params: { id: _id }, body: { amount: creditable, answer: '' } }),
    onSettled: () => invalidateAdmin('reports', 'wallStatistic'),
  })

export const useAnswerReport = () =>
  useMutation({
    mutationFn: ({ row, state, answer }: { row: RewardReport; state: 'passed' | 'declined'; answer: string }) =>
      admin.calls.answerReport({ params: { id: row._id }, body: { state, answer } }),
    onSettled: () => invalidateAdmin('reports'),
  })
