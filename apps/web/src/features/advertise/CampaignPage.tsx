import { t } from '@lingui/core/macro'
import { advertise as contract } from '@runnel/contract/advertise'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '#api/download.ts'
import { history } from '#base/history.ts'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { to } from '#base/paths.ts'
import { usePathParams } from '#base/route.ts'
import { Movements } from '#features/advertise/report/Movements.tsx'
import { ReportCharts } from '#features/advertise/report/ReportCharts.tsx'
import { ReportFigures } from '#features/advertise/report/ReportFigures.tsx'
import { Complaints, Countries, Devices } from '#features/advertise/report/ReportParts.tsx'
import { OrderBadge } from '#features/escrow-order/escrow-order.ts'
import { DebtNote } from '#features/transaction/transaction.ts'
import { useMe } from '#features/user/user.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ProgressBar } from '#ui/chart/ProgressBar.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { useCampaigns, useReport, type Report } from './advertise.ts'
import { CampaignActions } from './CampaignActions.tsx'
import { statusMeaning } from './labels.ts'
import { targetText } from './target-labels.ts'

/** What became of one campaign's money: views by time and place, and every movement. */
export const CampaignPage = () => {
  const { id = '' } = usePathParams()
  const query = useReport(id)
  const debt = useMe()?.user.debt
  return (
    <>
      <PageHeader
        title={t({ id: 'page.campaign', message: 'Campaign report' })}
        lead={query.data?.campaign.title}
        crumbs={[
          {
            key: 'advertise',
            link: (
              <PageLink to="/app/advertise" className="link">
                {t({ id: 'page.advertise', message: 'Advertise' })}
              </PageLink>
            ),
          },
        ]}
        actions={query.data && <SaveButton id={id} />}
      />
      <DebtNote debt={debt} />
      <Loaded query={query} loading={<Skeletons heights={[48, 36, 72]} />}>
        {(data) => <Whole report={data} />}
      </Loaded>
    </>
  )
}

const Whole = ({ report }: { report: Report }) => (
  <div className="grid gap-4">
    <CampaignState report={report} />
    <ReportFigures report={report} />
    <ReportCharts report={report} />
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Countries countries={report.countries} />
      <div className="grid min-w-0 gap-4">
        <Devices devices={report.devices} />
        <Complaints reports={report.reports} />
      </div>
    </div>
    <Movements movements={report.movements} />
  </div>
)

const CampaignState = ({ report: { campaign } }: { report: Report }) => {
  const { status, reason, description, url, views, remaining } = campaign
  const [paid, all] = [formatNumber(views - remaining), formatNumber(views)]
  return (
    <Card>
      <div className="grid gap-4">
        <div className="flex flex-wrap items-center gap-3">
          <OrderBadge status={status} />
          <span className="me-auto text-sm text-muted">{statusMeaning(status)}</span>
          <Actions campaign={campaign} />
        </div>
        {reason && <Alert tone={status === 'rejected' ? 'bad' : 'warn'}>{reason}</Alert>}
        <ProgressBar
          label={t({ id: 'campaign.progress', message: 'Delivered views' })}
          text={t({ id: 'campaign.progress.text', message: `${paid} of ${all}` })}
          value={views - remaining}
          max={views}
        />
        <div className="grid gap-1 text-sm">
          {description && <p className="break-words">{description}</p>}
          <p className="text-muted">{targetText(campaign).join(' · ')}</p>
          <p>
            <a href={url} target="_blank" rel="noopener noreferrer" className="link break-all">
              {url}
            </a>
          </p>
        </div>
      </div>
    </Card>
  )
}

/** Prices and balance stand in the list's answer, which is often there already; without it nothing can be bought. */
const Actions = ({ campaign }: { campaign: Report['campaign'] }) => {
  const { data } = useCampaigns(1)
  if (!data) return null
  return (
    <CampaignActions
      campaign={campaign}
      minViews={data.minViews}
      depositBalance={data.depositBalance}
      onDeleted={() => history.push(to('/app/advertise'))}
    />
  )
}

const SaveButton = ({ id }: { id: string }) => {
  const save = useMutation({
    mutationFn: () => saveFile({ route: contract.views, params: { id }, filename: 'views.csv' }),
  })
  return (
    <Button icon={<IconDownload aria-hidden="true" />} busy={save.isPending} onClick={() => save.mutate()}>
      {t({ id: 'campaign.save', message: 'Export views (CSV)' })}
    </Button>
  )
}
