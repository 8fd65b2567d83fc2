import type { AdminUserDetail } from '@runnel/contract/admin/user'
import { sql } from 'kysely'
import type { Mail, Mailer } from '#adapters/mail/mail.ts'
import { alertOwner } from '#features/outflow/outflow.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { isFinal, OwnerFailure } from '#kernel/job/failure.ts'
import type { Enqueue } from '#kernel/queue.ts'
import { say } from '#kernel/words/say.ts'
import { withoutAddresses } from '#kernel/words/without-addresses.ts'

interface BounceDeps {
  readonly db: Db
  readonly clock: Clock
  readonly enqueue: Enqueue
}

/**
 * Notes which addresses refuse mail for good, and forgets it once one of them takes a mail again. Alerts the admins of
 * what only they can mend, and marks nobody for that.
 */
export const notingBounces = (mailer: Mailer, deps: BounceDeps): Mailer => {
  const sameAnswers = countSameAnswers()
  const send = async (mail: Mail): Promise<void> => {
    const email = mail.to.toLowerCase()
    try {
      await mailer.send(mail)
    } catch (error) {
      const failure = isFinal(error) ? (sameAnswers.judge(email, error) ?? error) : error
      if (failure instanceof OwnerFailure) await alertOfMail(deps, failure)
      if (isFinal(failure)) await noteBounce(deps, { email, reason: failure.message })
      else if (failure !== error) await forget(deps.db, sameAnswers.receivers())
      throw failure
    }
    sameAnswers.end()
    if (await bounceOf(deps.db.read, email)) await forget(deps.db, [email])
  }
  return { ...mailer, send }
}

/** So many receivers in a row are not all gone: the server takes no letters of the site. */
const SAME_ANSWERS = 5

/** Counts the receivers that were refused in a row by the same answer; of this process, since a letter got through. */
const countSameAnswers = () => {
  let answer = ''
  const receivers = new Set<string>()
  return {
    /** Returns the failure of the site behind an answer that so many have got. */
    judge: (email: string, error: Error): OwnerFailure | undefined => {
      // Servers add numbers of their own to each answer.
      const now = withoutAddresses(error.message).replaceAll(/\S*\d\S*/g, '#')
      if (now !== answer) receivers.clear()
      answer = now
      receivers.add(email)
      if (receivers.size < SAME_ANSWERS) return undefined
      return new OwnerFailure(error.message, { kind: 'mail:same answer', cause: error })
    },
    receivers: (): readonly string[] => [...receivers],
    end: (): void => receivers.clear(),
  }
}

const alertOfMail = ({ db, clock, enqueue }: BounceDeps, { kind, message }: OwnerFailure): Promise<unknown> =>
  db.write((tx) =>
    alertOwner(
      { tx, enqueue: (job, payload, options) => enqueue(tx, job, payload, options) },
      { what: kind, sentence: say('owner.mail.refused', { answer: withoutAddresses(message) }), now: clock() },
    ),
  )

const noteBounce = (
  { db, clock }: BounceDeps,
  { email, reason }: { email: string; reason: string },
): Promise<unknown> =>
  db.write((tx) =>
    sql`
      INSERT INTO mail_bounces (email, count, reason, last_at) VALUES (${email}, 1, ${reason.slice(0, 300)}, ${clock()})
      ON CONFLICT (email) DO UPDATE SET count = mail_bounces.count + 1, reason = excluded.reason,
        last_at = excluded.last_at`.execute(tx),
  )

const forget = (db: Db, emails: readonly string[]): Promise<unknown> =>
  db.write((tx) => tx.deleteFrom('mail_bounces').where('email', 'in', emails).execute())

/** Whether this address refuses mail, since when and why. */
export const bounceOf = async (db: Read, email: string): Promise<AdminUserDetail['bounce']> => {
  const row = await db
    .selectFrom('mail_bounces')
    .select(['last_at', 'reason', 'count'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : { at: row.last_at.toISOString(), reason: row.reason, count: row.count }
}
