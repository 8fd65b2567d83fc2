import { notifyAndMail } from '#features/user/user.ts'
import { dayOf } from '#kernel/clock.ts'
import type { WriteAccess } from '#kernel/context.ts'
import { cut } from '#kernel/words/say.ts'

export interface Alert {
  /** What it is about: told at most once a day. */
  readonly what: string
  /** In a sentence that a person understands without looking. */
  readonly sentence: string
  readonly now: Date
}

/** Tells the admins, under their bell and by mail, what needs them. Returns whether it was news today. */
export const alertOwner = async (
  writing: Pick<WriteAccess, 'tx' | 'enqueue'>,
  { what, sentence, now }: Alert,
): Promise<boolean> => {
  const { tx } = writing
  const told = await tx
    .insertInto('owner_alerts')
    .values({ day: dayOf(now), what: what.slice(0, 200), at: now })
    .onConflict((row) => row.doNothing())
    .returning('what')
    .executeTakeFirst()
  if (told === undefined) return false
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').orderBy('id').limit(20).execute()
  for (const { id: userId } of admins) {
    await notifyAndMail(writing, { userId, kind: 'site-alert', values: { reason: cut(sentence, 500) }, now })
  }
  return true
}
