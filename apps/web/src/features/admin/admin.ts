import { admin as contract } from '@runnel/contract/admin/admin'
import type { Result } from '@runnel/contract/route'
import { useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { refetchAfterUnknown } from './shared/refetch-unknown.ts'

export const admin = connect('admin', contract)
refetchAfterUnknown()

export type Overview = Result<typeof contract.stats>
export type SettingsAnswer = Result<typeof contract.settings>
export type AuditRow = Result<typeof contract.settingAudit>['items'][number]

const minute = 60_000

/** The overview, kept fresh while somebody looks at it. */
export const useOverview = () =>
  useQuery({ ...admin.query('stats'), refetchInterval: minute, refetchOnWindowFocus: true })

const soon = 2_000

/** Runs the ledger check, and looks often for what was found until it is known. */
export const useBooksCheck = ({ books, jobs }: Pick<Overview, 'books' | 'jobs'>) => {
  const check = useMutation({ mutationFn: () => admin.calls.reconcile(), onSuccess: () => invalidateAdmin('stats') })
  const state = stateOf(check.data?.askedAt ?? '', books.checkedAt ?? '', jobs)
  useQuery({ ...admin.query('stats'), enabled: state === 'running', refetchInterval: soon })
  return { check, state }
}

/** Moments of the server, all written alike, so that they compare as texts. */
const stateOf = (askedAt: string, checkedAt: string, jobs: Overview['jobs']): 'running' | 'failed' | 'done' => {
  if (checkedAt >= askedAt) return 'done'
  const isFailed = jobs.some(
    ({ name, ok, lastRunAt }) => name === 'books.reconcile' && !ok && (lastRunAt ?? '') >= askedAt,
  )
  return isFailed ? 'failed' : 'running'
}

/** Asks again for what a decision or a setting changes. */
export const invalidateAdmin = (...endpoints: (keyof typeof contract)[]): Promise<unknown> =>
  Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: admin.keyOf(endpoint) })))
