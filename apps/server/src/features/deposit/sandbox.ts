import type { Deposit, SandboxOutcome } from '@runnel/contract/deposit'
import { type RawBuilder, sql } from 'kysely'

import { refuse } from '#kernel/refusal.ts'

import { type Asked, lookAt } from './look.ts'
import type { DepositRooms } from './rooms.ts'
import { ownDeposit } from './view.ts'

interface Paying {
  readonly id: string
  readonly userId: string
  readonly outcome: SandboxOutcome
  readonly now: Date
}

/**
 * Does at the sandbox what a payer does at a processor, then looks at the deposit as after a notice. An invoice is
 * paid once, with whatever amount; after that nothing changes it any more. One that expired or failed can still be
 * paid, late.
 */
export const paySandbox = async (rooms: DepositRooms, paying: Paying): Promise<{ deposit: Deposit; msg?: string }> => {
  const { id, userId, now } = paying
  const processor = rooms.deposits.sandbox
  const asked = processor === undefined ? undefined : await findAsked(rooms, paying)
  if (processor === undefined || asked === undefined) return refuse('notFound', 'NOT_FOUND', 'Deposit not found.')
  const isDone = await act(rooms, paying)
  await lookAt(rooms, processor, asked)
  const deposit = await ownDeposit(rooms.db.read, { id, userId, now })
  return isDone ? { deposit } : { deposit, msg: 'This invoice has already been paid. Nothing changed.' }
}

const findAsked = ({ db }: DepositRooms, { id, userId }: Paying): Promise<Asked | undefined> =>
  db.read
    .selectFrom('deposits')
    .select(['id', 'amount', 'currency', 'provider_id', 'provider_tokens'])
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
const act = async ({ db }: DepositRooms, { id, outcome, now }: Paying): Promise<boolean> => {
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
