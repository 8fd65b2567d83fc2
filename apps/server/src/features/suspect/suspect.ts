import type { Contract } from '@runnel/contract'
import { sql } from 'kysely'
import type { Handlers } from '#kernel/context.ts'
import { newId } from '#kernel/id.ts'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import { appealView, caseOf } from './appeals.ts'

export { type AppealFilter, appealFile, appealPage, lockView, oneAppeal } from './appeals.ts'
export { suspectDetail } from './detail.ts'
export { type SuspectFilter, suspectFile, suspectPage } from './list.ts'
export {
  endLock,
  liftRestrictions,
  type LockedUserRow,
  lockUserRows,
  payWithheld,
  applyRestriction,
  withheldOf,
} from './restrictions.ts'
export { releaseAccounts } from './release.ts'
export { thresholds } from './threshold.ts'
export { accountsOf, inTenths, iso } from './view.ts'

/** The own case: what holds an account back, and the way to object. */
export const appeal: Handlers<Contract['appeal']> = {
  appealState: (_input, { db, caller, now }) => caseOf(db, caller.id, now),

  appeal: async ({ body }, { tx, caller, now, notifyLive }) => {
    // Two at once wait here, and the second finds the first.
    await sql`SELECT 1 FROM users WHERE id = ${caller.id} FOR NO KEY UPDATE`.execute(tx)
    const { canAppeal, appeals } = await caseOf(tx, caller.id, now)
    if (appeals.some(({ answeredAt }) => answeredAt === null)) {
      refuse('conflict', 'APPEAL_OPEN', say('suspect.appealAlreadyReviewReply'))
    }
    if (!canAppeal) refuse('conflict', 'NOTHING_TO_APPEAL', say('suspect.accountNoRestrictionsAppeal'))
    const row = await tx
      .insertInto('appeals')
      .values({ id: newId(), user_id: caller.id, message: body.message, created_at: now })
      .returningAll()
      .executeTakeFirstOrThrow()
    notifyLive(caller.id)
    return { appeal: appealView(row), msg: say('suspect.appealSentReview') }
  },
}
