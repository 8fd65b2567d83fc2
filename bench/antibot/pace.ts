import { seededRandom } from '@runnel/server/src/guard/captcha-image/random.ts'
import { claimDelaysOf, claimPaceSignals } from '@runnel/server/src/guard/suspicion/rules.ts'
import type { Bar } from './bar.ts'

const TIMER_SECONDS = 300
const CLAIMS = 200
const CLAIMS_A_DAY = 40
const offsets = [0.1, 0.2, 0.5, 0.9, 1.3, 1.7, 2, 3, 5, 7, 10] as const

/**
 * Programs that claim a fixed time after the timer, 40 times a day, as the network lets them: its delay is 30 ms and
 * about 20 ms more (assumed). What is kept of a claim is its tenth of a second.
 */
export const paceBars = (): Bar[] => {
  const random = seededRandom('pace')
  const claimsAt = (offset: number): Date[] => {
    let at = Date.UTC(2030, 0, 1, 8)
    return Array.from({ length: CLAIMS }, (_, index) => {
      const isNewDay = index % CLAIMS_A_DAY === 0 && index > 0
      at += isNewDay ? 20 * 3_600_000 : 1_000 * (TIMER_SECONDS + offset) + 30 - 20 * Math.log(1 - random())
      return new Date(Math.floor(at / 100) * 100)
    })
  }
  const missed = offsets.filter((offset) => {
    const claims = claimsAt(offset)
    return claimPaceSignals({ claims, solveMs: [], claimDelays: claimDelaysOf(claims, TIMER_SECONDS) }).length === 0
  })
  return [
    {
      bar: `programs at +${offsets[0]} … +${offsets.at(-1)} s after the timer, seen within ${CLAIMS} claims`,
      goal: 'all',
      measured: missed.length === 0 ? 'all' : `all but those at +${missed.join(', +')} s`,
      held: missed.length === 0,
    },
  ]
}
