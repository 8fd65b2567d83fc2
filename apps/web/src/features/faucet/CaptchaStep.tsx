import { t } from '@lingui/core/macro'
import { IconDroplet } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { messageOf } from '#api/failure.ts'
import { ClickOrder, type ClickOrderHandle, isFreeOrder } from '#features/antibotlinks/antibotlinks.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useEnter } from '#ui/use-enter.ts'
import type { Claim } from './claim.ts'
import { wasFree } from './last-check.ts'

interface CaptchaStepProps {
  order: ClickOrderHandle
  claim: Claim
  /** What the claim pays. */
  total: number
  /** The check as it is drawn before its script is there. */
  children?: ReactNode
}

/** The challenge, and the button that sends it. */
export const CaptchaStep = ({ order, claim, total, children }: CaptchaStepProps) => {
  const [isTaking, setTaking] = useState(false)
  const isBusy = isTaking || claim.step === 'sending'
  const units = unitsText(total)
  const send = async () => {
    setTaking(true)
    const solved = await order.take()
    setTaking(false)
    if (solved) claim.send(solved)
  }
  useEnter(() => order.complete && !isBusy && void send())
  return (
    <div className="grid grid-cols-1 gap-4">
      <h2 ref={claim.step === 'refused' ? bringIntoView : null}>
        {t({ id: 'faucet.ready', message: 'Your claim is ready' })}
      </h2>
      {claim.step === 'refused' && (
        <Alert tone="warn" urgent>
          {messageOf(claim.error)}
        </Alert>
      )}
      <div className={isPictured(order) ? 'min-h-80 max-sm:min-h-128' : undefined} inert={isBusy}>
        {children ?? (isFreeAgain(order) ? <Skeleton height={6} /> : <ClickOrder order={order} />)}
      </div>
      <div className="claim-bar">
        <Button
          variant="money"
          size="large"
          wide
          busy={isBusy}
          aria-disabled={!order.complete}
          icon={<IconDroplet aria-hidden="true" />}
          onClick={() => void send()}
        >
          {t({ id: 'faucet.claim', message: `Claim ${units}` })}
        </Button>
      </div>
    </div>
  )
}

/** New pictures begin at the top, and the button that was pressed is far below them. */
const bringIntoView = (element: HTMLElement | null): void => {
  element?.scrollIntoView({ block: 'center' })
}

/** Reserves the space of the pictures until they are there. */
const isPictured = (order: ClickOrderHandle): boolean =>
  order.challenge === null ? !isFreeAgain(order) : order.challenge.pow === null && !isFreeOrder(order.challenge)

/** Not known yet, but asked for as often as of this browser's last claim nothing is: it keeps little room. */
const isFreeAgain = ({ challenge, phase }: ClickOrderHandle): boolean =>
  challenge === null && phase === 'waiting' && wasFree()
