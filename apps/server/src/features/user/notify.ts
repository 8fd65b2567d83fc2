import { type NotificationKind, OptionalMail, type PushKind, pushKinds } from '@runnel/contract/account/user-kinds'
import type { WriteAccess } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { callIn } from '#kernel/postgres/statements.ts'
import { mailNotificationJob } from './mail-jobs.ts'

interface Payout {
  readonly amount: number
  readonly currency: string
}

interface Campaign {
  readonly title: string
}

interface Offer {
  readonly wall: string
  readonly offer: string
  readonly amount: number
}

/** A task, for the one who gives it; the id leads there. */
interface Task {
  readonly title: string
  readonly taskId: string
}

/** A piece of work on a task. */
interface Work extends Task {
  readonly submissionId: string
}

/** What each kind of notification tells; the client's catalogue has words with these very names in them. */
export interface NotificationValues {
  readonly welcome: Readonly<Record<never, never>>
  readonly 'level-up': { readonly level: number }
  readonly 'email-verified': { readonly email: string }
  readonly 'password-changed': Readonly<Record<never, never>>
  readonly 'google-linked': { readonly email: string }
  readonly 'google-unlinked': { readonly email: string }
  readonly 'telegram-linked': { readonly name: string }
  readonly 'telegram-unlinked': { readonly name: string }
  readonly 'two-step-on': Readonly<Record<never, never>>
  readonly 'two-step-off': Readonly<Record<never, never>>
  readonly 'recovery-code-used': { readonly left: number }
  readonly 'passkey-added': { readonly name: string }
  readonly 'passkey-removed': { readonly name: string }
  readonly 'passkey-copied': { readonly name: string }
  readonly 'payout-address-added': { readonly method: string; readonly address: string; readonly hours: number }
  /** An endpoint is sent what happens in the account; only its host is told. */
  readonly 'webhook-added': { readonly host: string }
  readonly 'api-key-added': { readonly name: string }
  readonly 'new-device': { readonly device: string; readonly place: string }
  readonly 'withdrawal-requested': Payout
  readonly 'withdrawal-approved': Payout
  readonly 'withdrawal-paid': Payout & { readonly receives: string; readonly txId: string }
  readonly 'withdrawal-rejected': Payout & { readonly reason: string }
  readonly 'withdrawal-failed': Payout & { readonly reason: string }
  readonly 'deposit-credited': { readonly amount: number }
  readonly 'campaign-approved': Campaign
  readonly 'campaign-rejected': Campaign & { readonly amount: number; readonly reason: string }
  readonly 'campaign-paused': Campaign & { readonly reason: string }
  /** Sent back to review by the system. */
  readonly 'campaign-review': Campaign & { readonly reason: string }
  readonly 'campaign-completed': Campaign
  /** Deleted by a person of the site; what was left came back. */
  readonly 'campaign-deleted': Campaign & { readonly amount: number }
  /** Views that turned out invalid came back to the campaign. */
  readonly 'campaign-returned': Campaign & { readonly amount: number; readonly reason: string }
  /** Told to the viewer: a reward was taken back. */
  readonly 'view-returned': Campaign & { readonly amount: number; readonly reason: string }
  /** A person has looked at a held visit. */
  readonly 'link-paid': { readonly link: string; readonly amount: number }
  readonly 'link-refused': { readonly link: string; readonly amount: number; readonly reason: string }
  readonly 'offer-credited': Offer
  readonly 'offer-held': Offer & { readonly days: number }
  readonly 'offer-released': Offer
  readonly 'offer-charged-back': Offer & { readonly reason: string }
  /** A report of a missing reward was passed to the vendor or declined. */
  readonly 'report-answered': {
    readonly wall: string
    readonly offer: string
    readonly state: string
    readonly reason: string
  }
  readonly 'task-approved': Task
  readonly 'task-rejected': Task & { readonly amount: number; readonly reason: string }
  readonly 'task-paused': Task & { readonly reason: string }
  readonly 'task-completed': Task
  readonly 'task-update-accepted': Task
  readonly 'task-update-denied': Task & { readonly reason: string }
  /** Somebody has sent a proof. */
  readonly 'task-sent': Work & { readonly username: string }
  /** So many proofs will soon be accepted by themselves. */
  readonly 'task-review-due': Task & { readonly count: number }
  readonly 'submission-accepted': Work & { readonly amount: number }
  readonly 'submission-denied': Work & { readonly reason: string }
  readonly 'submission-revision': Work & { readonly reason: string }
  /** The owner has taken a decision back. */
  readonly 'submission-reopened': Work
  /** Not sent in time. */
  readonly 'submission-expired': Work
  readonly 'dispute-opened': Work & { readonly reason: string }
  readonly 'dispute-answered': Work & { readonly reason: string }
  /** Told to each side as it is for them. */
  readonly 'dispute-won': Work & { readonly reason: string }
  readonly 'dispute-lost': Work & { readonly reason: string }
  /** Somebody who came by the own link has verified the address; the name has its middle hidden. */
  readonly 'referral-joined': { readonly username: string }
  /** An endpoint of theirs takes nothing any more. */
  readonly 'webhook-disabled': { readonly host: string }
  /** Told to the admins: something of the site needs them; in a whole sentence. */
  readonly 'site-alert': { readonly reason: string }
  readonly 'prize-won': { readonly amount: number; readonly rank: number; readonly board: string }
  /** A message to the owner was answered; the answer itself comes by mail. */
  readonly 'contact-answered': { readonly subject: string }
  readonly 'account-locked': { readonly reason: string }
  readonly 'account-unlocked': Readonly<Record<never, never>>
  /** Something short of a lock: half rewards, withdrawals by hand, more challenges, a pause. */
  readonly 'account-measured': { readonly measure: string; readonly reason: string }
  /** Measures have ended; what they kept back, in units, was paid. */
  readonly 'account-released': { readonly amount: number }
  readonly 'account-answered': { readonly verdict: string; readonly message: string }
  /** A person of the site gave something to a balance, or took it: the amount is below zero then. */
  readonly 'account-adjusted': { readonly amount: number; readonly reason: string }
}

/** Kinds that matter even to somebody who is not here: they also go out as a mail. */
export const mailedKinds = [
  'password-changed',
  'google-linked',
  'google-unlinked',
  'telegram-linked',
  'telegram-unlinked',
  'two-step-on',
  'two-step-off',
  'recovery-code-used',
  'passkey-added',
  'passkey-removed',
  'passkey-copied',
  'payout-address-added',
  'webhook-added',
  'api-key-added',
  'account-locked',
  'account-answered',
  'site-alert',
  ...OptionalMail.options,
] as const satisfies readonly NotificationKind[]
export type MailedKind = (typeof mailedKinds)[number]

interface NotificationInput<Kind extends NotificationKind> {
  readonly userId: string
  readonly kind: Kind
  readonly values: NotificationValues[Kind]
  readonly now: Date
}

/** Puts a notification under a user's bell. Kinds that are mailed as well go by `notifyAndMail`. */
export const notify = async <Kind extends Exclude<NotificationKind, MailedKind>>(
  tx: Tx,
  input: NotificationInput<Kind>,
): Promise<void> => {
  await write(tx, input)
}

/** Puts a notification under a user's bell and sends it as a mail, exactly if the transaction commits. */
export const notifyAndMail = async <Kind extends MailedKind>(
  { tx, enqueue }: Pick<WriteAccess, 'tx' | 'enqueue'>,
  input: NotificationInput<Kind>,
): Promise<void> => {
  await enqueue(mailNotificationJob, { notificationId: await write(tx, input) })
}

/** Tells somebody whose reward has brought a new level. */
export const notifyLevelUp = async (
  tx: Tx,
  { userId, paid, now }: { userId: string; paid: { level: number; levelBefore: number }; now: Date },
): Promise<void> => {
  if (paid.level > paid.levelBefore) await notify(tx, { userId, kind: 'level-up', values: { level: paid.level }, now })
}

const write = async <Kind extends NotificationKind>(tx: Tx, { userId, kind, values, now }: NotificationInput<Kind>) => {
  const id = newId()
  const push = (pushKinds as Partial<Record<NotificationKind, PushKind>>)[kind]
  const args = [id, userId, kind, JSON.stringify(values), push ?? null, now]
  await callIn(tx, { name: 'notification_add', args })
  return id
}
