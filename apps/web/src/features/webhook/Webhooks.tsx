import { t } from '@lingui/core/macro'
import type { WebhookAudience } from '@runnel/contract/account/webhook-events'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '#base/chunk-errors.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ShownOnce } from '#ui/copy/ShownOnce.tsx'
import { PageHeader } from '#ui/PageHeader.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { webhook } from './webhook.ts'
import { WebhookItem } from './WebhookItem.tsx'

/** Loads when somebody first opens the dialog. */
const WebhookDialog = lazy(() =>
  loadChunk(() => import('./WebhookDialog.tsx').then((file) => ({ default: file.WebhookDialog }))),
)

/** Endpoints with their logs. */
export const Webhooks = ({ audience, lead }: { audience: WebhookAudience; lead: string }) => {
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<string>()
  const query = useQuery(webhook.query('list', { query: { audience } }))
  const list = query.data?.webhooks
  return (
    <>
      <PageHeader
        title={t({ id: 'page.webhooks', message: 'Webhooks' })}
        lead={lead}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={() => setCreating(true)}>
            {t({ id: 'webhook.create', message: 'Add webhook' })}
          </Button>
        }
      />
      <div className="grid gap-5">
        {secret !== undefined && <NewSecret secret={secret} onDone={() => setSecret(undefined)} />}
        <Loaded query={query} loading={<Skeleton height={32} className="rounded-m" />} />
        {list?.length === 0 && (
          <Card>
            <EmptyState title={t({ id: 'webhook.empty', message: 'No webhooks yet' })} heading="h2">
              {t({ id: 'webhook.empty.text', message: 'An endpoint appears here once you add it.' })}
            </EmptyState>
          </Card>
        )}
        {list?.map((row) => (
          <WebhookItem key={row._id} row={row} audience={audience} onSecret={setSecret} />
        ))}
        <p>
          <a className="link" href="/api/docs#webhooks">
            {t({ id: 'webhook.docs', message: 'Events and signatures' })}
          </a>
        </p>
      </div>
      <Suspense>
        {creating && <WebhookDialog {...{ audience }} open onClose={() => setCreating(false)} onSecret={setSecret} />}
      </Suspense>
    </>
  )
}

/** It is kept encrypted. */
const NewSecret = ({ secret, onDone }: { secret: string; onDone: () => void }) => (
  <ShownOnce
    secret={secret}
    title={t({ id: 'webhook.secret', message: 'Copy the signing secret' })}
    warning={t({
      id: 'webhook.secret.text',
      message: 'You won’t see it again. Your server verifies with it that a request came from this site.',
    })}
    copy={t({ id: 'webhook.secret.copy', message: 'Copy secret' })}
    done={t({ id: 'webhook.secret.done', message: 'Done' })}
    onDone={onDone}
  />
)
