import type { Contract } from '@runnel/contract'
import type { Answer, Input } from '@runnel/contract/route'
import { notify } from '#features/user/user.ts'
import { audit, byCaller } from '#kernel/audit.ts'
import type { WriteContext } from '#kernel/context.ts'
import type { Tx } from '#kernel/db.ts'
import { newId } from '#kernel/id.ts'
import { refuse, refuseField } from '#kernel/refusal.ts'
import { money, say } from '#kernel/words/say.ts'
import { type Account, balancesOf, houseAccount, userAccount } from '#money/accounts.ts'
import { clawBack, reverse } from '#money/claw-back.ts'
import { findTransferById, post, type TransferRow } from '#money/ledger.ts'
import { reversedOf } from '#money/statement.ts'
import { noSuchUser } from './user-detail.ts'
import { isReversible } from './user-statement.ts'

type Routes = Contract['admin']

export interface Adjustment extends Omit<Input<Routes['adjustUser']>['body'], 'asDebt'> {
  readonly userId: string
  readonly asDebt?: boolean | undefined
  /** What makes it happen once. */
  readonly key: string
}

/** Gives something to a balance or takes it, and tells the user why. */
export const adjust = async (context: WriteContext, given: Adjustment): Promise<void> => {
  const { tx, now, notifyLive } = context
  const { userId, account, amount, reason, asDebt = false, key } = given
  const before = await lockUserRow(context, userId)
  const own = userAccount(userId, account)
  const house = houseAccount('adjustment')
  const moved = { kind: 'adjustment', amount: Math.abs(amount), key: `adjustment:${key}`, meta: { reason } } as const
  if (amount > 0) await post(tx, [{ ...moved, debit: house, credit: own }], now)
  else if (asDebt) {
    await clawBack(tx, { leg: { ...moved, debit: own, credit: house }, userId, reason, now })
  } else {
    refuseShort(context, { has: before[account], taken: -amount })
    await post(tx, [{ ...moved, debit: own, credit: house }], now)
  }
  await notify(tx, { userId, kind: 'account-adjusted', values: { amount, reason }, now })
  notifyLive(userId)
  const after = { ...(await ownedBy(tx, userId)), account, amount, reason }
  await audit(tx, { ...byCaller(context), action: 'user.adjust', target: userId, before, after })
}

/** What can be said before anything is proposed or moved. */
export const refuseWrongAdjustment = (
  { caller }: Pick<WriteContext, 'caller'>,
  { userId, account, amount, asDebt = false }: Pick<Adjustment, 'userId' | 'account' | 'amount' | 'asDebt'>,
): void => {
  refuseOwn(caller?.id, userId)
  if (!asDebt) return
  if (amount > 0) refuseField('asDebt', 'DEBT_OF_A_GIFT', say('owner.users.onlyDeductionBecomeDebt'))
  if (account !== 'main') refuseField('asDebt', 'DEBT_OF_DEPOSIT', say('owner.users.onlyEarnedBalanceGo'))
}

export const refuseOwn = (callerId: string | undefined, userId: string): void => {
  if (callerId === userId) refuse('forbidden', 'OWN_ACCOUNT', say('owner.users.adjustOwnAccount'))
}

const refuseShort = ({ settings }: WriteContext, { has, taken }: { has: number; taken: number }): void => {
  if (taken <= has) return
  const balance = money(has, settings.site_currency)
  const msg = say('owner.users.balanceOnlyDeductLess', { balance })
  refuse('conflict', 'BALANCE_TOO_LOW', msg, { errors: { amount: msg } })
}

export interface ReversalInput {
  readonly userId: string
  readonly transferId: string
  readonly reason: string
}

/** Undoes one movement of a user. The ledger holds that nothing is undone twice. */
export const undoTransfer = async (context: WriteContext, input: ReversalInput): Promise<void> => {
  const { tx, now, notifyLive } = context
  const { userId, transferId, reason } = input
  const before = await lockUserRow(context, userId)
  const transfer = await undoable(tx, input)
  const taken = accountOf(transfer.credit, userId)
  if (taken !== undefined) refuseShort(context, { has: before[taken], taken: transfer.amount })
  await reverse(tx, { key: transfer.key, reason, now })
  const amount = taken === undefined ? transfer.amount : -transfer.amount
  await notify(tx, { userId, kind: 'account-adjusted', values: { amount, reason }, now })
  notifyLive(userId)
  const after = { ...(await ownedBy(tx, userId)), transferId, kind: transfer.kind, amount, reason }
  await audit(tx, { ...byCaller(context), action: 'user.reverse', target: userId, before, after })
}

/** A movement of this user that a person may undo. */
export const undoable = async (
  tx: Tx,
  { userId, transferId }: Pick<ReversalInput, 'userId' | 'transferId'>,
): Promise<TransferRow> => {
  const transfer = await findTransferById(tx, transferId)
  const isOwn = transfer && (accountOf(transfer.debit, userId) ?? accountOf(transfer.credit, userId)) !== undefined
  if (transfer === undefined || isOwn !== true) {
    return refuse('notFound', 'NOT_FOUND', say('owner.users.transactionFoundUser'))
  }
  if (!isReversible(transfer.kind)) {
    refuse('conflict', 'NOT_REVERSIBLE', say('owner.users.typeTransactionReversedHere'))
  }
  if ((await reversedOf(tx, [transferId])).size > 0) {
    refuse('conflict', 'ALREADY_REVERSED', say('owner.users.transactionAlreadyBeenReversed'))
  }
  return transfer
}

const accountOf = (account: Account, userId: string): 'main' | 'deposit' | undefined =>
  (['main', 'deposit'] as const).find((kind) => userAccount(userId, kind) === account)

type Owned = Omit<Answer<Routes['adjustUser']>, 'approval' | 'msg'>

/** What a user owns and owes, as the answers say it. */
export const ownedView = async (tx: Tx, userId: string): Promise<Owned> => {
  const { main, deposit, debt } = await ownedBy(tx, userId)
  return { balance: main, depositBalance: deposit, debt }
}

const ownedBy = async (tx: Tx, userId: string): Promise<{ main: number; deposit: number; debt: number }> => {
  const { main, deposit, debt } = await balancesOf(tx, userId)
  return { main, deposit, debt }
}

/** Locks the user's row, which comes before the accounts, and returns what there is. */
const lockUserRow = async ({ tx }: WriteContext, userId: string) => {
  const user = await tx
    .selectFrom('users')
    .select(['id', 'deleted_at'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (user === undefined) return noSuchUser()
  if (user.deleted_at !== null) refuse('conflict', 'USER_DELETED', say('owner.users.accountDeletedUser'))
  return ownedBy(tx, userId)
}

/** The key of an act that is carried out at once. */
export const newAct = (): string => newId()
