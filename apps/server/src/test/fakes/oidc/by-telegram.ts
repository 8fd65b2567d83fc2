import type { OidcPurpose } from '@runnel/contract/account/oidc'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { signUpVerified } from '#test/sign-up.ts'
import type { Visitor, World } from '#test/world.ts'
import { startTelegramLogin, type TelegramLogin, type TelegramPerson } from './telegram-login.ts'

/** Who calls, as far as a visit to Telegram is concerned. */
type Goer = Pick<Visitor, 'oidc'>

interface TelegramVisit {
  readonly purpose?: OidcPurpose
  readonly redirect?: string
}

const provider = 'telegram'

export const settingsOf = ({ issuer, clientId, clientSecret }: TelegramLogin) => ({
  telegram_issuer: issuer,
  telegram_client_id: clientId,
  telegram_client_secret: clientSecret,
})

export const personOf = (sub: string): TelegramPerson => ({ sub, preferred_username: `${sub}_there` })

/** Starts what stands in the place of Telegram for the tests of a file, and sets the site up with it. */
export const useTelegram = (world: World) => {
  let started: TelegramLogin | undefined
  const server = (): TelegramLogin => {
    if (started === undefined) throw new Error('Telegram runs only while tests do')
    return started
  }
  beforeAll(async () => {
    started = await startTelegramLogin({ redirectUri: 'http://runnel.test/login/callback/telegram' })
    await world.settings(settingsOf(started))
  })
  afterEach(() => server().spoil(undefined))
  afterAll(() => started?.stop())

  /** Goes there and gives what the browser comes back with. */
  const goTo = async (goer: Goer, person: TelegramPerson, body: TelegramVisit = {}) => {
    const { url } = await goer.oidc.start({ params: { provider }, body })
    return server().visit(url, person)
  }
  const comeBack = (goer: Goer, body: { code: string; state: string; iss?: string }) =>
    goer.oidc.callback({ params: { provider }, body, headers: {} })
  /** The whole way: there, and back. */
  const byTelegram = async (goer: Goer, person: TelegramPerson, visit: TelegramVisit = {}) =>
    comeBack(goer, await goTo(goer, person, visit))
  /** An account with a password that this person at Telegram opens. */
  const linked = async (username: string) => {
    const person = personOf(username)
    const signed = await signUpVerified(world, username)
    await byTelegram(signed.me, person, { purpose: 'link' })
    return { ...signed, person }
  }
  return { server, goTo, comeBack, byTelegram, linked }
}
