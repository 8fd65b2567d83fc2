import type { Tx } from '#kernel/db.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { isOfApp, newRecoveryCodes, plainCode, stepOfCode } from './codes.ts'

/** A secret stands sealed together with whose it is, so that a row moved to another account opens nothing. */
export const sealFor = (secrets: Secrets, userId: string, secret: string): string => secrets.seal(`${userId}:${secret}`)

export const openFor = (secrets: Secrets, userId: string, sealed: string): string | undefined => {
  const opened = secrets.open(sealed)
  return opened?.startsWith(`${userId}:`) === true ? opened.slice(userId.length + 1) : undefined
}

interface Typed {
  readonly userId: string
  readonly code: string
  readonly now: Date
}

/** Which way a code was right; undefined when it was not. */
export type CodeKind = 'app' | 'recovery' | undefined

/** Uses a code up: one of the app counts once and makes all older ones void, a recovery code counts once. */
export const consumeCode = async (secrets: Secrets, tx: Tx, { userId, code, now }: Typed): Promise<CodeKind> => {
  const plain = plainCode(code)
  if (isOfApp(plain)) return (await consumeAppCode(secrets, tx, { userId, code: plain, now })) ? 'app' : undefined
  return (await consumeRecoveryCode(secrets, tx, { userId, code: plain, now })) ? 'recovery' : undefined
}

const consumeAppCode = async (secrets: Secrets, tx: Tx, { userId, code, now }: Typed): Promise<boolean> => {
  const row = await tx
    .selectFrom('two_steps')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const secret = row && openFor(secrets, userId, row.secret)
  const step = secret === undefined ? undefined : stepOfCode({ secret, code, now })
  if (step === undefined) return false
  // Of two at once the second finds the step taken.
  const taken = await tx
    .updateTable('two_steps')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

const consumeRecoveryCode = async (secrets: Secrets, tx: Tx, { userId, code, now }: Typed): Promise<boolean> => {
  const taken = await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_mac', '=', macOf(secrets, userId, code))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n
}

const macOf = (secrets: Secrets, userId: string, plain: string): Buffer =>
  secrets.hmac('recovery code', `${userId}:${plain}`)

/** Makes new recovery codes, of which only a keyed hash is kept; those of before are void. */
export const renewRecoveryCodes = async (
  secrets: Secrets,
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<string[]> => {
  const codes = newRecoveryCodes()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({ user_id: userId, code_mac: macOf(secrets, userId, plainCode(code)), created_at: now })),
    )
    .execute()
  return codes
}

/** Takes the second step off an account: the secret, the recovery codes, and logins that wait for a code. */
export const disableTwoStep = async (tx: Tx, userId: string): Promise<void> => {
  await tx.deleteFrom('two_steps').where('user_id', '=', userId).execute()
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx.deleteFrom('login_tickets').where('user_id', '=', userId).execute()
  await tx.updateTable('users').set({ two_step_at: null }).where('id', '=', userId).execute()
}
