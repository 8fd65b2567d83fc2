import { t } from '@lingui/core/macro'
import { IconDroplet } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#api/failure.ts'
import { ClickOrder, type ClickOrderHandle } from '#features/antibotlinks/antibotlinks.tsx'
import { HumanCheckWork } from '#features/captcha/captcha.tsx'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Alert } from '#ui/state/Alert.tsx'
import { useEnter } from '#ui/use-enter.ts'
import type { Claim } from './claim.ts'

interface CaptchaStepProps {
  order: ClickOrderHandle
  claim: Claim
  /** What the claim pays. */
  total: number
}

/** The challenge, and the button that sends it. */
export const CaptchaStep = ({ order, claim, total }: CaptchaStepProps) => {
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
      <h2>{t({ id: 'faucet.ready', message: 'Your claim is ready' })}</h2>
      {claim.step === 'refused' && (
        <div ref={bringIntoView}>
          <Alert tone="warn" urgent>
            {messageOf(claim.error)}
          </Alert>
        </div>
      )}
      <div className={isPictured(order) ? 'min-h-80 max-sm:min-h-104' : undefined} inert={isBusy}>
        <ClickOrder order={order} />
      </div>
      {hasSilentWork(order) && <HumanCheckWork phase="working" progress={order.progress} />}
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
const isPictured = ({ challenge }: ClickOrderHandle): boolean => challenge === null || challenge.antibotlinks.length > 0

/** Pictures may come with a proof of work; one who is done before it sees how far it is. */
const hasSilentWork = ({ challenge, progress }: ClickOrderHandle): boolean =>
  challenge !== null && challenge.pow !== null && challenge.antibotlinks.length > 0 && progress < 1
