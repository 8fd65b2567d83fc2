import type { Contract } from '@runnel/contract'
import { allowResume } from '#features/suspect/ban.ts'
import {
  appealFile,
  appealPage,
  lockUserRows,
  oneAppeal,
  releaseAccounts,
  applyRestriction,
} from '#features/suspect/suspect.ts'
import { notifyAndMail } from '#features/user/user.ts'
import { oneAtATime } from '#guard/approval/limits.ts'
import { allowPayments, totalOf } from '#guard/approval/second-admin.ts'
import { isLocked } from '#kernel/account-lock.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'

/** Appeals of those who are locked or held back, and their answers. */
export const appeals: Pick<Handlers<Contract['admin']>, 'appeals' | 'appealsCsv' | 'answerAppeal'> = {
  appeals: ({ query }, { db, now }) => appealPage(db, query, now),

  appealsCsv: ({ query }, { db, now }) => appealFile(db, query, now),

  answerAppeal: async ({ params, body }, context) => {
    const { verdict, message } = body
    // It releases as much as unbanning does.
    if (verdict !== 'keep') requireFreshProof(context)
    const until = verdict === 'shorten' && body.until !== undefined ? new Date(body.until) : null
    await oneAtATime(context)
    await answerAppeal(context, { id: params.id, verdict, message, until })
    const shown = await oneAppeal(context.tx, params.id, context.now)
    assert(shown !== undefined, 'an answered appeal is there')
    return { appeal: shown, msg: say('owner.suspect.decisionSent') }
  },
}

interface AnswerInput {
  readonly id: string
  readonly verdict: 'release' | 'keep' | 'shorten'
  readonly message: string
  readonly until: Date | null
}

/**
 * Writes the answer down, once, and does what it says. Lock order: the user's row, then the appeal, campaigns, tasks,
 * and accounts.
 */
const answerAppeal = async (context: WriteContext, { id, verdict, message, until }: AnswerInput): Promise<void> => {
  const { tx, caller, now, notifyLive } = context
  assert(caller !== undefined, 'an admin is signed in')
  const found = await tx.selectFrom('appeals').select('user_id').where('id', '=', id).executeTakeFirst()
  if (found === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.suspect.appealFound'))
  const userId = found.user_id
  const [user] = await lockUserRows(tx, [userId])
  assert(user !== undefined, 'an appeal has a user')
  if (verdict === 'shorten') {
    if (!isLocked(user, now)) refuse('conflict', 'NOT_LOCKED', say('owner.suspect.accountLockedThereNo'))
    if (until === null || until <= now) refuseField('until', 'UNTIL_PAST', say('owner.suspect.chooseDateFuture'))
    if (user.lockedUntil !== null && until !== null && until >= user.lockedUntil) {
      refuseField('until', 'UNTIL_LATER', say('owner.suspect.lockAlreadyEndsEarlier'))
    }
  }
  const { numUpdatedRows } = await tx
    .updateTable('appeals')
    .set({ answered_at: now, answered_by: caller.id, verdict, answer: message, until })
    .where('id', '=', id)
    .where('answered_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n) refuse('conflict', 'APPEAL_ANSWERED', say('owner.suspect.appealAlreadyBeenDecided'))
  if (verdict !== 'keep') await allowResume(tx, [userId])
  const note = say('owner.suspect.appeal', { message: message.slice(0, 300) })
  const { payments } =
    verdict === 'release' ? await releaseAccounts(context, { ids: [userId], note }) : { payments: [] }
  const sentence = say('owner.suspect.releasePayWithheldRewards', { username: user.username })
  const isAlone = await allowPayments(context, { payments, sentence, ref: id })
  if (verdict === 'shorten') {
    await tx.updateTable('users').set({ locked_until: until }).where('id', '=', userId).execute()
    await applyRestriction(tx, { userId, kind: 'lock', until, reason: user.lockReason ?? message, by: caller.id, now })
  }
  await notifyAndMail(context, { userId, kind: 'account-answered', values: { verdict, message }, now })
  const after = { verdict, message, until: until?.toISOString() }
  const gain = isAlone ? totalOf(payments) : null
  await audit(tx, { ...byCaller(context), action: 'appeal.answer', target: userId, before: undefined, after, gain })
  notifyLive(userId)
}
