import { describe, expect, test } from 'vitest'
import { refusal } from '#test/refusal.ts'
import { PASSWORD, signUp, whole } from '#test/sign-up.ts'
import { useWorld, type Visitor } from '#test/world.ts'

const world = useWorld()
const foreign = { captcha_provider: 'turnstile', captcha_site_key: 'key', captcha_secret: 'secret' } as const

const challengeFor = (guest: Visitor, action: 'login' | 'contact') => guest.captcha.challenge({ query: { action } })

const login = async (guest: Visitor, captcha: { id: string; token?: string }) =>
  whole(await guest.auth.login({ body: { login: 'ann', password: PASSWORD, captcha }, headers: {} }))

test('a provider of the owner takes the place of our own captcha, once for each challenge', async () => {
  await signUp(world, 'ann')
  await world.settings(foreign)
  const guest = world.guest()
  const { id, external, pow } = await challengeFor(guest, 'login')
  expect({ external, pow }).toEqual({ external: { provider: 'turnstile', siteKey: 'key' }, pow: null })
  expect(await refusal(login(guest, { id, token: 'slow' }))).toMatchObject({ status: 503 })
  expect((await login(guest, { id, token: 'good' })).token).toMatch(/^[\w-]{43}$/)
  expect(await refusal(login(guest, { id, token: 'good' }))).toMatchObject({ status: 400 })
  for (const token of ['bad', undefined]) {
    const fresh = await challengeFor(guest, 'login')
    expect(await refusal(login(guest, { id: fresh.id, ...(token && { token }) }))).toMatchObject({ status: 400 })
    expect(await refusal(login(guest, { id: fresh.id, token: 'good' })), 'used up').toMatchObject({ status: 400 })
  }
  expect((await challengeFor(guest, 'contact')).pow, 'the public page runs no foreign script').not.toBeNull()
})

test('a provider whose secret was lost locks nobody out, the owner least of all', async () => {
  await world.settings({ ...foreign, captcha_secret: '' })
  const guest = world.guest()
  const { token } = await login(guest, await guest.solve.captcha('login'))
  expect(token).toMatch(/^[\w-]{43}$/)
})

describe('where the owner’s machine says so', () => {
  const mended = useWorld({ ownCaptcha: true, settings: { ...foreign, captcha_secret: 'of another site' } })

  test('our own check is asked although a provider is set up, so that whoever it locked out gets in', async () => {
    await signUp(mended, 'ann')
    const guest = mended.guest()
    const { external, pow } = await guest.captcha.challenge({ query: { action: 'login' } })
    expect({ external, pow: pow !== null }).toEqual({ external: null, pow: true })
    expect((await login(guest, await guest.solve.captcha('login'))).token).toMatch(/^[\w-]{43}$/)
  })
})
