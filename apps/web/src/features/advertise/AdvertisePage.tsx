import { t } from '@lingui/core/macro'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { to } from '#base/paths.ts'
import { useQueryPage } from '#base/route.ts'
import { DepositBalance, OrderPageActions } from '#features/escrow-order/escrow-order.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMe } from '#features/user/user.ts'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton, Skeletons } from '#ui/state/Skeleton.tsx'
import { useCampaigns, type Campaigns } from './advertise.ts'
import { CampaignList } from './CampaignList.tsx'

const CreateCard = lazy(() =>
  loadChunk(() => import('./create/CreateCard.tsx').then((file) => ({ default: file.CreateCard }))),
)

/** Buying views: what is there to spend, a new campaign, and what became of the earlier ones. */
export const AdvertisePage = () => {
  const page = useQueryPage()
  const query = useCampaigns(page)
  const [asked, setAsked] = useState(false)
  const debt = useMe()?.user.debt
  const isCreating = asked || query.data?.total === 0
  const done = () => {
    setAsked(false)
    // The new one stands on top of the first page.
    if (page > 1) history.push(to('/app/advertise'))
  }
  return (
    <>
      <PageHeader
        title={t({ id: 'page.advertise', message: 'Advertise' })}
        lead={query.data && <DepositBalance units={query.data.depositBalance} />}
        actions={
          query.data && (
            <OrderPageActions
              createLabel={t({ id: 'campaign.create', message: 'Create campaign' })}
              onCreate={query.data.options.length > 0 && !isCreating ? () => setAsked(true) : undefined}
            />
          )
        }
      />
      <DebtNote debt={debt} />
      <Loaded query={query} loading={<Skeletons heights={[96, 48]} />}>
        {(data) => (
          <div className="grid gap-4">
            {isCreating && <Creating campaigns={data} onLeave={() => setAsked(false)} onDone={done} />}
            <CampaignList campaigns={data} page={page} />
          </div>
        )}
      </Loaded>
    </>
  )
}

interface CreatingProps {
  campaigns: Campaigns
  onLeave: () => void
  onDone: () => void
}

const Creating = ({ campaigns, onLeave, onDone }: CreatingProps) => {
  if (campaigns.options.length === 0) {
    return (
      <Card>
        <EmptyState heading="h2" title={t({ id: 'campaign.closed', message: 'Advertising is closed' })}>
          {t({
            id: 'campaign.closed.text',
            message: 'No ad prices are set on this site yet. Please check back later.',
          })}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Suspense fallback={<Skeleton height={96} className="rounded-l" />}>
      <CreateCard offer={campaigns} onDone={onDone} onCancel={campaigns.total > 0 ? onLeave : undefined} />
    </Suspense>
  )
}
