import { challenge as contract } from '@runnel/contract/earn/challenge'
import type { Call, Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { refetchAfter } from '#api/refetch-after.ts'
import { changeMe } from '#features/user/user.ts'

export { challengeTitle, kindName, periodName } from './labels.ts'

export const challenge = connect('challenge', contract)

export type ChallengeList = Result<typeof contract.list>
export type ChallengeCall = Call<typeof contract.claim>
export type ChallengeClaimed = Result<typeof contract.claim>

/** The challenges with one's own progress; asked again at midnight and whenever something was earned. */
export const useChallenges = () =>
  useQuery({
    ...challenge.query('list', undefined, { live: true }),
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => refetchAfter(state.data?.settings.dayEndsAt),
  })

/** Marks it as claimed at once and puts it last; what only the server can add up is asked for. */
export const applyChallenge = ({ reward, balance, challenge: claimed }: ChallengeClaimed): void => {
  queryClient.setQueryData<ChallengeList>(challenge.keyOf('list'), (known) => known && claimedIn(known, claimed))
  changeMe((me) => ({ ...me, user: { ...me.user, balance, totalEarned: me.user.totalEarned + reward } }))
  void queryClient.invalidateQueries({ queryKey: challenge.keyOf('list') })
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}

const claimedIn = (known: ChallengeList, claimed: ChallengeClaimed['challenge']): ChallengeList => {
  const { challenges, history, stats } = known
  const marked = challenges.map((one) => (one._id === claimed._id ? claimed : one))
  return {
    ...known,
    challenges: [...marked.filter((one) => !one.claimed), ...marked.filter((one) => one.claimed)],
    history: [...history, { challengeId: claimed._id }],
    stats: { ...stats, claimed: stats.claimed + 1, earned: stats.earned + claimed.tokenReward },
  }
}
