import { useClickOrder } from '#features/antibotlinks/antibotlinks.tsx'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { CaptchaStep } from './CaptchaStep.tsx'
import { useClaim } from './claim.ts'

/** A picture of nothing. */
const src = 'data:,'
const size = { src, width: 124, height: 90 }

/** Space for a challenge; whoever gets the real one first fills it in. */
const blank = {
  id: '',
  instruction: { src, width: 348, height: 80 },
  antibotlinks: ['1', '2', '3', '4', '5'].map((id) => ({ id, ...size })),
  pick: 0,
  captcha: false,
  expiresIn: 0,
  k: '',
  instrument: '',
  alternatives: [],
  pow: null,
}

/**
 * The page of a faucet whose wait is over, but for the pictures: part of its first drawing (`challenge-preload.ts`).
 */
export const ChallengePreload = () => {
  const order = useClickOrder('faucet')
  const claim = useClaim()
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]">
      <Card className="grid grid-cols-1 gap-6">
        <CaptchaStep order={{ ...order, challenge: blank }} claim={claim} total={0} />
      </Card>
      <Skeleton className="h-52 rounded-l" />
    </div>
  )
}
