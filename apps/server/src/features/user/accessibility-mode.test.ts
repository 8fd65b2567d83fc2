import { expect, it } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { signedIn, signIn, signUp } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ settings: { happy_hours: [] } })

it('opens in the first minute, on any device, pays the same, and closes any time', async () => {
  const { me } = await signUp(world, 'blind')
  expect(await me.user.accessible({ body: { withoutPictures: true } })).toMatchObject({ withoutPictures: true })
  const challenge = () => me.antibot.challenge({ query: { action: 'faucet' } })
  expect(await challenge()).toMatchObject({ antibotlinks: [], captcha: false, alternatives: ['pow'] })
  const { me: elsewhere } = await signIn(world.guest(), 'blind')
  expect(await elsewhere.user.accessible({ body: { withoutPictures: false } })).toMatchObject({
    withoutPictures: false,
  })
  expect(await challenge()).toMatchObject({ captcha: true, alternatives: [] })
})

it('is open to everybody who shares a device', async () => {
  const { me, visitor } = await signUp(world, 'library')
  for (const name of ['reader_one', 'reader_two', 'reader_three', 'reader_four']) {
    const { token } = await signUp(world, name)
    const reader = signedIn(visitor, token)
    expect(await reader.user.accessible({ body: { withoutPictures: true } })).toMatchObject({ withoutPictures: true })
  }
  const body = { withoutPictures: 'yes' as unknown as boolean }
  expect(await refusal(me.user.accessible({ body }))).toMatchObject({ status: 422 })
})
