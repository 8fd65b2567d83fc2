import { type Contract, contract } from '@runnel/contract'
import type { Approval, ApprovalState } from '@runnel/contract/admin/approval'
import type { Route } from '@runnel/contract/route'
import type { Settings } from '@runnel/contract/settings/settings'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { applyProposed, textOfProposed } from '#features/admin/settings/settings.ts'
import { adjust, refuseOwn, undoTransfer } from '#features/admin/user/user-money.ts'
import { acceptEdit, isStillUnknown, refundUnknownWithdrawal, textOfEdit } from '#features/withdraw/owner.ts'
import { approveWithdrawals } from '#features/withdraw/withdraw.ts'
import { type AnyRule, waitingActs } from '#guard/approval/second-admin.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { Handlers, WriteContext } from '#kernel/context.ts'
import type { Read } from '#kernel/db.ts'
import { csvOf } from '#kernel/reads/csv.ts'
import { countUpTo, offsetOf } from '#kernel/reads/listing.ts'
import { assert, refuse } from '#kernel/refusal.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import type { PendingActRow } from '#kernel/tables/admin.ts'
import { money, say } from '#kernel/words/say.ts'

type Routes = Contract['admin']
type Act = Selectable<PendingActRow>
type Approvals = Pick<Handlers<Routes>, 'approvals' | 'approvalsCsv' | 'acceptApproval' | 'denyApproval'>

export interface ApprovalDeps extends Pick<DescribedAdapters, 'payouts'> {
  readonly settings: SettingsStore
  readonly secrets: Secrets
  /** The rule of an act that waited as it was sent. */
  readonly ruleOf: (name: (typeof waitingActs)[number]['name']) => AnyRule
}

/** The second pair of eyes. */
export const approvals = (deps: ApprovalDeps): Approvals => ({
  approvals: async ({ query: { page, limit, state } }, { db, caller, settings, now }) => {
    const offset = offsetOf({ page, limit })
    const matching = matchingOf(db, { state, now })
    const [rows, totalItems] = await Promise.all([
      matching.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute(),
      countUpTo(db, matching),
    ])
    return { items: await viewsOf(db, rows, { callerId: caller.id, settings, now }), totalItems }
  },

  approvalsCsv: ({ query: { state } }, { db, caller, settings, now }) =>
    csvOf<Approval>({
      name: 'approvals',
      now,
      columns: {
        time: (row) => row.proposedAt,
        state: (row) => row.state,
        act: (row) => row.sentence,
        amount_units: (row) => row.amount,
        username: (row) => row.user?.username,
        reason: (row) => row.reason,
        proposed_by: (row) => row.proposedBy,
        decided_by: (row) => row.decidedBy,
        decided: (row) => row.decidedAt,
        outcome: (row) => row.outcome,
        id: (row) => row._id,
      },
      next: async (last, limit) => {
        const rows = await matchingOf(db, { state, now })
          .selectAll()
          .$if(last !== undefined, (query) => query.where('id', '<', last?._id ?? ''))
          .orderBy('id', 'desc')
          .limit(limit)
          .execute()
        return viewsOf(db, rows, { callerId: caller.id, settings, now })
      },
    }),

  acceptApproval: async ({ params }, context) => {
    const act = await lockPendingApproval(context, params.id)
    const { caller } = context
    if (caller.id === act.proposed_by) {
      refuse('forbidden', 'OWN_PROPOSAL', say('owner.approval.anotherAdminMustApprove'))
    }
    if (act.user_id !== null) refuseOwn(caller.id, act.user_id)
    await refuseFormer(context, act.proposed_by)
    const failed = await carryOut(deps, context, act)
    const state = failed === undefined ? 'accepted' : 'failed'
    await decide(context, { act, state, outcome: failed ?? null })
    const [approval] = await read(context, params.id)
    assert(approval !== undefined, 'there is such an act')
    return { approval, msg: failed ?? say('owner.approval.approvedCompleted') }
  },

  denyApproval: async ({ params, body }, context) => {
    const act = await lockPendingApproval(context, params.id)
    await decide(context, { act, state: 'denied', outcome: body.reason })
    const [approval] = await read(context, params.id)
    assert(approval !== undefined, 'there is such an act')
    return {
      approval,
      msg: act.proposed_by === context.caller.id ? say('owner.approval.requestCanceled') : say('owner.approval.denied'),
    }
  },
})

/** One that nobody decided in time is expired, whether or not that was written down already. */
const matchingOf = (db: Read, { state, now }: { state: ApprovalState | undefined; now: Date }) =>
  db.selectFrom('pending_acts').$if(state !== undefined, (query) => {
    if (state === 'pending') return query.where('state', '=', 'pending').where('expires_at', '>', now)
    if (state !== 'expired') return query.where('state', '=', state ?? 'pending')
    return query.where((is) =>
      is.or([is('state', '=', 'expired'), is.and([is('state', '=', 'pending'), is('expires_at', '<=', now)])]),
    )
  })

/** Locks an act that still waits: of two who decide at once, the second finds it decided. */
const lockPendingApproval = async ({ tx, now }: Pick<WriteContext, 'tx' | 'now'>, id: string): Promise<Act> => {
  const act = await tx.selectFrom('pending_acts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (act === undefined) return refuse('notFound', 'NOT_FOUND', say('owner.approval.approvalRequestFound'))
  if (act.state !== 'pending') refuse('conflict', 'ALREADY_DECIDED', say('owner.approval.requestAlreadyBeenDecided'))
  if (act.expires_at <= now) refuse('conflict', 'APPROVAL_EXPIRED', say('owner.approval.requestExpiredCreateNew'))
  return act
}

/** Two admins have to want it; one who is none any more wants nothing here. */
const refuseFormer = async ({ tx }: Pick<WriteContext, 'tx'>, proposedBy: string): Promise<void> => {
  const proposer = await tx.selectFrom('users').select('role').where('id', '=', proposedBy).executeTakeFirst()
  if (proposer?.role === 'admin') return
  refuse('conflict', 'PROPOSER_LEFT', say('owner.approval.requesterNoLongerAdmin'))
}

const AdjustPayload = z.object({
  account: z.enum(['main', 'deposit']),
  amount: z.int(),
  asDebt: z.boolean(),
})

/**
 * Does it in the world as it is now; every rule is asked again, and what it refuses goes on waiting. Returns the reason
 * where the matter has settled itself meanwhile.
 */
const carryOut = async (deps: ApprovalDeps, context: WriteContext, act: Act): Promise<string | undefined> => {
  const { kind, ref, payload } = act
  if (kind === 'setting.save') {
    await applyProposed(context, { store: deps.settings, secrets: deps.secrets, payload })
    return undefined
  }
  const waiting = waitingActs.find((one) => one.kind === kind)
  if (waiting !== undefined) {
    await sendAgain(deps, context, { name: waiting.name, payload })
    return undefined
  }
  if (kind === 'method.edit') {
    assert(ref !== null, 'such an act names its method')
    return acceptEdit(context, { id: ref, payload, payouts: deps.payouts })
  }
  return carryOutMoney(context, act)
}

const NOTHING_ELSE = { headers: undefined, raw: undefined, upload: undefined } as const
const AsSent = z.object({ sentence: z.string(), input: z.object({ sealed: z.string() }) })
const Part = z.optional(z.unknown())
const Input = z.object({ params: Part, query: Part, body: Part })

/** Does what was sent, by today's bounds, as two admins want it. */
const sendAgain = async (
  { secrets, ruleOf }: ApprovalDeps,
  context: WriteContext,
  { name, payload }: Pick<(typeof waitingActs)[number], 'name'> & { readonly payload: object },
): Promise<void> => {
  const opened = secrets.open(z.parse(AsSent, payload).input.sealed)
  assert(opened !== undefined, 'what waits was sealed by this site')
  const route: Route = contract.admin[name]
  const sent = z.parse(Input, JSON.parse(opened))
  const again = (part: 'params' | 'query' | 'body') => route[part] && z.parse(route[part], sent[part])
  const input = { params: again('params'), query: again('query'), body: again('body') }
  await ruleOf(name)({ ...input, ...NOTHING_ELSE }, { ...context, secondAgreed: true })
}

const carryOutMoney = async (context: WriteContext, act: Act): Promise<string | undefined> => {
  const { id, kind, user_id: userId, ref, reason, payload } = act
  assert(userId !== null, 'such an act is about somebody')
  if (kind === 'user.adjust') {
    await adjust(context, { userId, reason, key: id, ...z.parse(AdjustPayload, payload) })
    return undefined
  }
  assert(ref !== null, 'such an act names what it is about')
  if (kind === 'user.reverse') {
    await undoTransfer(context, { userId, transferId: ref, reason })
    return undefined
  }
  if (kind === 'withdrawal.refund') {
    if (!(await isStillUnknown(context, ref))) return DECIDED
    await refundUnknownWithdrawal(context, { id: ref, reason })
    return undefined
  }
  const { done } = await approveWithdrawals(context, [ref])
  if (done.length === 0) return DECIDED
  const deed = { action: 'withdrawal.approve', target: ref, before: 'review', after: 'approved' } as const
  await audit(context.tx, { ...byCaller(context), ...deed })
  return undefined
}

const DECIDED = say('owner.approval.withdrawalAlreadyBeenDecided')

interface Decision {
  readonly act: Act
  readonly state: 'accepted' | 'denied' | 'failed'
  readonly outcome: string | null
}

const decide = async (context: WriteContext, { act, state, outcome }: Decision): Promise<void> => {
  const { tx, now, caller } = context
  await tx
    .updateTable('pending_acts')
    .set({ state, outcome, decided_at: now, decided_by: caller?.id ?? null })
    .where('id', '=', act.id)
    .execute()
  const action = state === 'denied' ? 'approval.deny' : 'approval.accept'
  const after = { state, outcome, proposedBy: act.proposed_by }
  await audit(tx, { ...byCaller(context), action, target: act.id, before: { state: 'pending' }, after })
}

const read = async ({ tx, caller, settings, now }: WriteContext, id: string): Promise<Approval[]> => {
  const rows = await tx.selectFrom('pending_acts').selectAll().where('id', '=', id).execute()
  return viewsOf(tx, rows, { callerId: caller?.id ?? '', settings, now })
}

interface ApprovalViewInput {
  readonly callerId: string
  readonly settings: Settings
  readonly now: Date
}

const viewsOf = async (db: Read, acts: readonly Act[], looking: ApprovalViewInput): Promise<Approval[]> => {
  const ids = acts.flatMap((act) => [act.user_id, act.proposed_by, act.decided_by].filter((id) => id !== null))
  if (ids.length === 0) return []
  const people = await db.selectFrom('users').select(['id', 'username']).where('id', 'in', ids).execute()
  const names = new Map(people.map(({ id, username }) => [id, username]))
  const nameOf = (id: string): string => names.get(id) ?? ''
  return acts.map((act) => ({
    _id: act.id,
    kind: act.kind,
    state: act.state === 'pending' && act.expires_at <= looking.now ? 'expired' : act.state,
    sentence: sentenceOf(act, nameOf(act.user_id ?? ''), looking.settings.site_currency),
    amount: act.amount,
    user: act.user_id === null ? null : { _id: act.user_id, username: nameOf(act.user_id) },
    ref: act.ref,
    reason: act.reason,
    proposedBy: nameOf(act.proposed_by),
    proposedAt: act.proposed_at.toISOString(),
    expiresAt: act.expires_at.toISOString(),
    decidedBy: act.decided_by === null ? null : nameOf(act.decided_by),
    decidedAt: act.decided_at?.toISOString() ?? null,
    outcome: act.outcome,
    mine: act.proposed_by === looking.callerId,
  }))
}

const sentenceOf = (act: Act, username: string, currency: string): string => {
  if (act.kind === 'setting.save') return textOfProposed(act.payload)
  if (act.kind === 'method.edit') return textOfEdit(act.payload)
  const sent = z.safeParse(AsSent, act.payload)
  if (sent.success) return sent.data.sentence
  const sum = money(act.amount ?? 0, currency)
  if (act.kind === 'withdrawal.approve') return say('owner.approval.payWithdrawal', { sum, username })
  if (act.kind === 'withdrawal.refund') return say('owner.approval.refundWithdrawalBecauseNever', { sum, username })
  if (act.kind === 'user.reverse') return say('owner.approval.reverseTransaction', { sum, username })
  const { account, amount } = z.parse(AdjustPayload, act.payload)
  return amount > 0
    ? say('owner.approval.add', { sum, account, username })
    : say('owner.approval.deduct', { sum, account, username })
}
