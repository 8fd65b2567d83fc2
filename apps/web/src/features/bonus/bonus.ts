import { bonus as contract } from '@runnel/contract/earn/bonus'
import type { Call, Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { refetchAfter } from '#api/refetch-after.ts'
import { changeMe } from '#features/user/user.ts'

export const bonus = connect('bonus', contract)

export type BonusInfo = Result<typeof contract.info>
export type BonusCall = Call<typeof contract.claim>
export type BonusClaimed = Result<typeof contract.claim>

/** The seven days; asked again at midnight and whenever something was earned, which may open today's. */
export const useBonus = () =>
  useQuery({
    ...bonus.query('info', undefined, { live: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => refetchAfter(state.data?.resetsAt),
  })

/** Shows everywhere what today's bonus has just changed. */
export const applyBonus = ({ reward, balance, progress }: BonusClaimed): void => {
  changeMe((me) => {
    const totalEarned = me.user.totalEarned + reward
    return { ...me, user: { ...me.user, balance, totalEarned, progress, level: progress.level } }
  })
  void queryClient.invalidateQueries({ queryKey: bonus.keyOf('info') })
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}
