import { t } from '@lingui/core/macro'
import type { Campaign } from '@runnel/contract/advertise'
import { CAMPAIGN_PAGE } from '@runnel/contract/constants'
import { IconChartBar } from '@tabler/icons-react'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { OrderBadge, OrderMoney } from '#features/escrow-order/escrow-order.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatNumber } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import type { Campaigns } from './advertise.ts'
import { CampaignActions } from './CampaignActions.tsx'
import { KindDrop } from './KindDrop.tsx'
import { kindName, secondsName } from './labels.ts'

interface CampaignListProps {
  campaigns: Campaigns
  page: number
}

/** The own campaigns, six on a page, newest first. */
export const CampaignList = ({ campaigns, page }: CampaignListProps) => {
  const { ads, total, minViews, depositBalance } = campaigns
  return (
    <Card flush title={t({ id: 'campaign.list', message: 'Your campaigns' })}>
      {ads.length === 0 ? (
        <Nothing isBeyond={total > 0} />
      ) : (
        <ul className="rows">
          {ads.map((campaign) => (
            <CampaignRow key={campaign._id} {...{ campaign, minViews, depositBalance }} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        limit={CAMPAIGN_PAGE}
        totalItems={total}
        label={t({ id: 'campaign.list.pages', message: 'Campaign pages' })}
        onPage={(next) => history.push(to('/app/advertise', { query: { page: next } }))}
      />
    </Card>
  )
}

const Nothing = ({ isBeyond }: { isBeyond: boolean }) => {
  if (isBeyond) {
    return (
      <EmptyState
        title={t({ id: 'campaign.beyond', message: 'No campaigns on this page' })}
        actions={
          <Button as={PageLink} to="/app/advertise">
            {t({ id: 'campaign.beyond.first', message: 'Go to first page' })}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState title={t({ id: 'campaign.none', message: 'No campaigns yet' })}>
      {t({
        id: 'campaign.none.text',
        message: 'Create your first campaign above. After approval it goes live, and its report appears here.',
      })}
    </EmptyState>
  )
}

interface CampaignRowProps {
  campaign: Campaign
  minViews: number
  depositBalance: number
}

const CampaignRow = ({ campaign, minViews, depositBalance }: CampaignRowProps) => {
  const { _id: id, kind, title, timer, views, remaining, status, reason, spent, escrow } = campaign
  const [paid, all] = [formatNumber(views - remaining), formatNumber(views)]
  return (
    <li className="grid gap-3 p-4 sm:p-6">
      <div className="flex items-start gap-3">
        <KindDrop kind={kind} />
        <div className="min-w-0 grow">
          <h3 className="break-words">
            <PageLink to="/app/campaign/{id}" params={{ id }} className="link">
              {title}
            </PageLink>
          </h3>
          <p className="text-sm text-muted">{`${kindName(kind)} · ${secondsName(timer)}`}</p>
        </div>
        <OrderBadge status={status} />
      </div>
      {reason && (
        <p className="text-sm text-muted" dir="auto">
          {reason}
        </p>
      )}
      <ProgressBar
        label={t({ id: 'campaign.progress', message: 'Delivered views' })}
        text={t({ id: 'campaign.progress.text', message: `${paid} of ${all}` })}
        value={views - remaining}
        max={views}
      />
      <div className="flex flex-wrap items-center gap-2">
        <OrderMoney spent={spent} escrow={escrow} />
        <Button
          as={PageLink}
          to="/app/campaign/{id}"
          params={{ id }}
          size="small"
          icon={<IconChartBar aria-hidden="true" />}
        >
          {t({ id: 'campaign.report', message: 'Report' })}
          <VisuallyHidden>{` (${title})`}</VisuallyHidden>
        </Button>
        <CampaignActions {...{ campaign, minViews, depositBalance }} onDeleted={() => undefined} />
      </div>
    </li>
  )
}
