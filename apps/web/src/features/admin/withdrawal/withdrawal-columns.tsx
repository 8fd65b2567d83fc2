import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Coin } from '#ui/coin/Coin.tsx'
import { TransactionLink } from '#ui/coin/TransactionLink.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import type { WithdrawalDecisionState } from './use-withdrawal-decision.ts'
import { decisionsFor } from './withdrawals.ts'

interface WithdrawalColumnActions {
  onOpen: (id: string) => void
  deciding: WithdrawalDecisionState
}

export const withdrawalColumns = ({ onOpen, deciding }: WithdrawalColumnActions): Column<AdminWithdrawal>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.attempt.user', message: 'User' }),
    role: 'head',
    cell: (row) => <Who row={row} onOpen={onOpen} />,
  },
  {
    key: 'amount',
    header: t({ id: 'admin.attempt.amount', message: 'Receives' }),
    cell: ({ receives, currency, amount }) => (
      <span className="figures grid">
        <span className="font-semibold sm:whitespace-nowrap">
          <Coin currency={currency} amount={receives} />
        </span>
        <Amount units={amount} className="text-sm text-muted" />
      </span>
    ),
  },
  {
    key: 'status',
    header: t({ id: 'admin.attempt.status', message: 'Status' }),
    cell: (row) => (
      <span className="grid justify-items-start gap-1 max-md:justify-items-end">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StatusBadge status={row.status} />
          <RelativeTime iso={row.createdAt} className="text-sm whitespace-nowrap text-muted" />
        </span>
        <Why row={row} />
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.attempt.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => (
      <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end">
        <DecisionButtons row={row} deciding={deciding} size="small" />
      </span>
    ),
  },
]

const Who = ({ row: { _id, user }, onOpen }: { row: AdminWithdrawal; onOpen: (id: string) => void }) => {
  const { username, level, joinedAt } = user
  return (
    <span className="grid min-w-0 justify-items-start gap-1 lg:min-w-36">
      <button
        type="button"
        className="link text-start font-semibold break-all"
        aria-label={t({ id: 'admin.details.of', message: `Details of ${username}` })}
        onClick={() => onOpen(_id)}
      >
        {username}
      </button>
      <span className="text-sm font-normal text-muted">
        <Trans id="admin.who">
          Level {level}, joined <RelativeTime iso={joinedAt} />
        </Trans>
      </span>
      <ScoreBadge score={user.score} />
    </span>
  )
}

/** What needs a person's eye while it is open; afterwards what became of it. */
const Why = ({ row }: { row: AdminWithdrawal }) => {
  const { reviewReasons, sharedAddress, risk, reason, txId, txUrl, user } = row
  const [doubt] = risk
  if (decisionsFor(row).length === 0) {
    if (reason)
      return (
        <span className="max-w-72 text-sm text-muted" dir="auto">
          {reason}
        </span>
      )
    return txId && <TransactionLink txId={txId} url={txUrl} />
  }
  // Of a payout whose outcome is open the last thing that was seen of it comes first.
  const seen = row.status === 'unknown' ? (row.attempts.at(-1)?.detail ?? reason) : null
  const sentences = [...(seen ? [seen] : []), ...reviewReasons, ...(doubt ? [doubt.sentence] : [])]
  return (
    <span className="grid max-w-72 justify-items-start gap-1 text-sm max-md:justify-items-end lg:min-w-44">
      {user.debt > 0 && <Owes debt={user.debt} />}
      {sharedAddress > 0 && <b className="text-bad">{sharedText(sharedAddress)}</b>}
      {sentences.map((sentence) => (
        <span key={sentence} className="text-muted">
          {sentence}
        </span>
      ))}
    </span>
  )
}

/** What the user owes, and why the withdrawal can only be rejected. */
export const Owes = ({ debt }: { debt: number }) => (
  <b className="text-bad">
    <Trans id="admin.withdrawal.owes">
      Owes <Amount units={debt} />. Reject to repay the debt.
    </Trans>
  </b>
)

export const sharedText = (others: number): string =>
  t({
    id: 'admin.attempt.shared',
    message: plural(others, {
      one: 'Address shared with # other account',
      other: 'Address shared with # other accounts',
    }),
  })
