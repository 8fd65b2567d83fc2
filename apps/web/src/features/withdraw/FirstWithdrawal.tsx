import { t } from '@lingui/core/macro'
import { IconCheck, IconCoins, IconMail, IconShieldCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { firstSteps } from './first-steps.ts'
import { ResendMail } from './ResendMail.tsx'
import type { WithdrawMethods } from './withdraw.ts'

interface FirstWithdrawalProps {
  ways: WithdrawMethods
  className?: string
  /** What follows, where the page itself is not it already. */
  children?: ReactNode
}

/** Everything between a new account and its first withdrawal, and how far each of it is. */
export const FirstWithdrawal = ({ ways, className, children }: FirstWithdrawalProps) => {
  const { first } = ways
  if (first === null) return null
  const { isVerified, reached, others, isReady } = firstSteps(ways)
  const steps = [isVerified, ...(reached ? [reached.isDone] : []), ...others.map(() => false)]
  const done = formatNumber(steps.filter(Boolean).length)
  const all = formatNumber(steps.length)
  return (
    <Card
      className={className}
      title={t({ id: 'withdraw.first.title', message: 'Your first withdrawal' })}
      note={t({ id: 'withdraw.first.done', message: `${done} of ${all} steps done` })}
    >
      <ul className="grid gap-5">
        <Email isVerified={isVerified} />
        {reached && <Minimum {...reached} />}
        {others.map(({ code, msg }) => (
          <Item key={code} icon={<IconCoins aria-hidden="true" />} title={msg} />
        ))}
        {first.review && <Review {...first.review} />}
      </ul>
      {isReady && children && <div className="mt-5">{children}</div>}
    </Card>
  )
}

const Email = ({ isVerified }: { isVerified: boolean }) =>
  isVerified ? (
    <Item isDone title={t({ id: 'withdraw.first.verified', message: 'Email address verified' })} />
  ) : (
    <Item
      icon={<IconMail aria-hidden="true" />}
      title={t({ id: 'withdraw.first.verify', message: 'Verify your email address' })}
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <ResendMail />
        <PageLink to="/app/account" className="link text-sm">
          {t({ id: 'withdraw.standing.address', message: 'Change address' })}
        </PageLink>
      </div>
    </Item>
  )

const Minimum = ({ balance, minimum, isDone }: { balance: number; minimum: number; isDone: boolean }) => {
  const [missing, least] = [unitsText(minimum - balance), unitsText(minimum)]
  if (isDone) return <Item isDone title={t({ id: 'withdraw.first.reached', message: `Minimum reached: ${least}` })} />
  return (
    <Item icon={<IconCoins aria-hidden="true" />} title={t({ id: 'withdraw.reach', message: `${missing} to go` })}>
      <ProgressBar
        label={t({ id: 'withdraw.first.minimum', message: 'Minimum withdrawal' })}
        value={balance}
        max={minimum}
        text={least}
        money
      />
      <PageLink to="/app/faucet" className="link text-sm">
        {t({ id: 'withdraw.reach.faucet', message: 'Earn from the faucet' })}
      </PageLink>
    </Item>
  )
}

type FirstReview = NonNullable<NonNullable<WithdrawMethods['first']>['review']>

/** Nothing that keeps anybody: until then a person looks at it, which takes longer. */
const Review = ({ solved, needed, until }: FirstReview) => {
  const date = formatDateTime(until)
  return (
    <Item
      icon={<IconShieldCheck aria-hidden="true" />}
      title={t({ id: 'withdraw.first.review', message: 'Paid without manual review' })}
    >
      <ProgressBar
        label={t({ id: 'withdraw.first.review.captchas', message: 'Captchas solved' })}
        value={Math.min(solved, needed)}
        max={needed}
      />
      <p className="text-sm text-muted">
        {t({
          id: 'withdraw.first.review.text',
          message: `This also applies from ${date}. You can withdraw earlier, but we review it first.`,
        })}
      </p>
    </Item>
  )
}

interface ItemProps {
  title: ReactNode
  icon?: ReactNode
  isDone?: boolean
  children?: ReactNode
}

const Item = ({ title, icon, isDone = false, children }: ItemProps) => (
  <li className="flex gap-3.5">
    <span className={`drop ${isDone ? 'tone-good' : 'tone-plain'}`}>
      {isDone ? <IconCheck aria-hidden="true" /> : icon}
    </span>
    <div className="grid min-w-0 grow content-center gap-1.5">
      <p className="font-semibold">{title}</p>
      {children}
    </div>
  </li>
)
