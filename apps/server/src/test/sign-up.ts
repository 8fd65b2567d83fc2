import { contract } from '@runnel/contract'
import { type Client, createClient, type Request } from '@runnel/contract/client'
import { expect } from 'vitest'
import { Refused, type Visitor, type World } from '#test/world.ts'

/** A password that nobody else has. */
export const PASSWORD = 'seven quiet otters'

/** The contract as functions for whoever holds this token, on the device and network of a visitor. */
export const signedIn = (visitor: Visitor, token: string): Client<typeof contract> =>
  createClient(contract, async (request: Request) => {
    const headers = { ...request.headers, authorization: `Bearer ${token}` }
    const { status, body } = await visitor.raw({
      method: request.route.method,
      path: request.path,
      headers,
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    if (status >= 400) throw new Refused(status, body)
    return body
  })

interface Wanted {
  readonly email?: string
  readonly password?: string
  readonly ref?: string
  readonly website?: string
  readonly tz?: string
}

/** What a register form sends, with its captcha solved. */
export const registration = async (visitor: Visitor, username: string, { tz, ...wanted }: Wanted = {}) => ({
  body: {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    captcha: await visitor.solve.captcha('register'),
    ...wanted,
  },
  headers: tz === undefined ? {} : { tz },
})

/** Registers a new person and gives what they hold afterwards. */
export const signUp = async (world: World, username: string, wanted: Wanted = {}) => {
  const visitor = world.guest()
  const { token } = await visitor.auth.register(await registration(visitor, username, wanted))
  const me = signedIn(visitor, token)
  const { user } = await me.user.me()
  return { visitor, token, me, id: user._id, username, email: user.email }
}

/** Registers a new person who has opened the link in the first mail too. */
export const signUpVerified = async (world: World, username: string) => {
  const person = await signUp(world, username)
  await world.runJobs()
  await person.me.auth.active({ body: { secret: mailedSecret(world, 'active', person.email) } })
  return person
}

/** Signs in by password on the device of this visitor. */
export const signIn = async (visitor: Visitor, login: string, password = PASSWORD) => {
  const captcha = await visitor.solve.captcha('login')
  const { token } = whole(await visitor.auth.login({ body: { login, password, captcha }, headers: {} }))
  return { token, me: signedIn(visitor, token) }
}

/** A login that is over at once; fails when it asks for more. */
export const whole = <T extends object>(answer: T): T & { readonly token: string } => {
  if (!('token' in answer) || typeof answer.token !== 'string') throw new Error('the login asks for more')
  return { ...answer, token: answer.token }
}

/** Fails unless the call is refused with this status and code; returns what the server said. */
export const expectRefused = async (
  call: Promise<unknown>,
  status: number,
  code: string,
): Promise<Record<string, unknown>> => {
  const refused = await call.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(refused instanceof Refused)) throw refused ?? new Error(`expected a refusal ${code}, but it was answered`)
  expect({ status: refused.status, code: refused.failure['code'] }).toEqual({ status, code })
  return refused.failure
}

/** The secret of the newest mailed link for a page. */
export const mailedSecret = (world: World, page: 'active' | 'reset-password', to: string): string => {
  const mail = world.mails.findLast((sent) => sent.to === to && sent.text.includes(`/${page}/`))
  const secret = new RegExp(`/${page}/([\\w-]+)`).exec(mail?.text ?? '')?.[1]
  expect(secret, `a mail to ${to} with a link to ${page}`).toBeDefined()
  return secret ?? ''
}
