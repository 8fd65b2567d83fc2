import { later } from '#kernel/clock.ts'
import type { Tx } from '#kernel/db.ts'
import { newSecret } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { sha256 } from '#kernel/secrets.ts'
import { say } from '#kernel/words/say.ts'

const LIFE_SECONDS = 300

export type PasskeyPurpose = 'add' | 'prove' | 'login'

interface Asked {
  readonly purpose: PasskeyPurpose
  /** The session that asks, or the device where nobody is signed in yet. */
  readonly askedBy: string
  readonly now: Date
}

/** Makes a challenge; only its hash is kept. */
export const createPasskeyChallenge = async (
  tx: Tx,
  { purpose, askedBy, now, userHandle = null }: Asked & { readonly userHandle?: string | null },
): Promise<string> => {
  const challenge = newSecret(32)
  await tx
    .insertInto('passkey_challenges')
    .values({
      challenge_hash: sha256(challenge),
      purpose,
      asked_by: askedBy,
      user_handle: userHandle,
      created_at: now,
      expires_at: later(now, LIFE_SECONDS),
    })
    .execute()
  return challenge
}

export interface UsedChallenge {
  readonly challenge: string
  readonly userHandle: string | null
}

/** Uses up the challenge that an answer of the browser names; of two uses at once the second finds it gone. */
export const consumePasskeyChallenge = async (
  tx: Tx,
  clientData: string,
  { purpose, askedBy, now }: Asked,
): Promise<UsedChallenge> => {
  const challenge = challengeIn(clientData)
  const used = await tx
    .deleteFrom('passkey_challenges')
    .where('challenge_hash', '=', sha256(challenge))
    .where('purpose', '=', purpose)
    .where('asked_by', '=', askedBy)
    .where('expires_at', '>', now)
    .returning('user_handle')
    .executeTakeFirst()
  if (used === undefined) return refuse('conflict', 'PASSKEY_EXPIRED', say('passkey.expired'))
  return { challenge, userHandle: used.user_handle }
}

/** Empty where the browser’s answer has none: no challenge has that hash. */
const challengeIn = (clientData: string): string => {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    return typeof data === 'object' && data !== null && 'challenge' in data ? String(data.challenge) : ''
  } catch {
    return ''
  }
}
