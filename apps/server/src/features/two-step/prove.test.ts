import { expect, test } from 'vitest'

import { noRateLimits, type RateLimits } from '#kernel/rate-limit.ts'

import { takeTry } from './prove.ts'

/** Limits of which only those of a day are ever used up. */
const patient = (): RateLimits => {
  let spent = 0
  const spend: RateLimits['spend'] = async ({ points, seconds }) => {
    if (seconds < 86_400) return 0
    spent += 1
    return spent > points ? seconds : 0
  }
  return { ...noRateLimits, spend }
}

test('who guesses slowly, for days, has few guesses in each', async () => {
  const limits = patient()
  for (let times = 0; times < 50; times++) await takeTry(limits, 'session')
  await expect(takeTry(limits, 'session')).rejects.toMatchObject({ failure: { code: 'TOO_MANY' } })
})
