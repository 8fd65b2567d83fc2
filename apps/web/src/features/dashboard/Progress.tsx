import { plural, t } from '@lingui/core/macro'
import { IconFlame, IconNews, IconTrophy } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useOverview } from './dashboard.ts'
import { Step } from './Step.tsx'

/** How many days in a row, the place among all, and what there is to read. */
export const Progress = () => {
  const { data, error } = useOverview()
  // The list of what pays best says what went wrong.
  if (!data && error) return null
  return (
    <Card className="max-lg:order-5" title={t({ id: 'dashboard.standing', message: 'Your progress' })}>
      {data ? (
        <ul className="grid gap-5">
          <Streak days={data.streak} />
          <Rank rank={data.rank} />
          <News {...data.news} />
        </ul>
      ) : (
        <Skeleton height={52} className="rounded-m" />
      )}
    </Card>
  )
}

const Streak = ({ days }: { days: number }) => (
  <Step
    icon={<IconFlame aria-hidden="true" />}
    tone={days > 0 ? 'money' : 'plain'}
    title={
      days > 0
        ? t({ id: 'dashboard.streak', message: plural(days, { one: '#-day streak', other: '#-day streak' }) })
        : t({ id: 'dashboard.streak.none', message: 'No streak yet' })
    }
    action={
      <PageLink to="/app/bonus" className="link text-sm">
        {t({ id: 'dashboard.streak.go', message: 'Daily bonus' })}
      </PageLink>
    }
  />
)

const Rank = ({ rank }: { rank: number | null }) => {
  const place = rank !== null && formatNumber(rank)
  return (
    <Step
      icon={<IconTrophy aria-hidden="true" />}
      title={
        place
          ? t({ id: 'dashboard.rank', message: `Rank ${place} today` })
          : t({ id: 'dashboard.rank.none', message: 'Not ranked today' })
      }
      action={
        <PageLink to="/app/leaderboard" className="link text-sm">
          {t({ id: 'dashboard.rank.go', message: 'Leaderboard' })}
        </PageLink>
      }
    />
  )
}

const News = ({ unread, title }: { unread: number; title: string | null }) => (
  <Step
    icon={<IconNews aria-hidden="true" />}
    title={
      title === null ? (
        t({ id: 'dashboard.news.none', message: 'No unread news' })
      ) : (
        <span className="wrap-anywhere">{title}</span>
      )
    }
    action={
      <PageLink to="/app/news" className="link text-sm">
        {unread > 0
          ? t({
              id: 'dashboard.news.unread',
              message: plural(unread, { one: 'Read # update', other: 'Read # updates' }),
            })
          : t({ id: 'dashboard.news.go', message: 'All news' })}
      </PageLink>
    }
  />
)
