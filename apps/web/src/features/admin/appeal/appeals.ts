import { adminAppeal as contract, type AdminAppeal } from '@runnel/contract/admin/appeal'
import type { AppealVerdict } from '@runnel/contract/suspect-schemas'
import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'

export const appeals = connect('admin', contract)
export type { AdminAppeal }

interface Answer {
  id: string
  verdict: AppealVerdict
  message: string
  until: string | undefined
}

/** What is answered changes the account, its lists and what waits. */
export const useAnswering = () =>
  useMutation({
    mutationFn: ({ id, verdict, message, until }: Answer) => {
      const body = { verdict, message, ...(until !== undefined && { until }) }
      return appeals.calls.answerAppeal({ params: { id }, body })
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin'] }),
  })
