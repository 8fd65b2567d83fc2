import type { Contract } from '@runnel/contract'
import type { Board } from '@runnel/contract/earn/leaderboard'
import type { Answer } from '@runnel/contract/route'
import { dayOf } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { say } from '#kernel/words/say.ts'
import { COUNTED } from './count.ts'
import { endsAt } from './periods.ts'
import { topRanks, prizesOf, ownRankOn } from './ranking.ts'

export { ownRankOn } from './ranking.ts'
export { forgetWinner } from './winner-news.ts'

/** Who earned most today, this week, this month and ever, and who brought most people. */
export const leaderboard: Handlers<Contract['leaderboard']> = {
  board: ({ query }, context) => boardOf(context, query.board),
  hide: async ({ body: { hidden } }, { tx, caller }) => {
    await tx.updateTable('users').set({ hide_name: hidden }).where('id', '=', caller.id).execute()
    const msg = hidden ? say('owner.leaderboard.nameNowHiddenAll') : say('owner.leaderboard.nameNowShownLeaderboards')
    return { hidden, msg }
  },
}

type Routes = Contract['leaderboard']

const boardOf = async (
  { db, caller, settings, now }: Context<Routes['board']>,
  board: Board,
): Promise<Answer<Routes['board']>> => {
  const [places, standing, self, counted, last] = await Promise.all([
    topRanks(db, { board, now }),
    ownRankOn(db, { board, userId: caller.id, now }),
    db.selectFrom('users').select('hide_name').where('id', '=', caller.id).executeTakeFirstOrThrow(),
    db.selectFrom('board_state').select('at').where('board', '=', COUNTED).executeTakeFirst(),
    lastWinners(db, { board, userId: caller.id }),
  ])
  const prizes = [...prizesOf(board, settings)]
  const prizeAt = (rank: number): number => prizes[rank - 1] ?? 0
  const items = places.map(({ id, username, hidden, level, value }, index) => ({
    rank: index + 1,
    username: hidden && id !== caller.id ? null : username,
    level,
    value,
    prize: prizeAt(index + 1),
    isMe: id === caller.id,
  }))
  // The list is newer than the marks that a rank is counted from; who stands in it is told the same twice.
  const rank = items.find(({ isMe }) => isMe)?.rank ?? standing?.rank
  return {
    board,
    items,
    me: standing === null || rank === undefined ? null : { rank, value: standing.value, prize: prizeAt(rank) },
    prizes,
    endsAt: endsAt(board, dayOf(now))?.toISOString() ?? null,
    countedAt: counted?.at.toISOString() ?? null,
    hidden: self.hide_name,
    last,
  }
}

/** The winners of the last period of a board that was paid. */
const lastWinners = async (
  db: Read,
  { board, userId }: { board: Board; userId: string },
): Promise<Answer<Routes['board']>['last']> => {
  const rows = await db
    .selectFrom('board_prizes as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select(['p.start', 'p.rank', 'p.value', 'p.prize', 'p.user_id', 'u.username', 'u.hide_name'])
    .where('p.board', '=', board)
    .where('p.start', '=', (of) =>
      of
        .selectFrom('board_prizes as newest')
        .select('newest.start')
        .where('newest.board', '=', board)
        .orderBy('newest.start', 'desc')
        .limit(1),
    )
    .orderBy('p.rank')
    .execute()
  const [first] = rows
  if (first === undefined) return null
  const winners = rows.map(({ rank, value, prize, user_id, username, hide_name }) => ({
    rank,
    username: hide_name && user_id !== userId ? null : username,
    value,
    prize,
  }))
  return { from: first.start, winners }
}
