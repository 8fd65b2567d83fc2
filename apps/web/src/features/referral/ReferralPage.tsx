import { plural, t } from '@lingui/core/macro'
import { Loaded } from '#base/Loaded.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber, formatPercent } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Stat } from '#ui/Stat.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { Banners } from './Banners.tsx'
import { Earnings } from './Earnings.tsx'
import { useReferral, type ReferralInfo } from './referral.ts'
import { ReferralList } from './ReferralList.tsx'
import { ShareCard } from './ShareCard.tsx'

/** The own link, the ways to show it to others, and what it brought. */
export const ReferralPage = () => {
  const query = useReferral()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.referral', message: 'Referral' })}
        lead={t({
          id: 'referral.lead',
          message:
            'Invite friends and earn commission on what they earn. The site pays it; they keep 100% of their earnings.',
        })}
      />
      <Loaded query={query} loading={<Skeletons heights={[52, 28, 44]} />}>
        {(data) => (
          <div className="grid grid-cols-1 gap-4">
            <ShareCard link={data.link} commission={commissionText(data)} />
            <Figures info={data} />
            <Withheld withheld={data.withheld} />
            <Earnings stats={data.stats} />
            <ReferralList />
            <Banners link={data.link} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const commissionText = ({ referralCommission, offerwallCommission }: ReferralInfo): string => {
  const [own, walls] = [formatPercent(referralCommission), formatPercent(offerwallCommission)]
  return t({
    id: 'referral.commission',
    message: `You get ${own} of your referrals’ earnings (offers: ${walls}; ads and tasks: at most half of our fee).`,
  })
}

const Figures = ({ info: { earning, pending, refCount, activeCount } }: { info: ReferralInfo }) => (
  <Card className="grid grid-cols-1 gap-4 sm:grid-cols-3">
    <Stat
      label={t({ id: 'referral.earning', message: 'Earned from referrals' })}
      value={<Amount units={earning} />}
      note={<Amount units={earning} show="value" />}
    />
    <Stat
      label={t({ id: 'referral.pending', message: 'Pending today' })}
      value={<Amount units={pending} />}
      note={t({ id: 'referral.pending.note', message: 'Paid after midnight UTC' })}
    />
    <Stat
      label={t({ id: 'referral.count', message: 'Referrals' })}
      value={formatNumber(refCount)}
      note={t({
        id: 'referral.active',
        message: plural(activeCount, { one: '# active in the last 30 days', other: '# active in the last 30 days' }),
      })}
    />
  </Card>
)

const Withheld = ({ withheld }: Pick<ReferralInfo, 'withheld'>) => {
  if (withheld === null) return null
  const units = unitsText(withheld.amount)
  return (
    <Alert tone="warn" title={t({ id: 'referral.withheld', message: `${units} withheld` })}>
      <bdi>{withheld.reason}</bdi>
    </Alert>
  )
}
