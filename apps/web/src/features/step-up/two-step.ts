import { twoStep as contract } from '@runnel/contract/account/two-step'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'

export const twoStep = connect('user', contract)

/** How the account is signed in to, and what proves that its person is at the screen. */
export type SignInWays = Result<typeof contract.status>

export const useSignInMethods = () => useQuery(twoStep.query('status'))

/** After a change of password, Google or second step. */
export const refreshSignInMethods = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: twoStep.keyOf('status') })
