import type { AntibotChallenge } from '@runnel/contract/check/captcha'
import type { ReactNode } from 'react'
import { type ClickOrderHandle, useClickOrder } from '#features/antibotlinks/antibotlinks.tsx'
import { NoCheck } from '#features/captcha/captcha.tsx'
import { PictureChoice } from '#features/glance/glance.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { CaptchaStep } from './CaptchaStep.tsx'
import { useClaim } from './claim.ts'

/** A picture of nothing. */
const src = 'data:,'

/** Space for the short check; whoever gets the real one first fills it in. */
const blank = {
  reference: { src, width: 196, height: 84 },
  images: ['1', '2', '3', '4', '5', '6'].map((id) => ({ id, src, width: 145, height: 105 })),
}

const nothing = (): void => undefined

/** An order that asks for nothing. */
const free: AntibotChallenge = {
  id: '-',
  instruction: { src, width: 0, height: 0 },
  antibotlinks: [],
  pick: 0,
  captcha: false,
  expiresIn: 0,
  k: '',
  instrument: '',
  alternatives: [],
  pow: null,
}

/**
 * The page of a faucet whose wait is over, as it is with the short check, but for the pictures, and as it is without
 * any: parts of its first drawing (`challenge-preload.ts`).
 */
export const ChallengePreload = () => {
  const order = useClickOrder('faucet')
  return (
    <>
      <Ready order={order}>
        <PictureChoice challenge={blank} picks={[]} onToggle={nothing} onRenew={nothing} />
      </Ready>
      <Ready order={{ ...order, challenge: free, complete: true }}>
        <NoCheck />
      </Ready>
    </>
  )
}

const Ready = ({ order, children }: { order: ClickOrderHandle; children: ReactNode }) => {
  const claim = useClaim()
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Card className="grid grid-cols-1 gap-6">
        <CaptchaStep order={order} claim={claim} total={0}>
          {children}
        </CaptchaStep>
      </Card>
      <Skeleton className="h-52 rounded-l" />
    </div>
  )
}
