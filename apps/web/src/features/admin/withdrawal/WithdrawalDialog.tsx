import { plural, t } from '@lingui/core/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin/withdrawal'
import type { ReactNode } from 'react'
import { PageLink } from '#base/PageLink.tsx'
import { PrevNext } from '#features/admin/list/PrevNext.tsx'
import { processorName } from '#features/admin/shared/processor-name.ts'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { sourceName } from '#features/dashboard/dashboard.ts'
import { Amount } from '#ui/Amount.tsx'
import { TransactionLink } from '#ui/coin/TransactionLink.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { PaymentTarget } from './PaymentTarget.tsx'
import { PayoutAttempts } from './PayoutAttempts.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import type { WithdrawalDecisionState } from './use-withdrawal-decision.ts'
import { Owes, sharedText } from './withdrawal-columns.tsx'

interface WithdrawalDialogProps {
  /** Undefined while none is open. */
  withdrawal: AdminWithdrawal | undefined
  onClose: () => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
  deciding: WithdrawalDecisionState
}

/** Everything about one withdrawal that a person needs to decide. */
export const WithdrawalDialog = (props: WithdrawalDialogProps) => {
  const { withdrawal, onClose, onPrevious, onNext, deciding } = props
  const name = withdrawal?.user.username ?? ''
  return (
    <Dialog
      open={withdrawal !== undefined}
      onClose={onClose}
      wide
      title={t({ id: 'admin.attempt.withdrawal', message: `Withdrawal of ${name}` })}
      actions={
        <>
          <PrevNext onPrevious={onPrevious} onNext={onNext} />
          {withdrawal && <DecisionButtons row={withdrawal} deciding={deciding} />}
        </>
      }
    >
      {withdrawal && <Whole row={withdrawal} />}
    </Dialog>
  )
}

const Whole = ({ row }: { row: AdminWithdrawal }) => {
  const { user, reviewReasons, risk, history, reason, txId, txUrl, attempts } = row
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={row.status} />
        <ScoreBadge score={user.score} />
      </div>
      <PaymentTarget row={row} />
      {user.debt > 0 && (
        <p>
          <Owes debt={user.debt} />
        </p>
      )}
      {row.sharedAddress > 0 && <Shared row={row} />}
      <Facts row={row} />
      {reason && (
        <Part title={t({ id: 'admin.attempt.reason', message: 'Reason shown to the user' })}>
          <bdi>{reason}</bdi>
        </Part>
      )}
      {txId && (
        <Part title={t({ id: 'admin.attempt.txId', message: 'Transaction ID' })}>
          <TransactionLink txId={txId} url={txUrl} />
        </Part>
      )}
      {reviewReasons.length > 0 && (
        <Part title={t({ id: 'admin.attempt.review', message: 'Review reasons' })}>
          <ul className="grid gap-1">
            {reviewReasons.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Part>
      )}
      {attempts.length > 0 && (
        <Part title={t({ id: 'admin.attempt.attempts', message: 'Payout attempts' })}>
          <PayoutAttempts attempts={attempts} />
        </Part>
      )}
      <Part title={t({ id: 'admin.attempt.risk', message: 'Risk signals' })}>
        {risk.length === 0 ? (
          <p className="text-muted">{t({ id: 'admin.attempt.risk.none', message: 'No risk signals.' })}</p>
        ) : (
          <Risk risk={risk} />
        )}
      </Part>
      <Part title={t({ id: 'admin.attempt.earned', message: 'Earned in the last 30 days' })}>
        <Earned earned={row.earned} />
      </Part>
      {row.network && (
        <Part title={t({ id: 'admin.attempt.network', message: 'Same network' })}>
          <SameNetwork network={row.network} />
        </Part>
      )}
      <Part title={t({ id: 'admin.attempt.history', message: 'History' })}>
        <Timeline history={history} />
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5">{title}</h3>
    {children}
  </section>
)

const Shared = ({ row: { sharedAddress, address } }: { row: AdminWithdrawal }) => (
  <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-bad">
    {sharedText(sharedAddress)}
    <PageLink to="/app/admin/withdrawals" query={{ address }} className="link">
      {t({ id: 'admin.shared.show', message: 'Show all' })}
    </PageLink>
  </p>
)

const Facts = ({ row: { user, createdAt, notBefore, amount, fee, method, processor } }: { row: AdminWithdrawal }) => (
  <KeyValue
    pairs={[
      {
        key: 'user',
        label: t({ id: 'admin.fact.user', message: 'User' }),
        value: <UserLink user={user} />,
      },
      {
        key: 'joined',
        label: t({ id: 'admin.fact.joined', message: 'Joined' }),
        value: <RelativeTime iso={user.joinedAt} />,
      },
      {
        key: 'level',
        label: t({ id: 'admin.fact.level', message: 'Level' }),
        value: formatNumber(user.level),
      },
      {
        key: 'asked',
        label: t({ id: 'admin.fact.asked', message: 'Requested' }),
        value: formatDateTime(createdAt),
      },
      ...(notBefore === null
        ? []
        : [
            {
              key: 'notBefore',
              label: t({ id: 'admin.fact.notBefore', message: 'Not paid before (even if approved)' }),
              value: formatDateTime(notBefore),
            },
          ]),
      {
        key: 'amount',
        label: t({ id: 'admin.fact.amount', message: 'Amount' }),
        value: <Amount units={amount} show="both" />,
      },
      { key: 'fee', label: t({ id: 'admin.fact.fee', message: 'Fee' }), value: <Amount units={fee} /> },
      {
        key: 'method',
        label: t({ id: 'admin.fact.method', message: 'Method' }),
        value: `${method} (${processorName(processor)})`,
      },
    ]}
  />
)

/** Where the money comes from that is to be paid. */
const Earned = ({ earned }: Pick<AdminWithdrawal, 'earned'>) =>
  earned.length === 0 ? (
    <p className="text-muted">{t({ id: 'admin.attempt.earned.none', message: 'Nothing.' })}</p>
  ) : (
    <KeyValue
      pairs={earned.map(({ source, amount }) => ({
        key: source,
        label: sourceName(source),
        value: <Amount units={amount} />,
      }))}
    />
  )

const SameNetwork = ({ network }: { network: NonNullable<AdminWithdrawal['network']> }) => (
  <p>
    {t({
      id: 'admin.attempt.network.accounts',
      message: plural(network.accounts, {
        one: '# account of this network requested a withdrawal that day.',
        other: '# accounts of this network requested a withdrawal that day.',
      }),
    })}{' '}
    {t({
      id: 'admin.attempt.network.addresses',
      message: plural(network.newAddresses, {
        one: '# of their addresses was never used before.',
        other: '# of their addresses were never used before.',
      }),
    })}
  </p>
)

const Risk = ({ risk }: Pick<AdminWithdrawal, 'risk'>) => (
  <ul className="rows">
    {risk.map(({ family, sentence, points, at }) => (
      <li key={`${family} ${sentence}`} className="flex items-baseline justify-between gap-4 py-2">
        <span className="min-w-0">
          {sentence}
          <RelativeTime iso={at} className="block text-sm text-muted" />
        </span>
        <b className="figures">{`+${formatNumber(points)}`}</b>
      </li>
    ))}
  </ul>
)

/** Each status with who decided it, when and why, the oldest first. */
const Timeline = ({ history }: Pick<AdminWithdrawal, 'history'>) => (
  <ol className="ms-2 grid gap-4 border-s-2 border-line ps-4">
    {history.map(({ status, at, by, note }) => (
      <li key={`${status} ${at}`} className="relative">
        <span className="absolute top-1.5 -start-[1.4375rem] size-3 rounded-full bg-brand-vivid" aria-hidden="true" />
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={status} />
          <time dateTime={at} className="text-sm text-muted">
            {formatDateTime(at)}
          </time>
          <span className="text-sm">{by ?? t({ id: 'admin.attempt.byMachine', message: 'automatic' })}</span>
        </p>
        {note && <p className="mt-1 text-sm text-muted">{note}</p>}
      </li>
    ))}
  </ol>
)
