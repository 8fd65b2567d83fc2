import { userAppeal as contract } from '@runnel/contract/appeal'
import { REFRESH_EVERY_MS } from '@runnel/contract/constants'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { silence } from '#api/silent.ts'

const area = connect('user', contract)

/** What holds an account back and why, and what was said about it. */
export type Case = Result<typeof contract.appealState>

const fiveMinutesMs = 300_000

/** Asked without a word when it fails: most have no case, and the others see it where they look for it. */
const ownCase = {
  ...area.query('appealState', undefined, { live: true }),
  queryFn: ({ signal }: { signal: AbortSignal }) => area.calls.appealState({ signal: silence(signal) }),
}

export const useCase = () => useQuery({ ...ownCase, staleTime: fiveMinutesMs })

/** The same while the account is locked: no live stream tells then of a release, so it is asked for now and again. */
export const useLockedCase = () =>
  useQuery({
    ...ownCase,
    // What was known before the lock says nothing of it.
    staleTime: 0,
    refetchInterval: REFRESH_EVERY_MS,
    refetchOnWindowFocus: 'always',
  })

export const sendAppeal = async (message: string): Promise<void> => {
  await area.calls.appeal({ body: { message } })
  await queryClient.invalidateQueries({ queryKey: area.keyOf('appealState') })
}
