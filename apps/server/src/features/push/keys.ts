import { createECDH } from 'node:crypto'
import type { PushKeys } from '#adapters/push/push.ts'
import type { Tx } from '#kernel/db.ts'
import { assert } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'

interface PushKeysInput {
  readonly secrets: Secrets
  readonly now: Date
}

/**
 * The key pair by which push services know this site, made when it is first needed. Nodes that need it at once agree
 * on one. A pair that another key of the site sealed is lost, and every subscription was made for it.
 */
export const pushKeys = async (tx: Tx, { secrets, now }: PushKeysInput): Promise<PushKeys> => {
  const known = await readKeys(tx, secrets)
  if (known?.privateKey !== undefined) return { ...known, privateKey: known.privateKey }
  if (known !== undefined) {
    // By its name: another node may have put a good pair in its place by now.
    const lost = await tx.deleteFrom('push_keys').where('public_key', '=', known.publicKey).executeTakeFirst()
    if (lost.numDeletedRows > 0n) await tx.deleteFrom('push_subscriptions').execute()
  }
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const made = { publicKey: pair.getPublicKey('base64url'), privateKey: padded(pair.getPrivateKey()) }
  const row = { public_key: made.publicKey, private_key: secrets.seal(made.privateKey), made_at: now }
  await tx
    .insertInto('push_keys')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const agreed = await readKeys(tx, secrets)
  assert(agreed?.privateKey !== undefined, 'the pair was made by this site')
  return { ...agreed, privateKey: agreed.privateKey }
}

/** The private half is undefined where another key of the site sealed it. */
const readKeys = async (tx: Tx, secrets: Secrets) => {
  const row = await tx.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  return row && { publicKey: row.public_key, privateKey: secrets.open(row.private_key) }
}

/** A number that happens to begin with zeros has fewer bytes than its 32. */
const padded = (number: Buffer): string =>
  Buffer.concat([Buffer.alloc(32 - number.byteLength), number]).toString('base64url')
