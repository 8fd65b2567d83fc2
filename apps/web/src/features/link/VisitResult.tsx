import { t } from '@lingui/core/macro'
import { IconCheck, IconHourglass } from '@tabler/icons-react'
import { PageLink } from '#base/PageLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { buttonClass } from '#ui/button-class.ts'
import type { EndedVisit } from './link.ts'
import { NextLink } from './NextLink.tsx'

/** What the visit brought, certain because the server said so, and where to go on. */
export const VisitResult = ({ ended: { status, reward, balance, next } }: { ended: EndedVisit }) => (
  // On a phone the message of success comes up below what one presses next.
  <div className="grid grid-cols-1 gap-4 max-lg:pb-28">
    {status === 'paid' ? <Paid reward={reward} balance={balance} /> : <Held />}
    <div className="grid justify-items-center gap-3">
      {next ? (
        <NextLink next={next} />
      ) : (
        <p className="text-center">{t({ id: 'link.next.none', message: 'No more shortlinks for now.' })}</p>
      )}
      <PageLink to="/app/link" className={buttonClass()}>
        {t({ id: 'link.all', message: 'All shortlinks' })}
      </PageLink>
    </div>
  </div>
)

const Paid = ({ reward, balance }: { reward: number; balance: number }) => (
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
      {t({ id: 'link.paid.balance', message: 'Your balance:' })} <Amount units={balance} show="both" />
    </p>
  </div>
)

const Held = () => (
  <div
    className="grid justify-items-center gap-1 rounded-l bg-sunken p-5 text-center"
    role="status"
    tabIndex={-1}
    ref={takeFocus}
  >
    <span className="drop tone-warn" aria-hidden="true">
      <IconHourglass />
    </span>
    <p className="font-display text-xl font-bold">{t({ id: 'link.held.title', message: 'Your visit is in review' })}</p>
    <p>
      {t({
        id: 'link.held.text',
        message: 'Your visit looked unusual. We’ll notify you when it’s reviewed.',
      })}
    </p>
  </div>
)

/** What was waited for is here; whoever uses keys or listens goes on from it. */
const takeFocus = (element: HTMLElement | null): void => {
  element?.focus({ preventScroll: true })
  element?.scrollIntoView({ block: 'nearest' })
}
