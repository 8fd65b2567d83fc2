import { t } from '@lingui/core/macro'
import type { Board } from '@runnel/contract/earn/leaderboard'
import { IconTrophy, IconUser } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Avatar } from '#ui/Avatar.tsx'
import { Badge } from '#ui/Badge.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Card } from '#ui/Card.tsx'
import { classes } from '#ui/classes.ts'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { boardName, reachedText } from './labels.ts'
import type { Place, Standings } from './leaderboard.ts'
import { Medal } from './Medal.tsx'

/** The first hundred; the own place stays in sight below them, wherever it is. */
export const RankList = ({ standings }: { standings: Standings }) => {
  const { board, items, me, countedAt } = standings
  return (
    <div className="grid grid-cols-1 gap-3">
      <Card
        title={boardName(board)}
        action={countedAt !== null && <Counted iso={countedAt} />}
        // The list ends below the line that sticks to the window's edge.
        className="min-w-0"
      >
        {items.length === 0 ? (
          <Nobody board={board} />
        ) : (
          <ol className="rows">
            {items.map((place) => (
              <Line key={place.rank} place={place} board={board} />
            ))}
          </ol>
        )}
      </Card>
      <Own board={board} me={me} isListed={items.some(({ isMe }) => isMe)} />
    </div>
  )
}

const Counted = ({ iso }: { iso: string }) => (
  <span className="text-sm text-muted">
    {t({ id: 'leaderboard.counted', message: 'Score' })} <RelativeTime iso={iso} />
  </span>
)

const Nobody = ({ board }: { board: Board }) => {
  const isPeople = board === 'referral'
  return (
    <EmptyState
      title={
        isPeople
          ? t({ id: 'leaderboard.none.people', message: 'No referrals yet' })
          : t({ id: 'leaderboard.none', message: 'No earnings yet' })
      }
      actions={
        <PageLink to={isPeople ? '/app/referral' : '/app/faucet'} className={buttonClass({ variant: 'primary' })}>
          {isPeople
            ? t({ id: 'leaderboard.none.share', message: 'Share your referral link' })
            : t({ id: 'leaderboard.empty.faucet', message: 'Go to faucet' })}
        </PageLink>
      }
    >
      {t({ id: 'leaderboard.noneText', message: 'Be the first on the leaderboard.' })}
    </EmptyState>
  )
}

const medals = 3
const rankWidth = { width: 32 }
/** Where a phone has no room for the name and what was reached, that stands below. */
const besideOrAbove = { minWidth: 'min(100%, 12rem)' }

const Line = ({ place, board }: { place: Place; board: Board }) => {
  const { rank, username, level, value, prize, isMe } = place
  return (
    <li className="flex items-center gap-3 py-2.5" aria-current={isMe || undefined}>
      <Rank rank={rank} />
      {username === null ? <Unnamed /> : <Avatar small name={username} />}
      <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3">
        <span className="grid min-w-0 grow" style={besideOrAbove}>
          <span className="flex flex-wrap items-center gap-x-2">
            <span className={classes('min-w-0 wrap-anywhere', isMe ? 'font-bold' : 'font-medium')}>
              {username ?? t({ id: 'leaderboard.hidden', message: 'Anonymous' })}
            </span>
            {isMe && <Badge tone="brand">{t({ id: 'leaderboard.you', message: 'You' })}</Badge>}
          </span>
          <span className="text-sm text-muted">{t({ id: 'leaderboard.level', message: `Level ${level}` })}</span>
        </span>
        <Reached {...{ board, value, prize }} />
      </span>
    </li>
  )
}

const Rank = ({ rank }: { rank: number }) => {
  const words = formatNumber(rank)
  return (
    <span className="grid shrink-0 justify-items-center" style={rankWidth}>
      {rank <= medals ? (
        <Medal rank={rank} />
      ) : (
        <span className="figures text-muted" aria-hidden="true">
          {rank > 999 ? formatNumber(rank, { notation: 'compact' }) : words}
        </span>
      )}
      <span className="visually-hidden">{t({ id: 'leaderboard.place', message: `Rank ${words}` })}</span>
    </span>
  )
}

/** Somebody who hides their name has no initials either. */
const Unnamed = () => (
  <span className="drop drop-small tone-plain" aria-hidden="true">
    <IconUser />
  </span>
)

const Reached = ({ board, value, prize }: { board: Board; value: number; prize: number }) => (
  <span className="grid shrink-0 justify-items-end text-end">
    <span className="figures font-semibold">{reachedText(board, value)}</span>
    {prize > 0 && (
      <span className="text-sm">
        {t({ id: 'leaderboard.prize', message: 'Prize' })} <Amount units={prize} gain />
      </span>
    )}
  </span>
)

const ownLook = [
  'sticky bottom-3 z-10 flex items-center gap-3 rounded-l border border-line bg-surface p-3',
  '[box-shadow:var(--lift-2)] max-lg:bottom-20',
].join(' ')

interface OwnProps {
  board: Board
  me: Standings['me']
  isListed: boolean
}

/** The own place; it stays in sight while the list scrolls. */
const Own = ({ board, me, isListed }: OwnProps) => (
  <section className={ownLook} aria-label={t({ id: 'leaderboard.own', message: 'Your rank' })}>
    {me ? <Rank rank={me.rank} /> : <IconTrophy className="size-5 shrink-0 text-muted" aria-hidden="true" />}
    <span className="grid min-w-0 grow">
      <strong>{t({ id: 'leaderboard.own', message: 'Your rank' })}</strong>
      <span className="text-sm text-muted">{ownText(me, isListed)}</span>
    </span>
    {me && <Reached board={board} value={me.value} prize={me.prize} />}
  </section>
)

const ownText = (me: Standings['me'], isListed: boolean): string => {
  if (me === null) return t({ id: 'leaderboard.own.none', message: 'Not ranked yet. Earn something to appear here.' })
  const rank = formatNumber(me.rank)
  return isListed
    ? t({ id: 'leaderboard.own.listed', message: `Rank ${rank}` })
    : t({ id: 'leaderboard.own.below', message: `Rank ${rank} (not shown in the list)` })
}
