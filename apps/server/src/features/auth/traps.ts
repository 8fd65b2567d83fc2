import { noteTrap } from '#guard/trap.ts'
import type { Db } from '#kernel/db.ts'

import type { Visit } from './sign-in.ts'

interface Sprung {
  readonly db: Db
  /** What came in the hidden field. */
  readonly website: string | undefined
  readonly form: 'register' | 'login' | 'forgot'
}

/**
 * Runs the rule of a form whose hidden field may have been filled. It is noted beside the account where the rule
 * succeeds and tells one, and without one where it refuses; the answer is the same as ever.
 */
export const watchTrap = async <T extends { readonly userId: string | null }>(
  { db, website = '', form }: Sprung,
  { visitor, now, afterCommit, log }: Visit,
  rule: () => Promise<T>,
): Promise<T> => {
  if (website === '') return rule()
  const note = (userId: string | null): Promise<void> =>
    noteTrap(db, { trap: 'hidden-field', visitor, userId, sample: { form, letters: String(website.length) }, now })
  try {
    const result = await rule()
    afterCommit(() => note(result.userId))
    return result
  } catch (error) {
    // Not awaited: the note needs a connection of its own while this request still holds one.
    note(null).catch((problem: unknown) => log.warn({ err: String(problem) }, 'a trap could not be noted'))
    throw error
  }
}
