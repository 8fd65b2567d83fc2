import { AntibotAnswer, CaptchaAnswer } from '@runnel/contract/check/captcha'
import * as z from 'zod/mini'
import type { CheckRun, DeferredCheck } from '#kernel/context.ts'
import type { SqlCall } from '#kernel/postgres/statements.ts'
import { recordFlag } from './answer-record.ts'
import { isFlagged } from './answer-statistics.ts'
import { bindingOf } from './challenge-envelope.ts'
import type { ChallengeDeps } from './challenge.ts'
import { startCooldown, refuseDuringCooldown } from './cooldown.ts'
import {
  type Checked,
  readCaptcha,
  type ReadAnswer,
  readOrder,
  refuseExpired,
  refuseWrong,
  trap,
} from './read-answer.ts'

/** Asks the owner's captcha provider; see adapters/captcha. */
export interface CaptchaVerifier {
  readonly verify: (asked: {
    readonly provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
    readonly secret: string
    readonly token: string
    readonly hostname: string
  }) => Promise<'good' | 'bad' | 'unreachable'>
}

const CaptchaBody = z.object({ captcha: z.optional(CaptchaAnswer), website: z.optional(z.string()) })
const AntibotBody = z.object({ antibot: AntibotAnswer, captcha: z.optional(CaptchaAnswer) })

export const createChecks = (deps: ChallengeDeps): Readonly<Record<'captcha' | 'antibot', CheckRun>> => ({
  captcha: async (checked) => {
    const body = z.parse(CaptchaBody, checked.body)
    if (checked.caller !== undefined) refuseDuringCooldown(checked.caller, checked.now)
    // A trap never answers differently: what fills the hidden field goes on as if nothing had been seen.
    if ((body.website ?? '') !== '') await trap(deps, checked, 'hidden-field', { field: 'website' })
    if (body.captcha === undefined) return refuseWrong('captcha')
    return passOrJudge(deps, checked, [await readCaptcha(deps, checked, body.captcha)])
  },
  antibot: async (checked) => {
    const body = z.parse(AntibotBody, checked.body)
    if (checked.caller !== undefined) refuseDuringCooldown(checked.caller, checked.now)
    const order = await readOrder(deps, checked, body.antibot)
    if (body.captcha === undefined) return passOrJudge(deps, checked, [order])
    return passOrJudge(deps, checked, [order, await readCaptcha(deps, checked, body.captcha)])
  },
})

/** The answer that was asked for, and the captcha beside it where one was solved. */
type Answers = readonly [ReadAnswer, captcha?: ReadAnswer]

/** What looks right is left to the transaction that it opens, where that may be; the rest is judged at once. */
const passOrJudge = async (
  deps: ChallengeDeps,
  checked: Checked,
  answers: Answers,
): Promise<DeferredCheck | undefined> => {
  const all = answers.filter((answer) => answer !== undefined)
  if (!checked.mayDefer || all.some(({ right, spoiled }) => !right || spoiled)) {
    await judgeAll(deps, checked, answers)
    return undefined
  }
  return {
    pass: all.map((answer) => passCall(checked, answer, all.length === 1)),
    judge: () => judgeAll(deps, checked, answers),
    useUp: async () => {
      for (const answer of all) await burn(deps, checked, answer)
    },
  }
}

const passCall = (checked: Checked, { payload, mac, proofMissing }: ReadAnswer, isAlone: boolean): SqlCall => {
  const { c: id, a: action } = payload
  const key = checked.idempotencyKey ?? null
  return {
    name: 'challenge_pass',
    args: [id, bindingOf(checked), action, mac, key, proofMissing, isAlone, checked.now],
  }
}

/** Uses the answers up and follows them through; the captcha counts where the first asks for one. */
const judgeAll = async (deps: ChallengeDeps, checked: Checked, [answer, captcha]: Answers): Promise<void> => {
  const { captcha_too: alsoCaptcha } = await judge(deps, checked, answer)
  if (answer.reload !== 'antibot' || alsoCaptcha !== true) return
  if (captcha === undefined) return refuseWrong('captcha')
  await judge(deps, checked, captcha)
}

const judge = async (deps: ChallengeDeps, checked: Checked, answer: ReadAnswer): Promise<Answered> => {
  const answered = await burn(deps, checked, answer)
  await conclude(deps, checked, answered, answer.reload)
  return answered
}

interface Answered {
  readonly outcome: 'right' | 'wrong' | 'expired' | 'replay'
  readonly captcha_too: boolean | null
  readonly streak: number | null
  readonly llr: number | null
}

/** Uses the challenge up, whatever the answer: one statement, committed by itself before the handler's transaction. */
const burn = async (deps: ChallengeDeps, checked: Checked, input: ReadAnswer): Promise<Answered> => {
  const { payload, mac, right, spoiled, proofMissing } = input
  const [row] = await deps.db.raw('SELECT * FROM challenge_answer($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
    payload.c,
    bindingOf(checked),
    payload.a,
    mac,
    right,
    spoiled,
    checked.idempotencyKey ?? null,
    proofMissing,
    checked.now,
  ])
  // The function's own columns, written down in migration 0003.
  return row as unknown as Answered
}

/** Follows an answer through: passes when it was right, remembers and refuses when not. */
const conclude = async (
  deps: ChallengeDeps,
  checked: Checked,
  answered: Answered,
  reload: ReadAnswer['reload'],
): Promise<void> => {
  const { caller, now } = checked
  if (answered.outcome === 'right') return
  if (answered.outcome === 'expired') return refuseExpired(reload)
  // A double click or a retry after a lost connection sends an answer twice: that says nothing about anybody.
  if (answered.outcome === 'replay') return refuseWrong(reload)
  if (caller !== undefined && answered.llr !== null && isFlagged(answered.llr)) {
    await deps.db.write((tx) => recordFlag(tx, caller.id, now))
  }
  const wrongStreak = answered.streak ?? 0
  if (caller !== undefined) await startCooldown(deps.db, { userId: caller.id, wrongStreak, now })
  return refuseWrong(wrongStreak >= 2 ? 'captcha' : reload)
}
