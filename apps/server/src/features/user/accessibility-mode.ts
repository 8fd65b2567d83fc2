import type { Tx } from '#kernel/db.ts'

interface Choice {
  readonly userId: string
  readonly withoutPictures: boolean
  /** Light and without clutter, for people with low vision; left out, it stays as it was. */
  readonly simpleImages?: boolean | undefined
}

/**
 * Chooses the way of an account's checks, with pictures or without, and how pictures look. All are open to everybody
 * at any time, new accounts and shared devices too: a claim without pictures costs a program no less than one with
 * them, and what an account may earn does not rest on them (ANTIBOT.md 5).
 */
export const setAccessibilityMode = async (
  tx: Tx,
  { userId, withoutPictures, simpleImages }: Choice,
): Promise<{ withoutPictures: boolean; simpleImages: boolean }> => {
  const choice = {
    without_pictures: withoutPictures,
    ...(simpleImages === undefined ? {} : { simple_images: simpleImages }),
  }
  const chosen = await tx
    .insertInto('answer_records')
    .values({ user_id: userId, ...choice })
    .onConflict((row) => row.column('user_id').doUpdateSet(choice))
    .returning('simple_images')
    .executeTakeFirstOrThrow()
  return { withoutPictures, simpleImages: chosen.simple_images }
}
