import { t } from '@lingui/core/macro'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { useQueryText } from '#base/route.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { SuspectList } from './SuspectList.tsx'
import { Thresholds } from './Thresholds.tsx'
import '#web/styles/admin.css'

/** Accounts with signs of abuse, and how many each limit and each rule reaches. */
export const SuspectsPage = () => {
  const tab = useQueryText()['tab'] === 'thresholds' ? 'thresholds' : 'list'
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.suspects', message: 'Suspects' })}
        lead={t({
          id: 'admin.suspects.lead',
          message: 'Permanent locks always need an admin. Risk signals lose half their points every 14 days.',
        })}
      />
      <Tabs
        label={t({ id: 'admin.suspects.parts', message: 'Page sections' })}
        tabs={[
          { key: 'list', label: t({ id: 'admin.suspects.list', message: 'Accounts' }) },
          { key: 'thresholds', label: t({ id: 'admin.suspects.thresholds', message: 'Thresholds and rules' }) },
        ]}
        value={tab}
        onValue={(key) =>
          history.push(to('/app/admin/suspects', { query: { tab: key === 'thresholds' ? key : undefined } }))
        }
      >
        {tab === 'list' ? <SuspectList /> : <Thresholds />}
      </Tabs>
    </>
  )
}
