import { admin as contract } from '@runnel/contract/admin'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'

export const admin = connect('admin', contract)

export type Overview = Result<typeof contract.stats>
export type SettingsAnswer = Result<typeof contract.settings>
export type AuditRow = Result<typeof contract.settingAudit>['items'][number]

const minute = 60_000

/** The overview, kept fresh while somebody looks at it. */
export function useOverview() {
  return useQuery({ ...admin.query('stats'), refetchInterval: minute, refetchOnWindowFocus: true })
}

/** Takes over what a check of the books has just found. */
export function takeBooks(books: Overview['books']): void {
  queryClient.setQueryData<Overview>(admin.keyOf('stats'), (known) => known && { ...known, books })
}

/** Asks again for what a decision or a setting changes. */
export function askAgain(...endpoints: (keyof typeof contract)[]): Promise<unknown> {
  return Promise.all(endpoints.map((endpoint) => queryClient.invalidateQueries({ queryKey: admin.keyOf(endpoint) })))
}
