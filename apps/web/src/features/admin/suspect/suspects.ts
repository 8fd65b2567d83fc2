import { adminSuspect as contract } from '@runnel/contract/admin/suspect'
import type { TemporaryRestriction } from '@runnel/contract/suspect-schemas'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'

export const suspects = connect('admin', contract)

export const useSuspect = (id: string) =>
  useQuery({ ...suspects.query('suspect', { params: { id } }), placeholderData: keepPreviousData })

export const useThresholds = () => useQuery(suspects.query('suspectThresholds'))

/** A decision about an account shows in its lists, in its appeals and in what waits. */
export const invalidateSuspects = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['admin'] })

export interface Ban {
  users: string[]
  reason: string
  /** Left out: for good. */
  until: string | undefined
}

interface RestrictInput {
  users: string[]
  kind: TemporaryRestriction
  reason: string
  until: string | undefined
}

/** What a person does about accounts. */
export const useSuspectActions = () => ({
  ban: useMutation({
    mutationFn: ({ users, reason, until }: Ban) => {
      const how = until === undefined ? { forever: true } : { until }
      return suspects.calls.banSuspects({ query: {}, body: { users, reason, ...how } })
    },
    onSettled: invalidateSuspects,
  }),
  measure: useMutation({
    mutationFn: ({ until, ...body }: RestrictInput) =>
      suspects.calls.measureSuspects({ body: { ...body, ...(until !== undefined && { until }) } }),
    onSettled: invalidateSuspects,
  }),
  release: useMutation({
    mutationFn: (body: { users: string[]; note: string }) => suspects.calls.releaseSuspects({ body }),
    onSettled: invalidateSuspects,
  }),
  deleteMarks: useMutation({
    mutationFn: (ids: string[]) => suspects.calls.deleteMarks({ body: { ids } }),
    onSettled: invalidateSuspects,
  }),
  endMeasure: useMutation({
    mutationFn: (id: string) => suspects.calls.endMeasure({ params: { id } }),
    onSettled: invalidateSuspects,
  }),
})

export type SuspectActs = ReturnType<typeof useSuspectActions>
