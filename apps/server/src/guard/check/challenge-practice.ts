import type { AntibotAnswer } from '@runnel/contract/check/captcha'
import { refuse } from '#kernel/refusal.ts'
import { equalBytes } from '#kernel/secrets.ts'
import type { Caller } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import { answerMac, openChallenge } from './challenge-envelope.ts'
import type { ChallengeDeps } from './challenge.ts'

/** An open challenge of this very session, or a refusal. */
const openRow = async (deps: ChallengeDeps, { caller, now, id }: { caller: Caller; now: Date; id: string }) => {
  const opened = openChallenge(deps.secrets, id, now)
  if (!opened.ok || opened.payload.s !== caller.sessionHash.toString('hex')) return refuseGone()
  const row = await deps.db.read
    .selectFrom('challenges')
    .select(['id', 'action', 'answer_mac'])
    .where('id', '=', opened.payload.c)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row ?? refuseGone()
}

const refuseGone = (): never =>
  refuse('malformed', 'CHALLENGE_GONE', say('check.theseImagesExpiredHere'), { reload: 'antibot' })

/** Returns whether a practice round was solved. Pays nothing, records nothing, and voids the round. */
export const practiseRound = async (
  deps: ChallengeDeps,
  { caller, now, answer }: { caller: Caller; now: Date; answer: AntibotAnswer },
): Promise<boolean> => {
  const row = await openRow(deps, { caller, now, id: answer.id })
  if (row.action !== 'practice') refuse('conflict', 'NOT_PRACTICE', say('check.captchaPracticeRound'))
  await deps.db.write((tx) =>
    tx.updateTable('challenges').set({ used_at: now, outcome: 'replaced' }).where('id', '=', row.id).execute(),
  )
  return row.answer_mac !== null && equalBytes(row.answer_mac, answerMac(deps.secrets, row.id, answer.order ?? []))
}
