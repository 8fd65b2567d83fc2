import { describe, expect, it } from 'vitest'
import { inEnglish } from '#kernel/words/render.ts'
import { say } from '#kernel/words/say.ts'
import { settingsOf, useTelegram } from '#test/fakes/oidc/by-telegram.ts'
import { byGoogle, personaOf, useGoogle } from '#test/google.ts'
import { altered } from '#test/inputs/altered.ts'
import { expectRefused } from '#test/sign-up.ts'
import { useWorld } from '#test/world.ts'

const world = useWorld({ connections: 24, limits: false })
const google = useGoogle(world)
const { server, goTo, comeBack, byTelegram, linked } = useTelegram(world)
const provider = 'telegram'

describe('what comes back', () => {
  it.each([
    ['of another nonce', { claims: { nonce: 'of somebody else' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another site', { claims: { aud: '7099999999' } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['that has expired', { claims: { iat: 1_700_000_000, exp: 1_700_000_600 } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['with an empty subject', { claims: { sub: '' } }],
    ['with a subject that is too long', { claims: { sub: '1'.repeat(256) } }],
    ['signed by a key that is not Telegram’s', { foreignKey: true }],
  ])('is no token %s', async (name, flaw) => {
    const username = `f_${name.replaceAll(/\W/g, '_')}`.slice(0, 20)
    const { person } = await linked(username)
    const visitor = world.guest()
    const body = await goTo(visitor, person)
    server().spoil(flaw)
    const refused = await expectRefused(comeBack(visitor, body), 409, 'PROVIDER_REFUSED')
    expect(refused['msg']).toBe(inEnglish(say('oidc.unconfirmed', { provider: 'Telegram' })))
    server().spoil(undefined)
    await expectRefused(comeBack(visitor, body), 409, 'PROVIDER_STALE')
    expect(await byTelegram(visitor, person)).toMatchObject({ purpose: 'login' })
  })

  it('counts once, on the device that it began on, with its own state, in time', async () => {
    const { person } = await linked('once_only')
    const visitor = world.guest()
    const body = await goTo(visitor, person)
    await expectRefused(comeBack(world.guest(), body), 409, 'PROVIDER_STALE')
    const state = altered(body.state)
    await expectRefused(comeBack(visitor, { ...body, state }), 409, 'PROVIDER_STALE')
    const results = await Promise.allSettled([1, 2, 3].map(() => comeBack(visitor, body)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expectRefused(comeBack(visitor, body), 409, 'PROVIDER_STALE')
    const late = await goTo(visitor, person)
    world.clock.turn(901)
    await expectRefused(comeBack(visitor, late), 409, 'PROVIDER_STALE')
  })

  it('needs a code that was not used and belongs to this very start', async () => {
    const { person } = await linked('mixer')
    const visitor = world.guest()
    const [one, two] = [await goTo(visitor, person), await goTo(visitor, person)]
    await expectRefused(comeBack(visitor, { ...one, code: two.code }), 409, 'PROVIDER_REFUSED')
    const three = await goTo(visitor, person)
    await comeBack(visitor, three)
    const four = await goTo(visitor, person)
    await expectRefused(comeBack(visitor, { ...four, code: three.code }), 409, 'PROVIDER_REFUSED')
    await expectRefused(
      comeBack(visitor, { ...(await goTo(visitor, person)), iss: 'https://evil.example' }),
      409,
      'PROVIDER_REFUSED',
    )
  })

  it('opens nothing at the other provider', async () => {
    const { person } = await linked('crosser')
    const visitor = world.guest()
    const body = await goTo(visitor, person)
    const asGoogle = visitor.oidc.callback({ params: { provider: 'google' }, body, headers: {} })
    await expectRefused(asGoogle, 409, 'PROVIDER_STALE')
    expect(await comeBack(visitor, body)).toMatchObject({ purpose: 'login' })
  })

  it('has its subject at Telegram only: the same one at Google is somebody else', async () => {
    await linked('same_subject')
    const outcome = await byGoogle(google.server, world.guest(), {
      persona: personaOf('same_subject', 'g@example.org'),
    })
    expect(outcome).toMatchObject({ isNew: true })
  })

  it('is refused in words while Telegram is down, and nothing is offered while it is not set up', async () => {
    const { person } = await linked('outage')
    const visitor = world.guest()
    const body = await goTo(visitor, person)
    await server().stop()
    const down = await expectRefused(comeBack(visitor, body), 503, 'PROVIDER_DOWN')
    expect(down['msg']).toBe(inEnglish(say('oidc.notResponding', { provider: 'Telegram' })))
    await server().start()
    expect((await visitor.home.site()).telegramLogin).toBe(true)
    await world.settings({ telegram_client_id: '' })
    expect(await visitor.home.site()).toMatchObject({ telegramLogin: false, googleLogin: true })
    await expectRefused(visitor.oidc.start({ params: { provider }, body: {} }), 409, 'PROVIDER_OFF')
    await expectRefused(comeBack(visitor, body), 409, 'PROVIDER_OFF')
    await world.settings({ ...settingsOf(server()), telegram_issuer: 'http://127.0.0.1:9' })
    await expectRefused(visitor.oidc.start({ params: { provider }, body: {} }), 503, 'PROVIDER_DOWN')
    await world.settings({ ...settingsOf(server()), telegram_client_secret: 'a wrong secret' })
    await expectRefused(comeBack(visitor, await goTo(visitor, person)), 409, 'PROVIDER_REFUSED')
    await world.settings(settingsOf(server()))
  })

  it('comes from a provider that is known, and leads nowhere but to pages of ours', async () => {
    const visitor = world.guest()
    const strange = await visitor.raw({ method: 'POST', path: '/api/auth/facebook/start', body: {} })
    expect(strange.status).toBe(404)
    for (const redirect of ['//evil.example', 'https://evil.example', 'app']) {
      await expectRefused(visitor.oidc.start({ params: { provider }, body: { redirect } }), 422, 'INVALID_FIELDS')
    }
  })
})
