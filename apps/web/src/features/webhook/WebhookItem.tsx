import { t } from '@lingui/core/macro'
import type { Webhook } from '@runnel/contract/account/webhook'
import { eventsFor, type WebhookAudience } from '@runnel/contract/account/webhook-events'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { disabledLabel, eventLabel, webhook } from './webhook.ts'

/** Loads when somebody first opens the dialog. */
const WebhookDialog = lazy(() =>
  loadChunk(() => import('./WebhookDialog.tsx').then((file) => ({ default: file.WebhookDialog }))),
)
const WebhookLog = lazy(() =>
  loadChunk(() => import('./WebhookLog.tsx').then((file) => ({ default: file.WebhookLog }))),
)

interface WebhookItemProps {
  row: Webhook
  audience: WebhookAudience
  onSecret: (secret: string) => void
}

export const WebhookItem = ({ row, audience, onSecret }: WebhookItemProps) => {
  const [editing, setEditing] = useState(false)
  const [showsLog, setShowsLog] = useState(false)
  const params = { id: row._id }
  const act = useMutation({
    mutationFn: (call: () => Promise<unknown>) => call(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhook.keyOf('list') }),
  })
  const rotate = async () => {
    const title = t({ id: 'webhook.rotate.ask', message: 'Replace the signing secret?' })
    const text = t({ id: 'webhook.rotate.text', message: 'The old secret also signs for 24 hours, then stops.' })
    if (!(await confirm({ title, text, confirmLabel: t({ id: 'webhook.rotate', message: 'Replace secret' }) }))) return
    act.mutate(async () => onSecret((await webhook.calls.rotate({ params })).secret))
  }
  const remove = async () => {
    const title = t({ id: 'webhook.delete.ask', message: 'Delete this webhook?' })
    const text = t({ id: 'webhook.delete.text', message: 'Its log is deleted too. This can’t be undone.' })
    const confirmLabel = t({ id: 'webhook.delete', message: 'Delete webhook' })
    if (await confirm({ title, text, confirmLabel, danger: true })) {
      act.mutate(() => webhook.calls.remove({ params }))
    }
  }
  return (
    <Card>
      <div className="grid gap-3">
        <Summary {...{ row, audience }} />
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => setEditing(true)}>
            {t({ id: 'webhook.edit', message: 'Edit webhook' })}
          </Button>
          <Button
            size="small"
            busy={act.isPending}
            onClick={() => act.mutate(() => webhook.calls.change({ params, body: { enabled: row.disabled !== null } }))}
          >
            {row.disabled === null
              ? t({ id: 'webhook.turnOff', message: 'Turn off' })
              : t({ id: 'webhook.turnOn', message: 'Turn on' })}
          </Button>
          {row.disabled === null && (
            <Button
              size="small"
              busy={act.isPending}
              onClick={() => act.mutate(() => webhook.calls.test({ params }), { onSuccess: () => setShowsLog(true) })}
            >
              {t({ id: 'webhook.test', message: 'Send test event' })}
            </Button>
          )}
          <Button size="small" onClick={() => void rotate()}>
            {t({ id: 'webhook.rotate', message: 'Replace secret' })}
          </Button>
          <Button size="small" aria-expanded={showsLog} onClick={() => setShowsLog(!showsLog)}>
            {t({ id: 'webhook.log', message: 'Log' })}
          </Button>
          <Button size="small" variant="danger" onClick={() => void remove()}>
            {t({ id: 'webhook.delete', message: 'Delete webhook' })}
          </Button>
        </div>
        {showsLog && (
          <Suspense>
            <WebhookLog row={row} />
          </Suspense>
        )}
      </div>
      <Suspense>
        {editing && <WebhookDialog {...{ audience, row, onSecret }} open onClose={() => setEditing(false)} />}
      </Suspense>
    </Card>
  )
}

const Summary = ({
  row: { url, description, events, disabled, failingSince, overlapUntil },
  audience,
}: Pick<WebhookItemProps, 'row' | 'audience'>) => (
  <div className="grid gap-1">
    <h2 className="text-base" style={{ overflowWrap: 'anywhere' }}>
      {url}
    </h2>
    {description !== '' && (
      <p className="text-muted" dir="auto">
        {description}
      </p>
    )}
    <p className="flex flex-wrap items-center gap-2">
      {disabled === null ? (
        <Badge tone="good" dot>
          {t({ id: 'webhook.on', message: 'On' })}
        </Badge>
      ) : (
        <Badge tone={disabled === 'off' ? 'plain' : 'bad'} dot>
          {disabledLabel(disabled)}
        </Badge>
      )}
      {events.length === eventsFor(audience).length ? (
        <Badge>{t({ id: 'webhook.events.all', message: 'All events' })}</Badge>
      ) : (
        events.map((event) => <Badge key={event}>{eventLabel(event)}</Badge>)
      )}
    </p>
    {failingSince !== null && disabled === null && <p className="text-sm text-muted">{since(failingSince)}</p>}
    {overlapUntil !== null && <p className="text-sm text-muted">{until(overlapUntil)}</p>}
  </div>
)

const since = (iso: string): string => {
  const moment = formatDateTime(iso)
  return t({ id: 'webhook.failingSince', message: `No delivery succeeded since ${moment}.` })
}

const until = (iso: string): string => {
  const moment = formatDateTime(iso)
  return t({ id: 'webhook.overlap', message: `The old secret also signs until ${moment}.` })
}
