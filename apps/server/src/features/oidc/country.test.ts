import { expect, it } from 'vitest'
import { goToGoogle, personaOf, useGoogle } from '#test/google.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld()
const google = useGoogle(world)

it('opens no account from a country that is closed for registration, and lets in who has one', async () => {
  const enterFrom = async (sub: string, address: string) => {
    const visitor = world.guest()
    const body = await goToGoogle(google.server, visitor, { persona: personaOf(sub) })
    const headers = { 'x-forwarded-for': address }
    const answer = await visitor.raw({ method: 'POST', path: '/api/auth/google/callback', body, headers })
    return answer.status === 200 ? 'in' : answer.body['code']
  }
  await world.settings({ closed_countries_register: ['DE'] })
  expect(await enterFrom('abroad', '193.99.144.80')).toBe('COUNTRY_CLOSED_REGISTER')
  expect(await enterFrom('abroad', '8.8.8.8')).toBe('in')
  expect(await enterFrom('abroad', '193.99.144.80')).toBe('in')
  await world.settings({ closed_countries_register: [] })
})
