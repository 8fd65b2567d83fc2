import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { nextAd } from './history.ts'
import { adList, viewAddress } from './ptc.ts'
import { refusalOf } from './verify.ts'

interface ViewEndedProps {
  adId: string
  error: unknown
  onAgain: () => void
}

/** A view that cannot go on: why, and what to do instead. */
export const ViewEnded = ({ adId, error, onAgain }: ViewEndedProps) => {
  const [now] = useState(() => Date.now())
  const isGone = refusalOf(error) === 'gone'
  const { data } = useQuery({ ...adList, enabled: isGone })
  const next = data ? nextAd(data, { except: adId, now }) : null
  return (
    <div role="alert">
      <EmptyState
        heading="h2"
        title={
          isGone
            ? t({ id: 'ptc.gone', message: 'This ad is no longer available' })
            : t({ id: 'ptc.stopped', message: 'View ended' })
        }
        actions={
          <>
            {!isGone && (
              <Button variant="primary" onClick={onAgain}>
                {t({ id: 'ptc.again', message: 'Start over' })}
              </Button>
            )}
            {next && (
              <Button variant="primary" onClick={() => history.push(viewAddress(next))}>
                {t({ id: 'ptc.next', message: 'Next ad' })}
              </Button>
            )}
            <PageLink to="/app/ptc" className={buttonClass()}>
              {t({ id: 'ptc.list', message: 'All ads' })}
            </PageLink>
          </>
        }
      >
        {messageOf(error)}
      </EmptyState>
    </div>
  )
}
