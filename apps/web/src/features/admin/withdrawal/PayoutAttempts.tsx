import { t } from '@lingui/core/macro'
import type { PayoutAttempt } from '@runnel/contract/payout'
import { Badge } from '#ui/Badge.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import { KeyValue, type Pair } from '#ui/KeyValue.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Tone } from '#ui/tone.ts'

type Outcome = NonNullable<PayoutAttempt['outcome']>
type Transaction = PayoutAttempt['transactions'][number]

/** Every try to pay, what came of it, and the transactions that were signed for it. */
export const PayoutAttempts = ({ attempts }: { attempts: readonly PayoutAttempt[] }) => (
  <ol className="rows">
    {attempts.map(({ startedAt, outcome, detail, txId, transactions }) => (
      <li key={startedAt} className="grid gap-1.5 py-2.5 first:pt-0 last:pb-0">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <OutcomeBadge outcome={outcome} />
          <time dateTime={startedAt} className="text-sm text-muted">
            {formatDateTime(startedAt)}
          </time>
        </span>
        {detail && <p className="break-words">{detail}</p>}
        {txId && transactions.length === 0 && <code className="text-sm break-all">{txId}</code>}
        {transactions.map((transaction) => (
          <div key={transaction.txId} className="rounded-m bg-sunken p-3">
            <KeyValue pairs={pairsOf(transaction)} />
          </div>
        ))}
      </li>
    ))}
  </ol>
)

const pairsOf = ({ txId, nonce, fee, sentAt, answer }: Transaction): Pair[] => {
  const pairs: (Pair | false)[] = [
    {
      key: 'id',
      label: t({ id: 'admin.attempt.txId', message: 'Transaction ID' }),
      value: <code className="text-sm break-all">{txId}</code>,
    },
    nonce !== null && {
      key: 'nonce',
      label: t({ id: 'admin.attempt.nonce', message: 'Nonce' }),
      value: formatNumber(nonce),
    },
    fee !== null && { key: 'fee', label: t({ id: 'admin.attempt.fee', message: 'Network fee' }), value: fee },
    {
      key: 'sent',
      label: t({ id: 'admin.attempt.sent', message: 'Broadcast' }),
      value: sentAt === null ? t({ id: 'admin.attempt.never', message: 'Not yet' }) : <RelativeTime iso={sentAt} />,
    },
    answer !== null && {
      key: 'answer',
      label: t({ id: 'admin.attempt.answer', message: 'Provider response' }),
      value: answer,
    },
  ]
  return pairs.filter((pair) => pair !== false)
}

const tones: Readonly<Record<Outcome, Tone>> = { paid: 'good', refused: 'bad', retry: 'warn', unknown: 'bad' }

const OutcomeBadge = ({ outcome }: Pick<PayoutAttempt, 'outcome'>) => {
  if (outcome === null) return <Badge tone="brand">{t({ id: 'admin.attempt.runs', message: 'In progress' })}</Badge>
  return (
    <Badge tone={tones[outcome]} dot>
      {outcomeName(outcome)}
    </Badge>
  )
}

const outcomeName = (outcome: Outcome): string => {
  switch (outcome) {
    case 'paid':
      return t({ id: 'admin.attempt.paid', message: 'Confirmed' })
    case 'refused':
      return t({ id: 'admin.attempt.refused', message: 'Rejected' })
    case 'retry':
      return t({ id: 'admin.attempt.retry', message: 'Will retry' })
    case 'unknown':
      return t({ id: 'admin.attempt.unknown', message: 'Unknown' })
  }
}
