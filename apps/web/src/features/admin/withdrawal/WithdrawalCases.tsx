import { plural, t } from '@lingui/core/macro'
import type { WithdrawalCase } from '@runnel/contract/admin/withdrawal'
import { unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import type { WithdrawalDecisionState } from './use-withdrawal-decision.ts'
import { decisionsFor, useWithdrawalCases } from './withdrawals.ts'

/** Withdrawals of accounts that are tied to each other: each case is decided as one. */
export const WithdrawalCases = ({ deciding }: { deciding: WithdrawalDecisionState }) => {
  const { data } = useWithdrawalCases()
  if (!data || data.cases.length === 0) return null
  return (
    <div className="mb-4 grid gap-3">
      {data.cases.map((one) => (
        <Case key={one.withdrawals[0]?._id ?? ''} one={one} deciding={deciding} />
      ))}
    </div>
  )
}

const Case = ({ one, deciding }: { one: WithdrawalCase; deciding: WithdrawalDecisionState }) => {
  const { accounts, withdrawals, ties } = one
  const payable = withdrawals.filter((row) => decisionsFor(row).includes('approve'))
  const [amount, revenue] = [unitsText(one.amount), unitsText(one.revenue)]
  const names = [...new Set(withdrawals.map(({ user }) => user.username))]
  return (
    <Card
      title={t({
        id: 'admin.case.title',
        message: plural(accounts, { one: '# linked account', other: '# linked accounts' }),
      })}
      note={t({
        id: 'admin.case.sum',
        message: `Requested: ${amount}. Site revenue from their activity: ${revenue}.`,
      })}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="danger-soft" onClick={() => deciding.begin('reject', withdrawals)}>
            {t({ id: 'admin.case.reject', message: 'Reject all' })}
          </Button>
          {payable.length > 0 && (
            <Button
              variant="soft"
              busy={deciding.decisions.approve.isPending}
              onClick={() => deciding.begin('approve', payable)}
            >
              {t({ id: 'admin.case.approve', message: 'Approve all' })}
            </Button>
          )}
        </div>
      }
    >
      <ul>
        {ties.map((tie) => (
          <li key={tie}>{tie}</li>
        ))}
      </ul>
      <p className="mt-2 text-muted">{names.join(', ')}</p>
    </Card>
  )
}
