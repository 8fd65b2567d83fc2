import type { AntibotAnswer } from '@runnel/contract/challenge'

import { dataUri } from '#guard/challenge-issue.ts'
import type { ChallengeRooms, Zoomed } from '#guard/challenge.ts'
import { answerMac, open } from '#guard/envelope-of.ts'
import { draw } from '#guard/picture/draw.ts'
import { refuse } from '#kernel/refusal.ts'
import { equalBytes } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'

/** An open challenge of this very session, or a refusal. */
const openRow = async (rooms: ChallengeRooms, { caller, now, id }: { caller: Caller; now: Date; id: string }) => {
  const opened = open(rooms.secrets, id, now)
  if (!opened.ok || opened.payload.s !== caller.sessionHash.toString('hex')) return refuseGone()
  const row = await rooms.db.read
    .selectFrom('challenges')
    .select(['id', 'action', 'recipe', 'option_ids', 'answer_mac'])
    .where('id', '=', opened.payload.c)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row ?? refuseGone()
}

const refuseGone = (): never =>
  refuse('malformed', 'CHALLENGE_GONE', 'These images have expired. Here are new ones.', { reload: 'antibot' })

/** The same pictures at twice the size, for people who want a closer look. */
export const zoomOf = async (
  rooms: ChallengeRooms,
  asked: { caller: Caller; now: Date; id: string },
): Promise<Zoomed> => {
  const row = await openRow(rooms, asked)
  if (row.recipe === null) return refuseGone()
  const drawn = await draw(row.recipe, 2)
  return {
    instruction: dataUri(drawn.instruction.bytes),
    tiles: drawn.tiles.map((tile, index) => ({ id: row.option_ids[index] ?? '', src: dataUri(tile.bytes) })),
  }
}

/** Tells whether a practice round was solved. Pays nothing, records nothing, and voids the round. */
export const practiseRound = async (
  rooms: ChallengeRooms,
  { caller, now, answer }: { caller: Caller; now: Date; answer: AntibotAnswer },
): Promise<boolean> => {
  const row = await openRow(rooms, { caller, now, id: answer.id })
  if (row.action !== 'practice') refuse('conflict', 'NOT_PRACTICE', 'This captcha isn’t a practice round.')
  await rooms.db.write((tx) =>
    tx.updateTable('challenges').set({ used_at: now, outcome: 'replaced' }).where('id', '=', row.id).execute(),
  )
  return row.answer_mac !== null && equalBytes(row.answer_mac, answerMac(rooms.secrets, row.id, answer.order ?? []))
}
