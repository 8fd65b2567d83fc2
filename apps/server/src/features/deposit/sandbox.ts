import type { Deposit, SandboxOutcome } from '@runnel/contract/deposit'
import { type RawBuilder, sql } from 'kysely'
import { refuse } from '#kernel/refusal.ts'
import { say } from '#kernel/words/say.ts'
import type { DepositDeps } from './deposit-deps.ts'
import { invoiceColumns, type InvoiceRef, pollInvoice } from './poll-invoice.ts'
import { ownDeposit } from './view.ts'

interface PaySandboxInput {
  readonly id: string
  readonly userId: string
  readonly outcome: SandboxOutcome
  readonly now: Date
}

/**
 * Does at the sandbox what a payer does at a processor, then checks the deposit as after a notice. An invoice is
 * paid once, with whatever amount; after that nothing changes it any more. One that expired or failed can still be
 * paid, late.
 */
export const paySandbox = async (
  deps: DepositDeps,
  input: PaySandboxInput,
): Promise<{ deposit: Deposit; msg?: string }> => {
  const { id, userId, now } = input
  const processor = deps.deposits.sandbox
  const asked = processor === undefined ? undefined : await findSandboxDeposit(deps, input)
  if (processor === undefined || asked === undefined)
    return refuse('notFound', 'NOT_FOUND', say('deposit.depositFound'))
  const isDone = await act(deps, input)
  await pollInvoice(deps, processor, asked)
  const deposit = await ownDeposit(deps.db.read, { id, userId, now })
  return isDone ? { deposit } : { deposit, msg: say('deposit.invoiceAlreadyBeenPaid') }
}

const findSandboxDeposit = ({ db }: DepositDeps, { id, userId }: PaySandboxInput): Promise<InvoiceRef | undefined> =>
  db.read
    .selectFrom('deposits')
    .select(invoiceColumns)
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('processor', '=', 'sandbox')
    .executeTakeFirst()

const amounts = {
  pay: sql<string>`asked`,
  'pay-half': sql<string>`asked / 2`,
  'pay-double': sql<string>`asked * 2`,
} as const satisfies Partial<Record<SandboxOutcome, RawBuilder<string>>>

/** False when the invoice was paid before. */
const act = async ({ db }: DepositDeps, { id, outcome, now }: PaySandboxInput): Promise<boolean> => {
  const set =
    outcome === 'fail' || outcome === 'expire'
      ? ({ status: outcome === 'fail' ? 'failed' : 'expired', at: now } as const)
      : ({ status: 'paid', paid: amounts[outcome], paid_id: `sandbox-${id}`, at: now } as const)
  const done = await db.write((tx) =>
    tx
      .updateTable('sandbox_deposits')
      .set(set)
      .where('reference', '=', id)
      .where('status', '<>', 'paid')
      .executeTakeFirst(),
  )
  return done.numUpdatedRows > 0n
}
