import { plural, t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { useState } from 'react'
import { unitsText } from '#ui/Amount.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { useDecisions, type Decision } from './withdrawals.ts'

/** A decision that needs words first: a reason, or the id of a transaction. */
export interface OpenDecision {
  kind: Exclude<Decision, 'approve' | 'look'>
  rows: AdminWithdrawal[]
}

/** Decides about withdrawals: approving asks for a yes, a look at the provider for nothing, the others for words. */
export const useWithdrawalDecision = ({ onDone }: { onDone: () => void }) => {
  const decisions = useDecisions()
  const [open, setOpen] = useState<OpenDecision | null>(null)
  const approve = async (rows: AdminWithdrawal[]) => {
    const agreed = await confirm({
      title: approveTitle(rows.length),
      text: approveText(rows),
      confirmLabel: t({ id: 'admin.approve.yes', message: 'Approve and pay' }),
    })
    if (agreed) decisions.approve.mutate(idsOf(rows), { onSuccess: onDone })
  }
  return {
    decisions,
    open,
    /** Begins a decision about one or many. */
    begin: (kind: Decision, rows: AdminWithdrawal[]) => {
      if (kind === 'approve') void approve(rows)
      else if (kind === 'look') rows.forEach(({ _id }) => decisions.look.mutate(_id))
      else setOpen({ kind, rows })
    },
    close: () => setOpen(null),
    done: () => {
      setOpen(null)
      onDone()
    },
  }
}

export type WithdrawalDecisionState = ReturnType<typeof useWithdrawalDecision>

export const idsOf = (rows: readonly AdminWithdrawal[]): string[] => rows.map(({ _id }) => _id)

/** What many withdrawals come to. */
export const sumText = (rows: readonly AdminWithdrawal[]): string =>
  unitsText(rows.reduce((sum, { amount }) => sum + amount, 0))

const approveTitle = (count: number): string =>
  t({
    id: 'admin.approve.title',
    message: plural(count, { one: 'Approve # withdrawal?', other: 'Approve # withdrawals?' }),
  })

const approveText = (rows: readonly AdminWithdrawal[]): string => {
  const sum = sumText(rows)
  const [first] = rows
  if (rows.length === 1 && first) {
    const { receives, currency, user } = first
    const name = user.username
    return t({
      id: 'admin.approve.one',
      message: `${name} requested ${sum} and receives ${receives} ${currency}. Sent payouts can’t be reversed.`,
    })
  }
  return t({
    id: 'admin.approve.many',
    message: `Total: ${sum}. Sent payouts can’t be reversed.`,
  })
}
