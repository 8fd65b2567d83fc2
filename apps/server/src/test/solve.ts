import type { contract } from '@runnel/contract'
import type {
  AntibotAnswer,
  CaptchaAnswer,
  ChallengeAction,
  PowChallenge,
  PowSolution,
} from '@runnel/contract/check/captcha'
import type { Client } from '@runnel/contract/client'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/argon2id'
import type { Challenge } from 'altcha-lib/types'
import { planOf } from '#guard/captcha-image/draw.ts'
import type { Db } from '#kernel/db.ts'

/** Answers challenges as a person would: rightly, or wrongly on purpose. */
export interface Solver {
  /** Both parts of what a faucet claim asks for. */
  readonly claim: (wanted?: { right?: boolean }) => Promise<{ antibot: AntibotAnswer; captcha?: CaptchaAnswer }>
  readonly captcha: (action: ChallengeAction, wanted?: { right?: boolean }) => Promise<CaptchaAnswer>
}

interface SolverDeps {
  readonly client: Client<typeof contract>
  readonly db: Db
}

export const createSolver = ({ client, db }: SolverDeps): Solver => ({
  claim: async ({ right = true } = {}) => {
    const challenge = await client.antibot.challenge({ query: { action: 'faucet' } })
    if (challenge.pow !== null) return { antibot: { id: challenge.id, pow: await solvePow(challenge.pow) } }
    if (challenge.captcha) {
      return { antibot: { id: challenge.id }, captcha: await solveCaptcha({ client, db }, 'faucet', right) }
    }
    // No captcha was drawn for this claim.
    if (challenge.antibotlinks.length === 0) return { antibot: { id: challenge.id } }
    const order = await rightOptions(db, challenge.id)
    return { antibot: { id: challenge.id, order: right ? order : order.toReversed() } }
  },
  captcha: (action, { right = true } = {}) => solveCaptcha({ client, db }, action, right),
})

const solveCaptcha = async (
  { client, db }: SolverDeps,
  action: ChallengeAction,
  right: boolean,
): Promise<CaptchaAnswer> => {
  const challenge = await client.captcha.challenge({ query: { action } })
  if (challenge.pow !== null) {
    const pow = await solvePow(challenge.pow)
    return { id: challenge.id, pow: right ? pow : { ...pow, derivedKey: '00' } }
  }
  if (challenge.images.length === 0) return { id: challenge.id }
  const picks = await rightOptions(db, challenge.id)
  return { id: challenge.id, picks: right ? picks : picks.slice(1) }
}

/** Looks the answer up in the stored recipe. */
const rightOptions = async (db: Db, token: string): Promise<string[]> => {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  const { c } = payload as { c: string }
  const row = await db.read
    .selectFrom('challenges')
    .select(['recipe', 'option_ids'])
    .where('id', '=', c)
    .executeTakeFirstOrThrow()
  const { answer } = planOf(row.recipe ?? '')
  return answer.map((index) => row.option_ids[index] ?? '')
}

const solvePow = async (challenge: PowChallenge): Promise<PowSolution> => {
  const solution = await solveChallenge({ challenge: challenge as unknown as Challenge, deriveKey })
  if (solution === null || solution === undefined) throw new Error('the proof of work has no solution')
  return { counter: solution.counter, derivedKey: solution.derivedKey }
}
