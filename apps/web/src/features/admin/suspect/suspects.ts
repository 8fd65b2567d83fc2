import { adminSuspect as contract } from '@runnel/contract/admin-suspect'
import type { GradualMeasure } from '@runnel/contract/suspect-parts'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'

export const suspects = connect('admin', contract)

export function useSuspect(id: string) {
  return useQuery({ ...suspects.query('suspect', { params: { id } }), placeholderData: keepPreviousData })
}

export function useThresholds() {
  return useQuery(suspects.query('suspectThresholds'))
}

/** A decision about an account shows in its lists, in its appeals and in what waits. */
export function askAll(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['admin'] })
}

export interface Ban {
  users: string[]
  reason: string
  /** Left out: for good. */
  until: string | undefined
}

interface Measuring {
  users: string[]
  kind: GradualMeasure
  reason: string
  until: string | undefined
}

/** What a person does about accounts. */
export function useSuspectActs() {
  return {
    ban: useMutation({
      mutationFn: ({ users, reason, until }: Ban) => {
        const how = until === undefined ? { forever: true } : { until }
        return suspects.calls.banSuspects({ query: {}, body: { users, reason, ...how } })
      },
      onSettled: askAll,
    }),
    measure: useMutation({
      mutationFn: ({ until, ...body }: Measuring) =>
        suspects.calls.measureSuspects({ body: { ...body, ...(until !== undefined && { until }) } }),
      onSettled: askAll,
    }),
    release: useMutation({
      mutationFn: (body: { users: string[]; note: string }) => suspects.calls.releaseSuspects({ body }),
      onSettled: askAll,
    }),
    deleteMarks: useMutation({
      mutationFn: (ids: string[]) => suspects.calls.deleteMarks({ body: { ids } }),
      onSettled: askAll,
    }),
    endMeasure: useMutation({
      mutationFn: (id: string) => suspects.calls.endMeasure({ params: { id } }),
      onSettled: askAll,
    }),
  }
}

export type SuspectActs = ReturnType<typeof useSuspectActs>
