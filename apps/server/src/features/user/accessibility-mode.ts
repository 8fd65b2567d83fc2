import type { Tx } from '#kernel/db.ts'

/**
 * Chooses the way of an account's checks, with pictures or without. Both are open to everybody at any time, new
 * accounts and shared devices too: a claim without pictures costs a program no less than one with them, and what an
 * account may earn does not rest on them (ANTIBOT.md 5).
 */
export const setAccessibilityMode = async (
  tx: Tx,
  { userId, withoutPictures }: { userId: string; withoutPictures: boolean },
): Promise<void> => {
  const choice = { without_pictures: withoutPictures }
  await tx
    .insertInto('answer_records')
    .values({ user_id: userId, ...choice })
    .onConflict((row) => row.column('user_id').doUpdateSet(choice))
    .execute()
}
