import {
  resetStepUpAttempts,
  isPassword,
  consumeStepUpAttempt,
  recordRefusedStepUp,
  type StepUpContext,
} from '#features/user/user.ts'
import type { Tx } from '#kernel/db.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { assert, refuseField } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { refuseEndedSession } from '#kernel/session.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { consumeCode } from './totp-secret.ts'

/** What proving depends on. */
export interface StepUpDeps {
  readonly limits: RateLimits
  readonly secrets: Secrets
}

export interface StepUpProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** What proves who this is: its password if it has one, and a code if it signs in with one. */
export const requiredProofs = (user: { readonly password_hash: string | null; readonly two_step_at: Date | null }) => ({
  password: user.password_hash !== null,
  code: user.two_step_at !== null,
})

/** Refuses unless the person at the screen is the account's. Who has neither password nor code proved it by Google. */
export const verifyStepUp = async (
  deps: StepUpDeps,
  context: StepUpContext,
  { password, code }: StepUpProof,
): Promise<void> => {
  const { tx, caller, now } = context
  const user = await userOf(tx, caller.id)
  const asks = requiredProofs(user)
  if (!asks.password && !asks.code) return requireFreshProof(context)
  if (asks.password && password === undefined) refuseField('password', 'PASSWORD_NEEDED', say('twoStep.enterPassword'))
  if (asks.code && code === undefined) refuseField('code', 'CODE_NEEDED', say('twoStep.enterAuthenticationCode'))
  await consumeStepUpAttempt(deps.limits, caller.sessionId)
  if (asks.password && !(await isPassword(user.password_hash, password ?? ''))) {
    recordRefusedStepUp(context, 'password')
    refuseField('password', 'WRONG_PASSWORD', say('google.wrongPassword'))
  }
  if (asks.code && (await consumeCode(deps.secrets, tx, { userId: caller.id, code: code ?? '', now })) === undefined) {
    recordRefusedStepUp(context, 'code')
    refuseWrongCode()
  }
  // Whatever else may still be refused, it is them.
  await resetStepUpAttempts(deps.limits, caller.sessionId)
}

export const refuseWrongCode = (): never => refuseField('code', 'WRONG_CODE', say('auth.wrongAlreadyUsedCode'))

const userOf = async (tx: Tx, userId: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['password_hash', 'two_step_at', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  assert(user !== undefined, `there is a user ${userId}`)
  refuseEndedSession(user)
  return user
}
