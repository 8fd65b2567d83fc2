import type { Contract } from '@runnel/contract'
import { notifyReferrer } from '#features/referral/referral.ts'
import { emailKey, mailReset, notify } from '#features/user/user.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Bucket, RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import { type Secrets, sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'
import { hasVerified, consumeEmailLink } from './email-links.ts'
import { reclaimAccount } from './reclaim-account.ts'
import { register } from './register.ts'
import { signIn } from './sign-in.ts'
import { finishLogin } from './start-session.ts'

export {
  createSession,
  completeSignIn,
  enterProved,
  refuseDuringMaintenance,
  type GuestContext,
} from './start-session.ts'
export { isReserved } from './reserved-usernames.ts'
export {
  confirmedAge,
  referrerOf,
  refuseClosedRegistration,
  refuseReserved,
  consumeRegistration,
} from './registration-checks.ts'
export {
  isRetired,
  type NewAccount,
  createAccount,
  refuseTakenName,
  refuseUsernameTaken,
  retireName,
} from './create-account.ts'
export { compose as composeMail, type MailContent, type Sender } from './mail-layout.ts'
export { notificationSubject } from './mail-templates.ts'
export { createTicket, consumeTicket } from './second-factor-tickets.ts'
export { accountTried, resetSignInAttempts, recordFailedSignIn, consumeSignInAttempt } from './sign-in-throttle.ts'

/** What signing up and in needs beside the context of each request. */
export interface AuthDeps {
  readonly limits: RateLimits
  readonly secrets: Secrets
  /** Usernames that hold the special roles. */
  readonly reservedNames: readonly string[]
}

/** Accounts and how one gets into them. */
export const auth = ({ limits, secrets, reservedNames }: AuthDeps) =>
  ({
    register: async ({ body, headers }, context) => {
      const { username, email, password, ref, ageConfirmed } = body
      const wanted = { username, email, password, ref, ageConfirmed, tz: headers.tz, reservedNames }
      const token = await register(limits, context, wanted)
      return { token, msg: say('auth.welcomeWeveEmailedLink', { username }) }
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
      return { msg: say('auth.signedOut') }
    },
    forgotPassword: async ({ body: { email } }, context) => {
      await forgot(limits, context, email)
      return {
        msg: say('auth.ifAccountExistsAddress'),
      }
    },
    resetPassword: async ({ body: { secret, password } }, context) => {
      const user = await consumeEmailLink(context.tx, { secret, purpose: 'reset', now: context.now })
      if (user === undefined) return refuseLink()
      await recordVerifiedEmail(context, user)
      await reclaimAccount(context, { user, password, by: 'mail' })
      return { msg: say('auth.passwordResetSignNow') }
    },
    active: async ({ body: { secret } }, context) => {
      await verifyEmail(context, secret)
      return { msg: say('auth.emailAddressVerified') }
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

const refuseLink = (): never => refuse('conflict', 'LINK_DEAD', say('auth.linkExpiredAlreadyUsed'))

/** Verifies an address. A link that is opened twice, as by a careful mail program, says yes both times. */
const verifyEmail = async (context: Context<Contract['auth']['active']>, secret: string): Promise<void> => {
  const { tx, now } = context
  const user = await consumeEmailLink(tx, { secret, purpose: 'verify', now })
  if (user === undefined) {
    if (!(await hasVerified(tx, secret))) refuseLink()
    return
  }
  await recordVerifiedEmail(context, user)
}

interface Reader {
  readonly id: string
  readonly email: string
  readonly email_verified_at: Date | null
}

/** Whoever opened a mailed link reads the mailbox, whatever the link was for. */
const recordVerifiedEmail = async (
  { tx, now, notifyLive }: Pick<Context<Contract['auth']['active']>, 'tx' | 'now' | 'notifyLive'>,
  user: Reader,
): Promise<void> => {
  if (user.email_verified_at !== null) return
  await tx.updateTable('users').set({ email_verified_at: now }).where('id', '=', user.id).execute()
  await notify(tx, { userId: user.id, kind: 'email-verified', values: { email: user.email }, now })
  const referrerId = await notifyReferrer(tx, { userId: user.id, now })
  notifyLive(user.id)
  if (referrerId !== undefined) notifyLive(referrerId)
}
