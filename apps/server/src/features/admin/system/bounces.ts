import type { AdminUserDetail } from '@runnel/contract/admin/user'
import { sql } from 'kysely'
import type { Mailer } from '#adapters/mail/mail.ts'
import type { Clock } from '#kernel/clock.ts'
import type { Db, Read } from '#kernel/db.ts'
import { isFinal } from '#kernel/queue.ts'

/** Notes which addresses refuse mail for good, and forgets it once one of them takes a mail again. */
export const notingBounces = (mailer: Mailer, { db, clock }: { db: Db; clock: Clock }): Mailer => ({
  ...mailer,
  send: async (mail) => {
    const email = mail.to.toLowerCase()
    try {
      await mailer.send(mail)
    } catch (error) {
      if (isFinal(error)) await noteBounce(db, { email, reason: error.message, now: clock() })
      throw error
    }
    if (await bounceOf(db.read, email)) {
      await db.write((tx) => tx.deleteFrom('mail_bounces').where('email', '=', email).execute())
    }
  },
})

const noteBounce = (db: Db, { email, reason, now }: { email: string; reason: string; now: Date }): Promise<unknown> =>
  db.write((tx) =>
    sql`
      INSERT INTO mail_bounces (email, count, reason, last_at) VALUES (${email}, 1, ${reason.slice(0, 300)}, ${now})
      ON CONFLICT (email) DO UPDATE SET count = mail_bounces.count + 1, reason = excluded.reason,
        last_at = excluded.last_at`.execute(tx),
  )

/** Whether this address refuses mail, since when and why. */
export const bounceOf = async (db: Read, email: string): Promise<AdminUserDetail['bounce']> => {
  const row = await db
    .selectFrom('mail_bounces')
    .select(['last_at', 'reason', 'count'])
    .where('email', '=', email.toLowerCase())
    .executeTakeFirst()
  return row === undefined ? null : { at: row.last_at.toISOString(), reason: row.reason, count: row.count }
}
