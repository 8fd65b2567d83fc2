import type { Contract } from '@runnel/contract'

import { tellReferrer } from '#features/referral/referral.ts'
import { emailKey, mailReset, notify, setPassword } from '#features/user/user.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Bucket, RateLimits } from '#kernel/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'

import { dropForeignGoogle, finishLogin } from './let-in.ts'
import { hasVerified, takeLink } from './links.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'

export { beginSession, letIn, refuseMaintained, type Visit } from './let-in.ts'
export { isReserved } from './names.ts'
export { referrerOf, refuseClosed, refuseReserved, takePlace } from './newcomer.ts'
export {
  isRetired,
  type NewAccount,
  openAccount,
  refuseTakenName,
  refuseUsernameTaken,
  retireName,
} from './open-account.ts'
export { makeTicket, takeTicket } from './tickets.ts'
export { accountTried, forgetTries, noteFailure, takeTry } from './waits.ts'

/** What signing up and in needs beside the context of each request. */
export interface AuthRooms {
  readonly limits: RateLimits
  readonly secrets: Secrets
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** Accounts and how one gets into them. */
export const auth = ({ limits, secrets, reservedNames }: AuthRooms) =>
  ({
    register: async ({ body, headers }, context) => {
      const { username, email, password, ref } = body
      const wanted = { username, email, password, ref, tz: headers.tz, reservedNames }
      const token = await register(limits, context, wanted)
      return { token, msg: `Welcome, ${username}! We’ve emailed you a link to verify your address.` }
    },
    login: async ({ body, headers }, context) => {
      const { login, email, password } = body
      // The contract asks for one of the two.
      return signIn(limits, context, { login: login ?? email ?? '', password, tz: headers.tz })
    },

    twoStep: async ({ body: { ticket, code }, headers }, context) => ({
      token: await finishLogin({ limits, secrets }, context, { ticket, code, tz: headers.tz }),
    }),
    logout: async (_input, { tx, caller }) => {
      await tx.deleteFrom('sessions').where('id', '=', caller.sessionId).execute()
      return { msg: 'Signed out.' }
    },
    forgotPassword: async ({ body: { email } }, context) => {
      await forgot(limits, context, email)
      return {
        msg: 'If an account exists for this address, we’ve sent a reset link. It expires after 30 minutes.',
      }
    },
    resetPassword: async ({ body: { secret, password } }, context) => {
      const user = await takeLink(context.tx, { secret, purpose: 'reset', now: context.now })
      if (user === undefined) return refuseLink()
      await noteProved(context, user)
      await setPassword(context, { user, password })
      await dropForeignGoogle(context, user)
      return { msg: 'Password reset. You can sign in now.' }
    },
    active: async ({ body: { secret } }, context) => {
      await verifyEmail(context, secret)
      return { msg: 'Email address verified.' }
    },
  }) satisfies Handlers<Contract['auth']>

/** Mails that one address may get in an hour. */
const resetMails: Bucket = { name: 'reset mails', points: 3, seconds: 3_600 }

/** Takes the same steps whether or not there is such an account; the job then does nothing. */
const forgot = async (
  limits: RateLimits,
  { tx, enqueue }: Context<Contract['auth']['forgotPassword']>,
  email: string,
): Promise<void> => {
  const key = emailKey(email)
  const wait = await limits.spend(resetMails, sha256(key).toString('base64url'))
  const user = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst()
  await enqueue(mailReset, { userId: wait > 0 ? null : (user?.id ?? null) })
}

const refuseLink = (): never =>
  refuse('conflict', 'LINK_DEAD', 'This link has expired or was already used. Request a new one.')

/** Verifies an address. A link that is opened twice, as by a careful mail program, says yes both times. */
const verifyEmail = async (context: Context<Contract['auth']['active']>, secret: string): Promise<void> => {
  const { tx, now } = context
  const user = await takeLink(tx, { secret, purpose: 'verify', now })
  if (user === undefined) {
    if (!(await hasVerified(tx, secret))) refuseLink()
    return
  }
  await noteProved(context, user)
}

interface Reader {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
}

/** Whoever opened a mailed link reads the mailbox, whatever the link was for. */
const noteProved = async (
  { tx, now, tell }: Pick<Context<Contract['auth']['active']>, 'tx' | 'now' | 'tell'>,
  user: Reader,
): Promise<void> => {
  if (user.email_verified_at !== null) return
  await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', user.id).execute()
  await notify(tx, { userId: user.id, kind: 'email-verified', values: { email: user.email }, now })
  const referrerId = await tellReferrer(tx, { userId: user.id, now })
  tell(user.id)
  if (referrerId !== undefined) tell(referrerId)
}
