import { userAppeal as contract } from '@runnel/contract/appeal'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { hush } from '#api/quiet.ts'

const area = connect('user', contract)

/** What holds an account back and why, and what was said about it. */
export type Case = Result<typeof contract.appealState>

const fiveMinutesMs = 300_000

/** Asked without a word when it fails: most have no case, and the others see it where they look for it. */
export function useCase({ staleTime = fiveMinutesMs } = {}) {
  return useQuery({
    ...area.query('appealState', undefined, { live: true }),
    queryFn: ({ signal }) => area.calls.appealState({ signal: hush(signal) }),
    staleTime,
  })
}

export async function sendAppeal(message: string): Promise<void> {
  await area.calls.appeal({ body: { message } })
  await queryClient.invalidateQueries({ queryKey: area.keyOf('appealState') })
}
