import { expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
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

it('draws simple images for who chose them, until they choose others, and keeps that without pictures', async () => {
  const { me, id } = await signUp(world, 'dim_sighted')
  const levels = async (): Promise<string[]> => {
    await me.antibot.challenge({ query: { action: 'faucet' } })
    const { images } = await me.captcha.challenge({ query: { action: 'faucet' } })
    expect(images).toHaveLength(6)
    const rows = await world.db.raw(
      `SELECT recipe FROM challenges WHERE user_id = $1 AND recipe IS NOT NULL
       ORDER BY issued_at DESC, id DESC LIMIT 1`,
      [id],
    )
    return rows.map(({ recipe }) => String(recipe).split(':').slice(0, 2).join(' '))
  }
  expect(await levels()).toEqual(['glance 2'])
  const simple = { withoutPictures: false, simpleImages: true }
  const chosen = await Promise.all([1, 2].map(() => me.user.accessible({ body: simple })))
  expect(chosen).toMatchObject([simple, simple])
  expect(await levels()).toEqual(['glance 1'])
  await world.db.raw('UPDATE answer_records SET llr = 3 WHERE user_id = $1', [id])
  const { antibotlinks } = await me.antibot.challenge({ query: { action: 'faucet' } })
  expect(antibotlinks).toHaveLength(5)
  await world.db.raw('UPDATE answer_records SET llr = 0 WHERE user_id = $1', [id])
  expect(await me.user.accessible({ body: { withoutPictures: true } })).toMatchObject({ simpleImages: true })
  expect(await me.user.accessible({ body: { withoutPictures: false } })).toMatchObject({ simpleImages: true })
  expect(await levels()).toEqual(['glance 1'])
  expect(await me.user.accessible({ body: { withoutPictures: false, simpleImages: false } })).toMatchObject({
    simpleImages: false,
    msg: inEnglish(say('user.imageCaptchas')),
  })
  expect(await levels()).toEqual(['glance 2'])
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
