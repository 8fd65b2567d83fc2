import { leaderboard as contract, type Board } from '@runnel/contract/earn/leaderboard'
import type { Result } from '@runnel/contract/route'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { refetchAfter } from '#api/refetch-after.ts'

export const leaderboard = connect('leaderboard', contract)

export type Standings = Result<typeof contract.board>
export type Place = Standings['items'][number]

const countedEveryMs = 60_000

/** A board with the own rank; what was shown before stays until the new one is there. */
export const useBoard = (board: Board) =>
  useQuery({
    ...leaderboard.query('board', { query: { board } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => Math.min(countedEveryMs, refetchAfter(state.data?.endsAt)),
  })

/** Hides the own name on every board, or shows it again. */
export const useHiding = () =>
  useMutation({
    mutationFn: (hidden: boolean) => leaderboard.calls.hide({ body: { hidden } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: leaderboard.keyOf('board') }),
  })
