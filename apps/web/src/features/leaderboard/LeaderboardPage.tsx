import { t } from '@lingui/core/macro'
import { Board } from '@runnel/contract/earn/leaderboard'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { Amount } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { formatDay, formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { boardName } from './labels.ts'
import { type Standings, useBoard, useHiding } from './leaderboard.ts'
import { Medal } from './Medal.tsx'
import { Prizes } from './Prizes.tsx'
import { RankList } from './RankList.tsx'

/** Who earned most, what the first ones win, and where one stands oneself. */
export const LeaderboardPage = () => {
  const { board: wanted } = useQueryText()
  const board = Board.options.find((known) => known === wanted) ?? 'today'
  return (
    <>
      <PageHeader
        title={t({ id: 'page.leaderboard', message: 'Leaderboard' })}
        lead={t({ id: 'leaderboard.lead', message: 'All your earnings count toward the leaderboard.' })}
      />
      <Tabs
        label={t({ id: 'leaderboard.boards', message: 'Leaderboards' })}
        tabs={Board.options.map((key) => ({ key, label: boardName(key) }))}
        value={board}
        onValue={(key) => history.replace(to('/app/leaderboard', { query: { board: key } }))}
      >
        <OneBoard board={board} />
      </Tabs>
    </>
  )
}

const OneBoard = ({ board }: { board: Board }) => {
  const query = useBoard(board)
  const { data, isPlaceholderData } = query
  if (!data) return <Loaded query={query} loading={<BoardSkeleton />} />
  return (
    <div
      className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
      aria-busy={isPlaceholderData}
    >
      <RankList standings={data} />
      <div className="grid grid-cols-1 gap-4 max-lg:contents">
        <Prizes standings={data} />
        <LastWinners standings={data} />
        <Hiding hidden={data.hidden} />
      </div>
    </div>
  )
}

const Hiding = ({ hidden }: { hidden: boolean }) => {
  const { mutate, isPending, variables } = useHiding()
  return (
    <Switch
      label={t({ id: 'leaderboard.hide', message: 'Hide my name' })}
      hint={t({ id: 'leaderboard.hide.hint', message: 'You keep your rank and prizes, but your name isn’t shown.' })}
      checked={isPending ? variables : hidden}
      disabled={isPending}
      onChecked={(wanted) => mutate(wanted)}
    />
  )
}

/** Reserves the space of a board. */
const BoardSkeleton = () => (
  <div
    className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)]"
    role="status"
    aria-label={t({ id: 'ui.loading', message: 'Loading' })}
  >
    <Skeleton height={96} className="rounded-l" />
    <Skeleton height={44} className="rounded-l max-lg:order-first" />
  </div>
)

/** Who won last time. */
const LastWinners = ({ standings: { last } }: { standings: Standings }) => {
  if (last === null || last.winners.length === 0) return null
  const day = formatDay(last.from)
  return (
    <Card
      title={t({ id: 'leaderboard.last', message: 'Previous winners' })}
      note={t({ id: 'leaderboard.last.from', message: `Period starting ${day}` })}
    >
      <ol className="rows">
        {last.winners.map(({ rank, username, prize }) => {
          const words = formatNumber(rank)
          return (
            <li key={rank} className="flex items-center gap-3 py-2.5">
              {rank <= 3 ? (
                <>
                  <Medal rank={rank} />
                  <span className="visually-hidden">{words}.</span>
                </>
              ) : (
                <span className="shrink-0 text-center figures text-muted" style={{ width: 32 }}>
                  {words}.
                </span>
              )}
              <span className="me-auto min-w-0 wrap-anywhere">
                {username ?? t({ id: 'leaderboard.hidden', message: 'Anonymous' })}
              </span>
              <Amount units={prize} gain />
            </li>
          )
        })}
      </ol>
    </Card>
  )
}
