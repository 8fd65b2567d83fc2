import { t } from '@lingui/core/macro'
import type { Webhook, WebhookMessage } from '@runnel/contract/account/webhook'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { stateLabel, webhook } from './webhook.ts'

const LIMIT = 10
/** What is waiting is sent within a minute. */
const REFETCH_MS = 10_000

/** What was sent in the last 30 days, with each answer. */
export const WebhookLog = ({ row }: { row: Webhook }) => {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...webhook.query('messages', { params: { id: row._id }, query: { page: String(page), limit: String(LIMIT) } }),
    refetchInterval: REFETCH_MS,
  })
  const { data } = query
  if (!data) return <Loaded query={query} loading={<Skeleton height={24} className="rounded-m" />} />
  if (data.totalItems === 0) {
    return (
      <p className="text-muted">{t({ id: 'webhook.log.empty', message: 'No events sent in the last 30 days.' })}</p>
    )
  }
  return (
    <div className="grid gap-3">
      <ul className="grid gap-2">
        {data.items.map((message) => (
          <li key={message._id}>
            <Message {...{ row, message }} />
          </li>
        ))}
      </ul>
      <Pagination page={page} limit={LIMIT} totalItems={data.totalItems} onPage={setPage} />
    </div>
  )
}

const tones = { waiting: 'warn', delivered: 'good', failed: 'bad' } as const

const Message = ({ row, message }: { row: Webhook; message: WebhookMessage }) => {
  const replay = useMutation({
    mutationFn: () => webhook.calls.replay({ params: { id: row._id, messageId: message._id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhook.keyOf('messages') }),
  })
  return (
    <Disclosure
      summary={
        <span className="flex flex-wrap items-center gap-x-2">
          <Badge tone={tones[message.state]}>{stateLabel(message.state)}</Badge>
          <code>{message.event}</code>
          <span className="text-sm text-muted">{formatDateTime(message.createdAt)}</span>
        </span>
      }
    >
      <div className="grid gap-3">
        <ul className="grid gap-1 text-sm">
          {message.attempts.map(({ at, status, answer, ms }) => (
            <li key={at} style={{ overflowWrap: 'anywhere' }}>
              {formatDateTime(at)} · <strong>{statusText(status)}</strong> ·{' '}
              {t({ id: 'webhook.took', message: `${ms} ms` })} {answer !== '' && <code>{answer}</code>}
            </li>
          ))}
        </ul>
        {message.dueAt !== null && <p className="text-sm text-muted">{nextAttempt(message.dueAt)}</p>}
        <p className="rounded-m bg-sunken p-3 text-sm" style={{ overflowWrap: 'anywhere' }}>
          <code>{message.body}</code>
        </p>
        {row.disabled === null && message.state !== 'waiting' && (
          <p>
            <Button size="small" busy={replay.isPending} onClick={() => replay.mutate()}>
              {t({ id: 'webhook.replay', message: 'Resend' })}
            </Button>
          </p>
        )}
      </div>
    </Disclosure>
  )
}

const nextAttempt = (iso: string): string => {
  const moment = formatDateTime(iso)
  return t({ id: 'webhook.nextAttempt', message: `Next attempt: ${moment}` })
}

const statusText = (status: number | null): string | number =>
  status ?? t({ id: 'webhook.noAnswer', message: 'No response' })
