import { t } from '@lingui/core/macro'
import {
  IconCalendarStar,
  IconChecklist,
  IconChevronRight,
  IconDroplet,
  IconEye,
  IconLink,
  IconListCheck,
  IconTargetArrow,
  IconTicket,
  IconUsersPlus,
} from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { BestEarnings } from './best-earnings.tsx'

/** Every way to earn in one place: what pays best now, and where the others are. */
export const EarnPage = () => (
  <>
    <PageHeader title={t({ id: 'page.earn', message: 'Ways to earn' })} />
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <BestEarnings />
      <AllWays />
    </div>
  </>
)

const AllWays = () => (
  <Card title={t({ id: 'earn.all', message: 'All ways' })}>
    <ul className="rows">
      {ways().map(({ to, name, icon: WayIcon }) => (
        <li key={to}>
          <PageLink to={to} className="flex min-h-11 items-center gap-3 py-2.5 text-ink">
            <span className="drop drop-small">
              <WayIcon aria-hidden="true" />
            </span>
            <span className="min-w-0 grow font-medium">{name}</span>
            <IconChevronRight className="size-5 shrink-0 text-muted" aria-hidden="true" />
          </PageLink>
        </li>
      ))}
    </ul>
  </Card>
)

const ways = () =>
  [
    { to: '/app/faucet', name: t({ id: 'page.faucet', message: 'Faucet' }), icon: IconDroplet },
    { to: '/app/ptc', name: t({ id: 'page.ptc', message: 'View ads' }), icon: IconEye },
    { to: '/app/link', name: t({ id: 'page.link', message: 'Shortlinks' }), icon: IconLink },
    { to: '/app/offerwall', name: t({ id: 'page.offerwall', message: 'Offerwalls' }), icon: IconListCheck },
    { to: '/app/task/earn', name: t({ id: 'page.task.earn', message: 'Tasks' }), icon: IconChecklist },
    { to: '/app/bonus', name: t({ id: 'page.bonus', message: 'Daily Bonus' }), icon: IconCalendarStar },
    { to: '/app/challenge', name: t({ id: 'page.challenge', message: 'Challenges' }), icon: IconTargetArrow },
    { to: '/app/coupon', name: t({ id: 'page.coupon', message: 'Coupon' }), icon: IconTicket },
    { to: '/app/referral', name: t({ id: 'page.referral', message: 'Referral' }), icon: IconUsersPlus },
  ] as const
