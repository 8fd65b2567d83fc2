import { t } from '@lingui/core/macro'
import { useQueryText } from '#base/route.ts'
import { useTabInView } from '#features/admin/shared/use-tab-in-view.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { ChargeBacks } from './ChargeBacks.tsx'
import { OfferwallList } from './OfferwallList.tsx'
import { readTab, showTab, wallTabs, type WallTab } from './offerwalls.ts'
import { OfferwallStatistic } from './OfferwallStatistic.tsx'
import { Postbacks } from './Postbacks.tsx'
import { Reports } from './Reports.tsx'
import '#web/styles/admin.css'

/** The walls, what they paid and took back, and every call that came from them. */
export const OfferwallsPage = () => {
  const tab = readTab(useQueryText()['tab'])
  useTabInView(tab)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.offerwalls', message: 'Offerwalls' })} />
      <Tabs
        label={t({ id: 'admin.wall.parts', message: 'Page sections' })}
        tabs={wallTabs.map((key) => ({ key, label: tabName(key) }))}
        value={tab}
        onValue={(key) => showTab(readTab(key))}
      >
        {tab === 'walls' && <OfferwallList />}
        {tab === 'statistic' && <OfferwallStatistic />}
        {tab === 'charge-backs' && <ChargeBacks />}
        {tab === 'postbacks' && <Postbacks />}
        {tab === 'reports' && <Reports />}
      </Tabs>
    </>
  )
}

const tabName = (tab: WallTab): string => {
  switch (tab) {
    case 'walls':
      return t({ id: 'admin.wall.walls', message: 'Offerwalls' })
    case 'statistic':
      return t({ id: 'admin.wall.statistic', message: 'Statistics' })
    case 'charge-backs':
      return t({ id: 'admin.wall.chargeBacks', message: 'Chargebacks' })
    case 'postbacks':
      return t({ id: 'admin.wall.postbacks', message: 'Postbacks' })
    case 'reports':
      return t({ id: 'admin.report.title', message: 'Missing rewards' })
  }
}
