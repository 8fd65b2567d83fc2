import { t } from '@lingui/core/macro'
import { IconHandStop, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { Button } from '#ui/Button.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { OpenTrips } from './OpenTrips.tsx'
import { useOutflow, useOutflowActs, type Outflow, type OutflowActs, type Trip } from './outflow.ts'
import { ResumeDialog } from './ResumeDialog.tsx'
import { Sources } from './Sources.tsx'
import { StopDialog, type StopTarget } from './StopDialog.tsx'
import { Trips } from './Trips.tsx'
import '#web/styles/admin.css'

/** What leaves the site, what bounds it, and what was stopped. */
export const OutflowPage = () => {
  const query = useOutflow()
  const acts = useOutflowActs()
  const [resumed, setResumed] = useState<Trip | null>(null)
  const [stopping, setStopping] = useState<StopTarget | null>(null)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.outflow', message: 'Spending limits' })}
        lead={t({
          id: 'admin.outflow.lead',
          message: 'Rewards paid by source, and the limits that stop unusual spending.',
        })}
        actions={<Acts acts={acts} onStop={() => setStopping({ source: null })} />}
      />
      <div className="grid grid-cols-1 gap-4">
        <Loaded query={query} loading={<Skeletons heights={[80]} />}>
          {(data) => (
            <>
              <Notes outflow={data} />
              <OpenTrips trips={data.open} onResume={setResumed} />
              <Sources sources={data.sources} onStop={(source) => setStopping({ source })} />
            </>
          )}
        </Loaded>
        <Trips onResume={setResumed} />
      </div>
      <ResumeDialog trip={resumed} resume={acts.resume} onClose={() => setResumed(null)} />
      <StopDialog stopping={stopping} stop={acts.stop} onClose={() => setStopping(null)} />
    </>
  )
}

const Acts = ({ acts: { look }, onStop }: { acts: OutflowActs; onStop: () => void }) => (
  <div className="flex flex-wrap gap-2">
    <Button icon={<IconRefresh aria-hidden="true" />} busy={look.isPending} onClick={() => look.mutate()}>
      {t({ id: 'admin.outflow.look', message: 'Check now' })}
    </Button>
    <Button variant="danger-soft" icon={<IconHandStop aria-hidden="true" />} onClick={onStop}>
      {t({ id: 'admin.outflow.stop', message: 'Stop payments…' })}
    </Button>
  </div>
)

/** Why no payout leaves, and that the breaker may only be noting. */
const Notes = ({ outflow: { payoutsStopped, dryRun, open } }: { outflow: Outflow }) => {
  const isToldBelow = open.some(({ stopsPayouts }) => stopsPayouts)
  return (
    <>
      {payoutsStopped !== null && !isToldBelow && (
        <Alert tone="bad" title={t({ id: 'admin.outflow.stopped', message: 'Payouts are stopped' })}>
          {payoutsStopped}
        </Alert>
      )}
      {dryRun && (
        <Alert
          tone="warn"
          title={t({ id: 'admin.outflow.onlyNotes', message: 'Dry run is on' })}
          actions={
            <PageLink to="/app/admin/settings" query={{ tab: 'outflow' }} className="link">
              {t({ id: 'admin.warnings.go', message: 'Open settings' })}
            </PageLink>
          }
        >
          {t({ id: 'admin.outflow.dryRun', message: 'Dry run: violations are logged, but nothing is stopped.' })}
        </Alert>
      )}
    </>
  )
}
