import { t } from '@lingui/core/macro'
import { useQueryText } from '#app/route.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { LinkHeld } from './LinkHeld.tsx'
import { LinkProviders } from './LinkProviders.tsx'
import { LinkStatistic } from './LinkStatistic.tsx'
import { linkTabs, readView, show } from './links.ts'
import type { LinkTab } from './links.ts'
import { useTabInView } from './use-tab-in-view.ts'
import '#web/styles/admin.css'

/** The providers of shortlinks, the visits that wait for a person, and what came of all of them. */
export function LinkPage() {
  const view = readView(useQueryText())
  useTabInView(view.tab)
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.link', message: 'Shortlinks' })} />
      <Tabs
        label={t({ id: 'admin.link.parts', message: 'Parts of this page' })}
        tabs={linkTabs.map((key) => ({ key, label: tabName(key) }))}
        value={view.tab}
        onValue={(key) => show({ tab: linkTabs.find((known) => known === key) ?? 'providers' })}
      >
        {view.tab === 'providers' && <LinkProviders />}
        {view.tab === 'held' && <LinkHeld page={view.page ?? 1} />}
        {view.tab === 'statistic' && <LinkStatistic view={view} />}
      </Tabs>
    </>
  )
}

function tabName(tab: LinkTab): string {
  switch (tab) {
    case 'providers':
      return t({ id: 'admin.link.providers', message: 'Providers' })
    case 'held':
      return t({ id: 'admin.link.held', message: 'Held visits' })
    case 'statistic':
      return t({ id: 'admin.link.statistic', message: 'Statistics' })
  }
}
