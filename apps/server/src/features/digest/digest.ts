import type { Contract } from '@runnel/contract'
import { digestRateOf, setDigestRate } from '#features/user/user.ts'
import type { Handlers } from '#kernel/context.ts'

export { type DigestReader, endDigest, findDigestReader } from './unsubscribe.ts'
export { unsubscribePage, unsubscribePolicy } from './unsubscribe-page.ts'

/** The summary of notifications by mail: how often its user wants it. */
export const digest: Handlers<Contract['digest']> = {
  rate: async (_input, { db, caller }) => ({ rate: await digestRateOf(db, caller.id) }),
  setRate: async ({ body: { rate } }, { tx, caller, now }) => {
    await setDigestRate(tx, { userId: caller.id, rate, now })
    return {}
  },
}
