import type { Contract } from '@runnel/contract'
import type { TemporaryRestriction } from '@runnel/contract/suspect-schemas'
import { banAccounts, allowResume } from '#features/suspect/ban.ts'
import {
  liftRestrictions,
  lockUserRows,
  payWithheld,
  releaseAccounts,
  suspectDetail,
  suspectFile,
  suspectPage,
  applyRestriction,
  thresholds,
  withheldOf,
} from '#features/suspect/suspect.ts'
import { notify } from '#features/user/user.ts'
import { lockWaiting, returnPayoutsToReview, reReview } from '#features/withdraw/withdraw.ts'
import { oneAtATime } from '#guard/approval/limits.ts'
import { allowPayments, totalOf } from '#guard/approval/second-admin.ts'
import { refreshScores } from '#guard/suspicion/suspects.ts'
import { audit, auditAll, byCaller } from '#kernel/audit.ts'
import { later } from '#kernel/clock.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { assert, refuse, refuseField } from '#kernel/refusal.ts'
import { listOf, money, say, together, type List, type Words } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'

type Suspects =
  | 'suspects'
  | 'suspectsCsv'
  | 'suspect'
  | 'suspectThresholds'
  | 'releaseSuspects'
  | 'banSuspects'
  | 'deleteMarks'
  | 'measureSuspects'
  | 'endMeasure'

const BAN_DAYS = 30
const BAN_REASON = say('suspect.accountBreaksSitesRules')

/** Accounts with signs of abuse: what speaks against them, and what is done about it. */
export const suspects: Pick<Handlers<Contract['admin']>, Suspects> = {
  suspects: ({ query }, { db, now }) => suspectPage(db, query, now),

  suspectsCsv: ({ query }, { db, now }) => suspectFile(db, query, now),

  suspect: async ({ params }, { db, now }) => ({ suspect: await suspectDetail(db, params.id, now) }),

  suspectThresholds: (_input, { db, now }) => thresholds(db, now),

  releaseSuspects: async ({ body }, context) => {
    await oneAtATime(context)
    await lockUserRows(context.tx, body.users)
    await allowResume(context.tx, body.users)
    const { done, skipped, paid, payments } = await releaseAccounts(context, { ids: body.users, note: body.note ?? '' })
    const sum = money(paid, context.settings.site_currency)
    const sentence = say('owner.suspect.releaseMany', { names: await namesOf(context.tx, done), sum })
    const isAlone = await allowPayments(context, { payments, sentence })
    const paidTo = new Map(payments.map(({ userId, amount }) => [userId, amount]))
    await auditAll(
      context.tx,
      done.map((target) => ({
        ...byCaller(context),
        action: 'suspect.release',
        target,
        before: undefined,
        after: { note: body.note ?? '', paid: done.length === 1 ? paid : undefined },
        gain: isAlone ? (paidTo.get(target) ?? 0) : null,
      })),
    )
    return { done: done.length, skipped, paid, msg: resultMessage(done.length, skipped, 'released') }
  },

  banSuspects: async ({ query, body }, context) => {
    const { now } = context
    const isForever = body.forever === true || query.forever === 'true'
    const until = isForever ? null : body.until === undefined ? later(now, BAN_DAYS * 86_400) : new Date(body.until)
    const reason = body.reason ?? BAN_REASON
    const { done, skipped } = await banAccounts(context, { ids: body.users, reason, until })
    return { done: done.length, skipped, msg: resultMessage(done.length, skipped, 'locked') }
  },

  deleteMarks: async ({ body }, context) => {
    const { tx, now } = context
    await oneAtATime(context)
    const rows = await tx
      .deleteFrom('risk_marks')
      .where(({ eb, or }) => or([eb('id', 'in', body.ids), eb('user_id', 'in', body.ids)]))
      .returning(['id', 'user_id', 'reason', 'points', 'detail'])
      .execute()
    const ids = [...new Set(rows.map(({ user_id }) => user_id))].toSorted()
    const payments = await withheldOf(tx, ids)
    const sum = money(totalOf(payments), context.settings.site_currency)
    const sentence = say('owner.suspect.deleteRiskSignalsWhich', { names: await namesOf(tx, ids), sum })
    const isAlone = await allowPayments(context, { payments, sentence })
    const left = new Map(payments.map(({ userId, amount }) => [userId, amount]))
    // What is kept back of an account counts once, however many of its marks go.
    const gainOf = (userId: string): number | null => {
      if (!isAlone) return null
      const amount = left.get(userId) ?? 0
      left.delete(userId)
      return amount
    }
    await auditAll(
      tx,
      rows.map(({ id, user_id, detail, points }) => ({
        ...byCaller(context),
        action: 'suspect.delete-mark',
        target: user_id,
        before: { id, detail, points },
        after: undefined,
        gain: gainOf(user_id),
      })),
    )
    // The page is read again at once; what the new score releases follows with the next look.
    await refreshScores(tx, ids, now)
    const found = new Set(rows.flatMap(({ id, user_id }) => [id, user_id]))
    const skipped = new Set(body.ids.filter((id) => !found.has(id))).size
    return { done: rows.length, skipped, msg: say('owner.suspect.signalsDeleted', { count: rows.length }) }
  },

  measureSuspects: async ({ body }, context) => {
    const until = body.until === undefined ? null : new Date(body.until)
    if (until !== null && until <= context.now) {
      refuseField('until', 'UNTIL_PAST', say('owner.suspect.chooseDateFuture'))
    }
    if (body.kind === 'cooldown' && until === null) {
      refuseField('until', 'UNTIL_MISSING', say('owner.suspect.cooldownNeedsEndDate'))
    }
    const done = await restrictUsers(context, { ...body, until })
    const skipped = new Set(body.users).size - done.length
    return { done: done.length, skipped, msg: resultMessage(done.length, skipped, 'restricted') }
  },

  endMeasure: async ({ params }, context) => {
    await oneAtATime(context)
    const paid = await endOne(context, params.id)
    return { paid, msg: say('owner.suspect.restrictionLifted') }
  },
}

/** The names of accounts, as far as a sentence has room for them. */
const namesOf = async (tx: Tx, ids: readonly string[]): Promise<List> => {
  const NAMED = 5
  const known = tx
    .selectFrom('users')
    .select('username')
    .where('id', 'in', [...ids, newId()])
  const rows = await known.orderBy('username').limit(NAMED).execute()
  const names = rows.map(({ username }) => username)
  return listOf(ids.length > NAMED ? [...names, say('owner.suspect.andMore', { count: ids.length - NAMED })] : names)
}

const resultMessage = (done: number, skipped: number, what: 'released' | 'locked' | 'restricted'): Words =>
  together(say('owner.suspect.changed', { count: done, what }), skipped > 0 && say('skipped', { count: skipped }))

interface RestrictInput {
  readonly users: readonly string[]
  readonly kind: TemporaryRestriction
  readonly until: Date | null
  readonly reason: string
}

/** Takes a measure on each that is no account of the people of the site. */
const restrictUsers = async (
  context: WriteContext,
  { users, kind, until, reason }: RestrictInput,
): Promise<string[]> => {
  const { tx, caller, now, notifyLive } = context
  assert(caller !== undefined, 'an admin is signed in')
  const held = await lockUserRows(tx, users)
  const done = held.filter(({ role, deletedAt }) => role === 'user' && deletedAt === null).map(({ id }) => id)
  for (const userId of done) {
    await applyRestriction(tx, { userId, kind, until, reason, by: caller.id, now })
    await notify(tx, { userId, kind: 'account-measured', values: { measure: kind, reason }, now })
    notifyLive(userId)
  }
  // What was approved and is not sent yet is among what a person wants to look at.
  if (kind === 'review' && done.length > 0)
    await returnPayoutsToReview(context, { userIds: done, note: reason, why: reason })
  const after = { kind, reason, until: until?.toISOString() ?? say('owner.audit.untilReleased') }
  await auditAll(
    tx,
    done.map((target) => ({ ...byCaller(context), action: 'suspect.measure', target, before: undefined, after })),
  )
  return done
}

/** Ends one measure, and pays what it kept back. A lock is ended by a release or by unbanning. */
const endOne = async (context: WriteContext, id: string): Promise<Units> => {
  const { tx, caller, now, notifyLive } = context
  assert(caller !== undefined, 'an admin is signed in')
  const row = await tx.selectFrom('measures').select(['user_id', 'kind']).where('id', '=', id).executeTakeFirst()
  if (row === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.suspect.restrictionFound'))
  if (row.kind === 'lock') refuse('conflict', 'IS_LOCK', say('owner.suspect.endLockReleaseUnlock'))
  await lockUserRows(tx, [row.user_id])
  if (row.kind === 'review') await lockWaiting(tx, [row.user_id])
  const ended = await liftRestrictions(tx, { userId: row.user_id, id, by: caller.id, now })
  if (ended.length === 0) refuse('conflict', 'MEASURE_ENDED', say('owner.suspect.restrictionAlreadyEnded'))
  const paid = await payWithheld(tx, { userId: row.user_id, now })
  const sum = money(paid, context.settings.site_currency)
  const sentence = say('owner.suspect.liftRestrictionPayWithheld', { names: await namesOf(tx, [row.user_id]), sum })
  const payments = [{ userId: row.user_id, amount: paid }]
  const isAlone = await allowPayments(context, { payments, sentence, ref: id })
  if (row.kind === 'review') await reReview(context, row.user_id)
  await notify(tx, { userId: row.user_id, kind: 'account-released', values: { amount: paid }, now })
  await audit(tx, {
    ...byCaller(context),
    action: 'suspect.end-measure',
    target: row.user_id,
    before: { kind: row.kind },
    after: { paid },
    gain: isAlone ? paid : null,
  })
  notifyLive(row.user_id)
  return paid
}
