import type { Contract } from '@runnel/contract'
import type { Role } from '@runnel/contract/values'
import {
  consumeStepUpAttempt,
  notifyAndMail,
  providerAccounts,
  providerNames,
  usableProvider,
} from '#features/user/user.ts'
import { later } from '#kernel/clock.ts'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { refuse } from '#kernel/refusal.ts'
import { PROOF_SECONDS, provedUntil } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import { newTotpSecret, stepOfCode, totpUri } from './codes.ts'
import { requiredProofs, type StepUpDeps, verifyStepUp, refuseWrongCode } from './step-up.ts'
import { disableTwoStep, openFor, renewRecoveryCodes, sealFor } from './totp-secret.ts'

export { type StepUpDeps, verifyStepUp } from './step-up.ts'
export { disableTwoStep, consumeCode } from './totp-secret.ts'

type Routes = Contract['twoStep']

/** The second step of a login, and proving anew who is at the screen. */
export const twoStep = (deps: StepUpDeps): Handlers<Routes> => ({
  status: (_input, context) => statusOf(context),

  start: (_input, context) => startTwoStep(deps, context),

  confirm: async ({ body }, context) => ({
    recoveryCodes: await confirmTwoStep(deps, context, body.code),
    msg: say('twoStep.twoFactorAuthenticationStore'),
  }),

  disable: async ({ body }, context) => {
    refuseOff(context.caller)
    await verifyStepUp(deps, context, body)
    await disableTwoStep(context.tx, context.caller.id)
    await notifyAndMail(context, { userId: context.caller.id, kind: 'two-step-off', values: {}, now: context.now })
    context.notifyLive(context.caller.id)
    return { msg: say('twoStep.twoFactorAuthenticationOff') }
  },

  newCodes: async ({ body }, context) => {
    refuseOff(context.caller)
    await verifyStepUp(deps, context, body)
    const recoveryCodes = await renewRecoveryCodes(deps.secrets, context.tx, {
      userId: context.caller.id,
      now: context.now,
    })
    return { recoveryCodes, msg: say('twoStep.newRecoveryCodesGenerated') }
  },

  stepUp: async ({ body }, context) => {
    await refuseProviderOnly(context)
    await verifyStepUp(deps, context, body)
    const { tx, caller, now } = context
    await tx.updateTable('sessions').set({ proved_at: now }).where('id', '=', caller.sessionId).execute()
    return { provedUntil: later(now, PROOF_SECONDS).toISOString() }
  },
})

const statusOf = async ({ db, caller, settings, now }: Context<Routes['status']>) => {
  const [user, left, { google, telegram }] = await Promise.all([
    db
      .selectFrom('users')
      .select(['role', 'password_hash', 'two_step_at', 'email_verified_at'])
      .where('id', '=', caller.id)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('recovery_codes')
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('user_id', '=', caller.id)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow(),
    providerAccounts(db, caller.id),
  ])
  return {
    enabled: user.two_step_at !== null,
    enabledAt: user.two_step_at?.toISOString() ?? null,
    recoveryCodesLeft: left.count,
    required: settings.two_step_staff && user.role !== 'user',
    needsVerified: user.two_step_at === null && isUnproved(user),
    hasPassword: user.password_hash !== null,
    google: google === undefined ? null : { email: google.label, linkedAt: google.linked_at.toISOString() },
    telegram: telegram === undefined ? null : { name: telegram.label, linkedAt: telegram.linked_at.toISOString() },
    provesBy: usableProvider(settings, { google, telegram }) ?? null,
    provedUntil: provedUntil(caller, now)?.toISOString() ?? null,
    asks: requiredProofs(user),
  }
}

const startTwoStep = async ({ secrets }: StepUpDeps, context: Context<Routes['start']>) => {
  const { tx, caller, settings, now } = context
  if (caller.hasTwoStep) refuse('conflict', 'TWO_STEP_ON', say('twoStep.twoFactorAuthenticationAlready'))
  await refuseUnproved(tx, caller.id)
  const secret = newTotpSecret()
  const made = { secret: sealFor(secrets, caller.id, secret), started_at: now, last_step: 0 }
  await tx
    .insertInto('two_steps')
    .values({ user_id: caller.id, ...made })
    // A secret that counts already is never replaced, whatever comes at once.
    .onConflict((row) => row.column('user_id').doUpdateSet(made).where('two_steps.confirmed_at', 'is', null))
    .execute()
  return { secret, uri: totpUri({ secret, site: settings.site_name, username: caller.username }) }
}

/** A secret that was not confirmed within this time was seen by who knows whom. */
const CONFIRM_SECONDS = 1_800

const confirmTwoStep = async (deps: StepUpDeps, context: Context<Routes['confirm']>, code: string) => {
  const { tx, caller, now, notifyLive } = context
  await refuseUnproved(tx, caller.id)
  const started = await tx
    .selectFrom('two_steps')
    .select('secret')
    .where('user_id', '=', caller.id)
    .where('confirmed_at', 'is', null)
    .where('started_at', '>', later(now, -CONFIRM_SECONDS))
    .forUpdate()
    .executeTakeFirst()
  const secret = started && openFor(deps.secrets, caller.id, started.secret)
  if (secret === undefined) return refuse('conflict', 'TWO_STEP_NOT_STARTED', say('twoStep.setupExpiredStartAgain'))
  await consumeStepUpAttempt(deps.limits, caller.sessionId)
  const step = stepOfCode({ secret, code: code.replace(/[\s-]/g, ''), now })
  if (step === undefined) return refuseWrongCode()
  await tx
    .updateTable('two_steps')
    .set({ confirmed_at: now, last_step: step })
    .where('user_id', '=', caller.id)
    .execute()
  await tx.updateTable('users').set({ two_step_at: now }).where('id', '=', caller.id).execute()
  await notifyAndMail(context, { userId: caller.id, kind: 'two-step-on', values: {}, now })
  notifyLive(caller.id)
  return renewRecoveryCodes(deps.secrets, tx, { userId: caller.id, now })
}

/**
 * Whoever signs up with a stranger's address could keep its reader out for ever: a link to that mailbox sets a new
 * password, and takes no second step off. The people of the site are named by its owner.
 */
const isUnproved = (user: { readonly role: Role; readonly email_verified_at: Date | null }): boolean =>
  user.role === 'user' && user.email_verified_at === null

/** With the row held: the account may move to another mailbox at this very moment. */
const refuseUnproved = async (tx: Tx, userId: string): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select(['role', 'email_verified_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (isUnproved(user)) refuse('conflict', 'VERIFY_FIRST', say('twoStep.verifyEmailAddressFirst'))
}

const refuseOff = ({ hasTwoStep }: { readonly hasTwoStep: boolean }): void => {
  if (!hasTwoStep) refuse('conflict', 'TWO_STEP_OFF', say('twoStep.twoFactorAuthenticationOff'))
}

/** Who has neither password nor code can prove themselves only where they signed in. */
const refuseProviderOnly = async ({ tx, caller, settings }: Context<Routes['stepUp']>): Promise<void> => {
  const user = await tx
    .selectFrom('users')
    .select(['password_hash', 'two_step_at'])
    .where('id', '=', caller.id)
    .executeTakeFirstOrThrow()
  const asks = requiredProofs(user)
  if (!asks.password && !asks.code) {
    const provider = providerNames[usableProvider(settings, await providerAccounts(tx, caller.id)) ?? 'google']
    refuse('conflict', 'PROVE_BY_PROVIDER', say('twoStep.signInByProviderAgain', { provider }))
  }
}
