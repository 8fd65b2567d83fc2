import { t } from '@lingui/core/macro'
import { IconCheck, IconPlayerPlay } from '@tabler/icons-react'
import { history } from '#base/history.ts'
import { PageLink } from '#base/PageLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { inSeconds } from './AdCard.tsx'
import { viewAddress, type PaidView } from './ptc.ts'

/** The reward, certain because the server said so, and the next ad one press away. */
export const PaidStep = ({ paid: { reward, balance, next } }: { paid: PaidView }) => (
  // On a phone the message of success comes up below what one presses next.
  <div className="grid grid-cols-1 gap-3 max-lg:pb-28">
    <div
      className="grid justify-items-center gap-1 rounded-l bg-money-soft p-5 text-center"
      role="status"
      tabIndex={-1}
      ref={takeFocus}
    >
      <span className="reward-drop drop bg-money text-on-money" aria-hidden="true">
        <IconCheck />
      </span>
      <p className="font-display text-4xl font-bold text-money-text">
        <Amount units={reward} signed />
      </p>
      <p>
        {t({ id: 'ptc.paid.balance', message: 'Your balance:' })} <Amount units={balance} show="both" />
      </p>
    </div>
    {next ? <Next next={next} /> : <NoNext />}
  </div>
)

const Next = ({ next }: { next: NonNullable<PaidView['next']> }) => {
  const units = unitsText(next.reward)
  const time = inSeconds(next.timer)
  return (
    <>
      <Button
        variant="primary"
        size="large"
        wide
        icon={<IconPlayerPlay aria-hidden="true" />}
        onClick={() => history.push(viewAddress(next))}
      >
        {t({ id: 'ptc.next', message: 'Next ad' })}
      </Button>
      <p className="text-center text-sm text-muted wrap-anywhere">
        {next.title}
        <br />
        {t({ id: 'ptc.next.pays', message: `${units} for ${time}` })}
      </p>
    </>
  )
}

const NoNext = () => (
  <>
    <p className="text-center">{t({ id: 'ptc.next.none', message: 'No more ads for now.' })}</p>
    <PageLink to="/app/ptc" className={buttonClass({ variant: 'primary', wide: true })}>
      {t({ id: 'ptc.next.list', message: 'See when ads are available again' })}
    </PageLink>
  </>
)

/** The button that was pressed is gone; whoever uses keys or listens goes on from here. */
const takeFocus = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
