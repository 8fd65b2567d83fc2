import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { to } from '#base/paths.ts'
import { useHumanCheck } from '#features/captcha/captcha.tsx'
import { useSite } from '#features/home/home.ts'
import { ProgressRing } from '#ui/chart/ProgressRing.tsx'
import { useTitleLead } from '#ui/use-title-lead.ts'
import { inSeconds } from './AdCard.tsx'
import { AdStage } from './AdStage.tsx'
import { CollectStep } from './CollectStep.tsx'
import { PaidStep } from './PaidStep.tsx'
import type { OpenedAd } from './ptc.ts'
import { useView } from './use-view.ts'
import { refusalOf, useVerify } from './verify.ts'
import { ViewEnded } from './ViewEnded.tsx'
import { ViewFrame } from './ViewFrame.tsx'

/** The check and its work come while the last seconds run, so that nobody waits for them. */
const fetchSeconds = 20
const showSeconds = 8

interface ViewingProps {
  opened: OpenedAd
  onAgain: () => void
}

/** A view under way: the ad, its timer, the human check and the reward. */
export const Viewing = ({ opened, onAgain }: ViewingProps) => {
  const { ad, ticket } = opened
  const view = useView(opened)
  const verify = useVerify({ adId: ad._id, ticket, onEarly: view.run.resume })
  const isPaid = verify.step === 'paid'
  const ended = view.ended ?? (isOver(verify.error) ? verify.error : null)
  // Once shown it stays, also when the server puts the clock back.
  const [isNear, setNear] = useState(false)
  const hasBegun = ad.kind !== 'window' || view.opened
  if (!isNear && hasBegun && view.left <= showSeconds) setNear(true)
  const check = useHumanCheck('ptc', { enabled: view.left <= fetchSeconds && !isPaid && ended === null })
  const { name } = useSite()
  const title = `${t({ id: 'page.ptc.redirect', message: 'View Ad' })} · ${name}`
  useTitleLead({ path: to('/app/ptc/redirect'), title, lead: ad.kind === 'window' && !isPaid ? titleLead(view) : '' })
  return (
    <ViewFrame
      ad={ad}
      words={isPaid || ended !== null ? '' : stateLabel(ad.kind, view)}
      dial={
        <ProgressRing
          label={t({ id: 'ptc.view.timer', message: 'Time watched' })}
          value={ad.timer - view.left}
          max={ad.timer}
        >
          {view.left}
        </ProgressRing>
      }
      panel={
        <aside
          className="border-line p-4 max-lg:border-t lg:w-96 lg:shrink-0 lg:border-s"
          aria-label={t({ id: 'ptc.view.panel', message: 'Your reward' })}
        >
          {ended !== null && <ViewEnded adId={ad._id} error={ended} onAgain={onAgain} />}
          {ended === null && verify.paid && <PaidStep paid={verify.paid} />}
          {ended === null && !isPaid && !isNear && <About opened={opened} />}
          {ended === null && !isPaid && isNear && (
            <CollectStep reward={ad.reward} view={view} check={check} verify={verify} />
          )}
        </aside>
      }
    >
      <AdStage opened={opened} onPlaying={view.run.play} onOpened={view.run.open} />
    </ViewFrame>
  )
}

const isOver = (error: unknown): boolean => error !== null && ['ticket', 'gone'].includes(refusalOf(error))

type View = ReturnType<typeof useView>

const stateLabel = (kind: OpenedAd['ad']['kind'], { watching, done, opened }: View): string => {
  if (done) return t({ id: 'ptc.state.done', message: 'Watched' })
  if (watching) return t({ id: 'ptc.state.counting', message: 'Counting…' })
  if (kind === 'window' && !opened) return t({ id: 'ptc.state.open', message: 'Open the ad to start' })
  if (kind === 'window') return t({ id: 'ptc.state.window', message: 'Paused. Go back to the ad' })
  const isHere = document.visibilityState === 'visible' && document.hasFocus()
  if (!isHere) return t({ id: 'ptc.state.away', message: 'Paused. Return to this tab' })
  return t({ id: 'ptc.state.play', message: 'Press play' })
}

/** Told in the name of the tab, for those who look at the ad's own. */
const titleLead = ({ done, left, opened }: View): string => {
  if (done) return t({ id: 'ptc.title.done', message: 'Done' })
  return opened ? String(left) : ''
}

/** What is looked at, while there is nothing else to do. */
const About = ({ opened: { ad } }: { opened: OpenedAd }) => {
  const time = inSeconds(ad.timer)
  return (
    <div className="grid gap-2 text-sm">
      {ad.description !== '' && (
        <p className="wrap-anywhere max-lg:truncate" dir="auto">
          {ad.description}
        </p>
      )}
      <p className="text-muted">
        {t({ id: 'ptc.view.rule', message: `Watch for ${time}. The timer pauses when you leave.` })}
      </p>
    </div>
  )
}
