import { expect, test } from 'vitest'
import { noRateLimits, type RateLimits } from '#kernel/http/rate-limit.ts'
import { expectRefused, PASSWORD, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'
import { consumeStepUpAttempt } from './step-up-attempts.ts'

const world = useWorld()

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
  for (let times = 0; times < 50; times++) await consumeStepUpAttempt(limits, 'session')
  await expect(consumeStepUpAttempt(limits, 'session')).rejects.toMatchObject({ failure: { code: 'TOO_MANY' } })
})

test('a stolen session has five guesses in a minute in all, wherever the password is asked', async () => {
  const { me, visitor } = await signUp(world, 'robbed')
  const { me: own } = await signIn(visitor, 'robbed')
  const typed = { currentPassword: 'a guess' }
  const password = () => me.user.password({ body: { ...typed, password: 'nine loud badgers' } })
  const address = () => me.user.profile({ body: { ...typed, email: 'thief@example.org' } })
  const stepUp = () => me.twoStep.stepUp({ body: { password: 'a guess' } })
  const leave = () => me.ownData.remove({ body: { username: 'robbed', waive: true, password: 'a guess' } })
  const places = [password, address, stepUp, leave] as const
  for (const guess of [...places, password]) await expectRefused(guess(), 422, 'WRONG_PASSWORD')
  for (const guess of places) await expectRefused(guess(), 429, 'TOO_MANY')
  // The right one helps no more either, and whoever owns the account is not kept from it elsewhere.
  const right = { currentPassword: PASSWORD, password: 'nine loud badgers' }
  await expectRefused(me.user.password({ body: right }), 429, 'TOO_MANY')
  await own.user.password({ body: right })
})

test('the right password costs no try, though what was asked with it is refused', async () => {
  const { me } = await signUp(world, 'choosy')
  const choose = (password: string) => me.user.password({ body: { currentPassword: PASSWORD, password } })
  for (let times = 0; times < 6; times++) await expectRefused(choose('password1'), 422, 'PASSWORD_WEAK')
  await choose('nine loud badgers')
})
