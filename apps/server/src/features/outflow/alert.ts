import { notifyAndMail } from '#features/user/user.ts'
import { dayOf } from '#kernel/clock.ts'
import type { WriteAccess } from '#kernel/context.ts'
import { cut } from '#kernel/words/say.ts'
import { queueForTelegram } from './telegram.ts'

export interface Alert {
  /** What it is about: told at most once a day. */
  readonly what: string
  /** In a sentence that a person understands without looking. */
  readonly sentence: string
  readonly now: Date
  /** The alert is about Telegram itself. */
  readonly notByTelegram?: true
}

/** Tells the admins by bell, mail, push and Telegram what needs them. Returns whether it was news today. */
export const alertOwner = async (
  writing: Pick<WriteAccess, 'tx' | 'enqueue'>,
  { what, sentence: whole, now, notByTelegram }: Alert,
): Promise<boolean> => {
  const { tx } = writing
  const told = await tx
    .insertInto('owner_alerts')
    .values({ day: dayOf(now), what: what.slice(0, 200), at: now })
    .onConflict((row) => row.doNothing())
    .returning('what')
    .executeTakeFirst()
  if (told === undefined) return false
  const sentence = cut(whole, 500)
  if (notByTelegram !== true) await queueForTelegram(tx, { sentence, now })
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').limit(20).execute()
  for (const { id: userId } of admins) {
    await notifyAndMail(writing, { userId, kind: 'site-alert', values: { reason: sentence }, now })
  }
  return true
}
