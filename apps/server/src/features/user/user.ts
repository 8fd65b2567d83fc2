import type { Contract } from '@runnel/contract'
import type { Context, Handlers } from '#kernel/context.ts'
import type { Read, Tx } from '#kernel/db.ts'
import type { EventBus } from '#kernel/event-bus.ts'
import type { RateLimits } from '#kernel/http/rate-limit.ts'
import { refuse } from '#kernel/refusal.ts'
import { sessionEnd, type Caller } from '#kernel/session.ts'
import { say } from '#kernel/words/say.ts'
import { setAccessibilityMode } from './accessibility-mode.ts'
import { changeEmail, changePassword, changeSettings, resendVerification } from './account.ts'
import { createStreams } from './live.ts'
import { deviceLabel, locationLabel } from './session-labels.ts'
import { type ReadReferred, statementFile, statementOf, statsOf } from './statement.ts'
import { notificationsOf, ownView, userView } from './view.ts'
import { yearFile } from './year-statement.ts'

type Routes = Contract['user']

const SESSIONS_SHOWN = 100

/** The sessions that are signed in, the one that asks first. */
const sessionsOf = async ({ db, caller, now }: Context<Routes['sessions']>) => {
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'country', 'ip_net', 'created_at', 'last_seen_at', 'expires_at'])
    .where('user_id', '=', caller.id)
    .where('expires_at', '>', now)
    .orderBy((row) => row('id', '=', caller.sessionId), 'desc')
    .orderBy('last_seen_at', 'desc')
    .limit(SESSIONS_SHOWN)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    current: row.id === caller.sessionId,
    device: deviceLabel(row.user_agent),
    place: locationLabel(row.country, row.ip_net),
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    endsAt: sessionEnd({ role: caller.role, signedInAt: row.created_at }).toISOString(),
  }))
}

/** Ends one session of the caller's own. */
const endOwnSession = async ({ tx, caller }: Context<Routes['endSession']>, id: string): Promise<void> => {
  const ended = await tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', caller.id).executeTakeFirst()
  if (ended.numDeletedRows === 0n) refuse('notFound', 'NO_SUCH_SESSION', say('user.sessionAlreadyEnded'))
}

export { lockUser, refuseEmailTaken, refuseTakenEmail, setPassword, voidLinks } from './account.ts'
export { emailKey, refuseDisposable } from './email.ts'
export { localDay, localMinute, nextMorning } from './local-morning.ts'
export { digestRateOf, setDigestRate } from './mail-digest.ts'
export {
  mailAccountDeleted,
  mailDigest,
  mailEmailChanged,
  mailImportedUser,
  mailNotificationJob,
  mailReset,
  mailVerify,
} from './mail-jobs.ts'
export {
  mailedKinds,
  type MailedKind,
  type NotificationValues,
  notify,
  notifyAndMail,
  notifyLevelUp,
} from './notify.ts'
export {
  detachProvider,
  detachProviders,
  detachUntrusted,
  notifyProviderChange,
  providerAccount,
  providerNames,
  providerSetup,
  providerTables,
  refuseWithoutWay,
  providerAccounts,
  usableProvider,
} from './provider-accounts.ts'
export { hashPassword, isOutdated, isPassword, refuseWeakPassword } from './password.ts'
export { deviceLabel, locationLabel } from './session-labels.ts'
export {
  resetStepUpAttempts,
  consumeStepUpAttempt,
  recordRefusedStepUp,
  type StepUpContext,
} from './step-up-attempts.ts'
export { timezoneOf } from './timezone.ts'
export { userView } from './view.ts'

/** What the user's own pages depends on. */
export interface UserDeps {
  readonly live: Pick<EventBus, 'subscribe'>
  readonly limits: RateLimits
  /** What there is to do elsewhere, asked of the features that know. */
  readonly counts: (db: Read, viewer: CountedFor) => Promise<Counts>
  /** What referring people brought, asked of the feature that knows. */
  readonly referred: ReadReferred
  /** What offerwalls know a user by, asked of the feature that signs for them. */
  readonly wallMarks: (db: Read, user: Marked) => Promise<{ readonly signature: string; readonly cpxHash: string }>
}

/** Whom counts are made for. */
export interface CountedFor {
  readonly userId: string
  readonly country: string | null
  readonly userAgent: string
  readonly now: Date
}

interface Marked {
  readonly userId: string
  readonly username: string
  readonly now: Date
}

export interface Counts {
  readonly ptcCount: number
  readonly linkCount: number
  readonly taskCount: number
}

/** The signed-in user: profile, sessions, notifications, statement. */
export const user = (deps: UserDeps) => {
  const openStream = createStreams(deps.live)
  return {
    me: (_input, context) => meOf(deps, context),
    refresh: (_input, context) => refreshOf(deps, context),
    live: (_input, { caller }) => openStream(caller.id),
    profile: async ({ body }, context) => {
      const { email, currentPassword, ...settings } = body
      await changeSettings(context, settings)
      // The contract asks for the password beside an address, so that a lent screen cannot take the account away.
      const moved =
        email !== undefined &&
        currentPassword !== undefined &&
        (await changeEmail(deps.limits, context, { email, currentPassword }))
      const shown = await userView(context.tx, { userId: context.caller.id, now: context.now })
      context.notifyLive(context.caller.id)
      const msg = moved ? say('user.savedOpenLinkSent', { email: shown.email }) : say('saved')
      return { user: shown, msg }
    },
    password: async ({ body }, context) => {
      await changePassword(deps.limits, context, body)
      return { msg: say('user.passwordChangedBeenSigned') }
    },
    readNotifications: async ({ body }, { tx, caller, now, notifyLive }) => {
      await markRead(tx, { userId: caller.id, ids: body.ids, now })
      notifyLive(caller.id)
      return notificationsOf(tx, caller.id)
    },
    resend: async (_input, context) => {
      await resendVerification(context)
      return { msg: say('user.emailSentCheckSpam') }
    },
    sessions: async (_input, context) => ({ sessions: await sessionsOf(context) }),
    endSession: async ({ params }, context) => {
      await endOwnSession(context, params.id)
      return { msg: say('user.sessionEnded') }
    },
    stats: (_input, context) => statsOf(context, deps.referred),
    statement: ({ query }, context) => statementOf(context, query),
    statementCsv: ({ query }, context) => statementFile(context, query),
    yearStatementCsv: ({ query }, context) => yearFile(context, query.year),
    accessible: async ({ body }, { tx, caller }) => {
      const chosen = await setAccessibilityMode(tx, { userId: caller.id, ...body })
      if (chosen.withoutPictures) return { ...chosen, msg: say('user.accessibilityMode') }
      return { ...chosen, msg: chosen.simpleImages ? say('user.simpleImages') : say('user.imageCaptchas') }
    },
  } satisfies Handlers<Contract['user']>
}

type MeContext = Context<Contract['user']['me']>

const meOf = async ({ counts, wallMarks }: UserDeps, { db, caller, visitor, now }: MeContext) => {
  const [{ user: shown, hasSetPassword }, notification, currencies, counted, marks] = await Promise.all([
    ownView(db, { userId: caller.id, now }),
    notificationsOf(db, caller.id),
    currenciesOf(db),
    counts(db, { userId: caller.id, ...visitor, now }),
    wallMarks(db, { userId: caller.id, username: caller.username, now }),
  ])
  return {
    user: shown,
    ...counted,
    ...marks,
    notification,
    hasSetPassword,
    needsInit: caller.needsInit,
    currencies,
    cooldown: cooldownOf(caller, now),
  }
}

/** Asked for often: a few short statements at once. */
const refreshOf = async ({ counts }: UserDeps, { db, caller, visitor, now }: MeContext) => {
  const [shown, notification, counted] = await Promise.all([
    userView(db, { userId: caller.id, now }),
    notificationsOf(db, caller.id),
    counts(db, { userId: caller.id, ...visitor, now }),
  ])
  return { user: shown, ...counted, notification, cooldown: cooldownOf(caller, now) }
}

interface MarkReadInput {
  readonly userId: string
  /** Undefined: all. */
  readonly ids: readonly string[] | undefined
  readonly now: Date
}

const markRead = async (tx: Tx, { userId, ids, now }: MarkReadInput): Promise<void> => {
  if (ids?.length === 0) return
  await tx
    .updateTable('notifications')
    .set({ read_at: now })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .execute()
}

const cooldownOf = ({ cooldownUntil, cooldownReason }: Caller, now: Date) =>
  cooldownUntil !== null && cooldownUntil > now
    ? { until: cooldownUntil.toISOString(), reason: cooldownReason ?? '' }
    : null

/** The coins that can be withdrawn, in the owner's order. */
const currenciesOf = async (db: Read): Promise<string[]> => {
  const rows = await db
    .selectFrom('withdraw_methods')
    .select('currency')
    .where('enabled', '=', true)
    .groupBy('currency')
    .orderBy((row) => row.fn.min('position'))
    .orderBy('currency')
    .execute()
  return rows.map(({ currency }) => currency)
}
