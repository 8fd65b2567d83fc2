import { disableTwoStep } from '#features/two-step/two-step.ts'
import { detachProviders, detachUntrusted, notifyAndMail, setPassword } from '#features/user/user.ts'
import type { GuestContext } from './start-session.ts'

type ReclaimContext = Pick<GuestContext, 'tx' | 'now' | 'enqueue' | 'notifyLive'>

interface Reclaim {
  readonly user: {
    readonly id: string
    readonly username: string
    readonly email: string
    readonly email_verified_at: Date | null
  }
  readonly password: string
  /** Who takes it back: whoever reads its mailbox, or whoever reaches the machine that the site runs on. */
  readonly by: 'mail' | 'console'
}

/**
 * Gives an account back with a new password, and ends every way in that somebody else may have left open: sessions, API
 * keys, webhook endpoints, half logins and mailed links (`setPassword`), providers, and passkeys, which nothing ties to
 * the mailbox. A mailbox by itself does not get past the second step, and keeps the Google account of that very
 * mailbox; who reaches the machine reaches everything, and who lost the password may have lost the phone with it.
 */
export const reclaimAccount = async (context: ReclaimContext, { user, password, by }: Reclaim): Promise<void> => {
  await setPassword(context, { user, password })
  if (by === 'mail') await detachUntrusted(context, user)
  else {
    await disableTwoStep(context.tx, user.id)
    await detachProviders(context.tx, user.id)
  }
  await removePasskeys(context, user.id)
}

const removePasskeys = async (context: ReclaimContext, userId: string): Promise<void> => {
  const { tx, now } = context
  const gone = await tx.deleteFrom('passkeys').where('user_id', '=', userId).returning('name').execute()
  if (gone.length === 0) return
  const name = gone.map((one) => one.name).join(', ')
  await notifyAndMail(context, { userId, kind: 'passkey-removed', values: { name }, now })
}
