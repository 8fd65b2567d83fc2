import { t } from '@lingui/core/macro'
import { useQueryText } from '#base/route.ts'
import { useTabInView } from '#features/admin/shared/use-tab-in-view.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { LinkHeld } from './LinkHeld.tsx'
import { LinkProviders } from './LinkProviders.tsx'
import { linkTabs, readTab, showTab, type LinkTab } from './links.ts'
import { LinkStatistic } from './LinkStatistic.tsx'
import '#web/styles/admin.css'

/** The providers of shortlinks, the visits that wait for a person, and what came of all of them. */
export const LinkPage = () => {
  const tab = readTab(useQueryText()['tab'])
  useTabInView(tab)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.link', message: 'Shortlinks' })} />
      <Tabs
        label={t({ id: 'admin.link.parts', message: 'Page sections' })}
        tabs={linkTabs.map((key) => ({ key, label: tabName(key) }))}
        value={tab}
        onValue={(key) => showTab(readTab(key))}
      >
        {tab === 'providers' && <LinkProviders />}
        {tab === 'held' && <LinkHeld />}
        {tab === 'statistic' && <LinkStatistic />}
      </Tabs>
    </>
  )
}

const tabName = (tab: LinkTab): string => {
  switch (tab) {
    case 'providers':
      return t({ id: 'admin.link.providers', message: 'Providers' })
    case 'held':
      return t({ id: 'admin.link.held', message: 'Visits in review' })
    case 'statistic':
      return t({ id: 'admin.link.statistic', message: 'Statistics' })
  }
}
