import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { Loaded } from '#base/Loaded.tsx'
import { PageLink } from '#base/PageLink.tsx'
import { useQueryText } from '#base/route.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeletons } from '#ui/state/Skeleton.tsx'
import { holdText } from './labels.ts'
import { useWall, useWalls, type OpenedWall, type PollfishConfig, type Walls } from './offerwall.ts'
import { usePollfish, type SurveyState } from './use-pollfish.ts'

/** Surveys of Pollfish, whose script runs in a document of its own. */
export const PollfishPage = () => {
  const query = useWalls()
  return (
    <>
      <PageHeader
        title={t({ id: 'page.offerwall.pollfish', message: 'Surveys' })}
        crumbs={[
          {
            key: 'walls',
            link: <PageLink to="/app/offerwall">{t({ id: 'page.offerwall', message: 'Offerwalls' })}</PageLink>,
          },
        ]}
      />
      <Loaded query={query} loading={<Waiting />}>
        {(data) => <Chosen walls={data.walls} />}
      </Loaded>
    </>
  )
}

/** The wall that the address names, or the first of its kind. */
const Chosen = ({ walls }: Pick<Walls, 'walls'>) => {
  const { id } = useQueryText()
  const all = walls.filter(({ page }) => page === 'pollfish')
  const wall = all.find(({ _id }) => _id === id) ?? all[0]
  const query = useWall(wall?._id)
  if (!wall) return <Nothing title={t({ id: 'pollfish.off', message: 'Surveys aren’t available here' })} />
  return (
    <Loaded query={query} loading={<Waiting />}>
      {(data) => <Opened opened={data} />}
    </Loaded>
  )
}

const Opened = ({ opened: { wall, pollfish } }: { opened: OpenedWall }) => {
  if (pollfish === null || pollfish.apiKey === '') {
    return <Nothing title={t({ id: 'pollfish.unready', message: 'Surveys aren’t set up yet' })} />
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted">
        <bdi>{wall.conditions}</bdi> {holdText(wall)}
      </p>
      <Surveys config={pollfish} />
    </div>
  )
}

const nothingShown: ReadonlySet<SurveyState> = new Set(['none', 'closed', 'blocked'])

const Surveys = ({ config }: { config: PollfishConfig }) => {
  const { frame, state, show } = usePollfish(config)
  return (
    <>
      <div role="status">
        <Said state={state} onShow={show} />
      </div>
      <iframe
        ref={frame}
        className="w-full rounded-l bg-white"
        // It keeps its space while something may be seen in it: after one survey comes the next.
        style={{ height: nothingShown.has(state) ? 0 : 'max(28rem, 70dvh)' }}
        src="/pollfish"
        title={t({ id: 'pollfish.frame', message: 'Pollfish surveys' })}
        sandbox="allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin"
        allow=""
      />
    </>
  )
}

const Said = ({ state, onShow }: { state: SurveyState; onShow: () => void }) => {
  const again = (
    <Button size="small" onClick={onShow}>
      {t({ id: 'pollfish.show', message: 'Show surveys' })}
    </Button>
  )
  switch (state) {
    case 'loading':
      return <Alert>{t({ id: 'pollfish.loading', message: 'Loading surveys…' })}</Alert>
    case 'shown':
      return null
    case 'none':
      return (
        <Nothing title={t({ id: 'pollfish.none', message: 'No surveys available' })}>
          {t({ id: 'pollfish.none.text', message: 'New surveys arrive several times a day. Check back later.' })}
        </Nothing>
      )
    case 'ineligible':
      return (
        <Alert tone="warn" title={t({ id: 'pollfish.ineligible', message: 'You didn’t qualify for this survey' })}>
          {t({ id: 'pollfish.ineligible.text', message: 'It targets a different audience. Try another survey.' })}
        </Alert>
      )
    case 'done':
      return (
        <Alert tone="good" title={t({ id: 'pollfish.done', message: 'Survey completed' })}>
          {t({
            id: 'pollfish.done.text',
            message: 'You’ll get your reward when Pollfish confirms it, usually within minutes.',
          })}
        </Alert>
      )
    case 'closed':
      return <Alert title={t({ id: 'pollfish.closed', message: 'You closed the surveys' })} actions={again} />
    case 'blocked':
      return (
        <Nothing
          title={t({ id: 'pollfish.blocked', message: 'Surveys didn’t load' })}
          action={
            <Button variant="primary" onClick={() => window.location.reload()}>
              {t({ id: 'pollfish.reload', message: 'Reload page' })}
            </Button>
          }
        >
          {t({
            id: 'pollfish.blocked.text',
            message: 'An ad blocker or your network is blocking the script. Allow it on this page and reload.',
          })}
        </Nothing>
      )
  }
}

const Nothing = ({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) => (
  <Card>
    <EmptyState
      heading="h2"
      title={title}
      actions={
        <>
          {action}
          <PageLink to="/app/offerwall" className={buttonClass()}>
            {t({ id: 'pollfish.walls', message: 'All offerwalls' })}
          </PageLink>
        </>
      }
    >
      {children}
    </EmptyState>
  </Card>
)

const Waiting = () => <Skeletons heights={[80]} />
