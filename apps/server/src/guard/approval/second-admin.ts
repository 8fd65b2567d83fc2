import type { Contract } from '@runnel/contract'
import type { ApprovalKind } from '@runnel/contract/admin/approval'
import { actGuards } from '@runnel/contract/guards'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import type { ParsedInput } from '#kernel/http/parse.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import { requireFreshProof } from '#kernel/step-up.ts'
import { say } from '#kernel/words/say.ts'
import type { Units } from '#money/amount.ts'
import { changeNeedsSecond, doneAlone, gainOf, isSmallRise, type Rise, riseNeedsSecond } from './limits.ts'
import { needsTwoAdmins, isProposed, requestApproval } from './rules.ts'

interface What {
  /** What would happen, in one sentence; it holds no secret. */
  readonly sentence: string
  /** The row that it is about; unset for a new one. */
  readonly ref?: string
}

/** Thrown by a rule whose act waits for a second admin; everything it did is rolled back. */
class NeedsSecondError extends Error {
  readonly what: What
  readonly amount: Units | null
  constructor(what: What, amount: Units | null) {
    super(what.sentence)
    this.what = what
    this.amount = amount
  }
}

/** Transactions whose rule has asked whether it may go on. */
const asked = new WeakSet<Tx>()

/**
 * Lets an act that decides an amount go on, or asks for a fresh proof or a second admin. Returns what the audit log
 * notes of it: what it lets one user get more; null where two admins wanted it.
 */
export const allowRise = async (
  context: WriteContext,
  { rise, ...what }: What & { rise: Rise },
): Promise<Units | null> => {
  asked.add(context.tx)
  if (context.secondAgreed === true) return null
  const gain = gainOf(rise)
  if (gain === 0) return 0
  const alone = await doneAlone(context)
  const waits = await riseNeedsSecond(context, rise, alone)
  if (waits || !isSmallRise(rise, alone)) requireFreshProof(callerOf(context))
  if (waits) throw new NeedsSecondError(what, gain)
  return gain
}

export interface Payment {
  readonly userId: string
  readonly amount: Units
}

export const totalOf = (payments: readonly Payment[]): Units => payments.reduce((sum, { amount }) => sum + amount, 0)

/** The same for what pays single users something that was kept back; returns whether one admin decides it alone. */
export const allowPayments = async (
  context: WriteContext,
  { payments, ...what }: What & { payments: readonly Payment[] },
): Promise<boolean> => {
  asked.add(context.tx)
  if (context.secondAgreed === true) return false
  const total = totalOf(payments)
  if (total === 0) return true
  if (!isSmallRise({ from: 0, to: total }, { unproved: 0 })) requireFreshProof(callerOf(context))
  for (const { userId, amount } of payments) {
    if (amount > 0 && (await changeNeedsSecond(context, { userId, amount })) && (await needsTwoAdmins(context))) {
      throw new NeedsSecondError(what, total)
    }
  }
  return true
}

/** The same for what loosens something, whatever it may be worth. */
export const allowLoosening = async (
  context: WriteContext,
  { isLooser, ...what }: What & { isLooser: boolean },
): Promise<void> => {
  asked.add(context.tx)
  if (context.secondAgreed === true || !isLooser) return
  requireFreshProof(callerOf(context))
  if (await needsTwoAdmins(context)) throw new NeedsSecondError(what, null)
}

const callerOf = ({ caller, now }: Pick<WriteContext, 'caller' | 'now'>) => {
  assert(caller !== undefined, 'an admin is signed in')
  return { caller, now }
}

type Admin = Handlers<Contract['admin']>
/** Any rule of the admin area, as its name alone tells it. */
export type AnyRule = (input: ParsedInput, context: WriteContext) => unknown

/** Acts that are proposed by a rule of their own, which knows more about them than what was sent. */
const OWN_PROPOSAL = new Set<ApprovalKind>([
  'user.adjust',
  'user.reverse',
  'withdrawal.approve',
  'withdrawal.refund',
  'setting.save',
  'method.edit',
])

/** Acts that wait as they were sent, and are sent again once a second admin has accepted them. */
export const waitingActs: readonly { readonly name: keyof Admin; readonly kind: ApprovalKind }[] = Object.entries(
  actGuards.admin,
).flatMap(([name, { waitsAs: kind }]) =>
  // The guards are of this very feature, so that each of their names is one of its endpoints.
  kind === null || OWN_PROPOSAL.has(kind) ? [] : [{ name: name as keyof Admin, kind }],
)

/**
 * Lets every act that may wait for a second admin do so: what its rule refuses to do alone is written down as it was
 * sent, sealed, since it may hold a key. A rule that never asked whether it may go on is an error of ours.
 */
export const withSecond = (rules: Admin, secrets: Secrets): Admin => {
  const waiting = waitingActs.map(({ name, kind }) => {
    const rule = rules[name] as AnyRule
    const guardedRule: AnyRule = async (input, context) => {
      try {
        const answer = await rule(input, context)
        assert(asked.has(context.tx), `${name} asks whether it needs a second admin`)
        return answer
      } catch (error) {
        if (!(error instanceof NeedsSecondError)) throw error
        return requestSecondAdmin(context, { kind, error, input, secrets })
      }
    }
    return [name, guardedRule]
  })
  // Each of these rules takes and gives what the one that it stands for does.
  return { ...rules, ...(Object.fromEntries(waiting) as Partial<Admin>) } as Admin
}

interface RequestApprovalInput {
  readonly kind: ApprovalKind
  readonly error: NeedsSecondError
  readonly input: ParsedInput
  readonly secrets: Secrets
}

/** Refuses the act and, once it is rolled back, writes it down for another admin. */
const requestSecondAdmin = async (
  context: WriteContext,
  { kind, error, input, secrets }: RequestApprovalInput,
): Promise<never> => {
  const { amount, what } = error
  const { sentence, ref = null } = what
  if (await isProposed(context, { kind, ref, sentence })) {
    refuse('conflict', 'PROPOSED_ALREADY', say('owner.approval.alreadyWaitingSecondAdmin'))
  }
  const { params, query, body } = input
  const payload = { sentence, input: { sealed: secrets.seal(JSON.stringify({ params, query, body })) } }
  const reason = say('owner.settings.exceedsWhatOneAdmin')
  context.onRollback(async (tx) => {
    await requestApproval({ ...context, tx }, { kind, user_id: null, ref, amount, reason, payload })
  })
  const action = { type: 'redirect', path: '/app/admin/approval?state=pending' } as const
  const msg = say('owner.approval.secondAdminMustApprove')
  return refuse('conflict', 'WAITS_FOR_SECOND', msg, { action })
}
