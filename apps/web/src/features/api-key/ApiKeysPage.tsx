import { t } from '@lingui/core/macro'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '#api/cache.ts'
import { Loaded } from '#base/Loaded.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ShownOnce } from '#ui/copy/ShownOnce.tsx'
import { formatDateTime } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Skeleton } from '#ui/state/Skeleton.tsx'
import { useNow } from '#ui/use-now.ts'
import { apiKey, type KeyRow, scopeLabel } from './api-key.ts'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'

/** Keys of programs that act for the account. */
export const ApiKeysPage = () => {
  const [creating, setCreating] = useState(false)
  const [token, setToken] = useState<string>()
  const keys = useQuery(apiKey.query('list'))
  const list = keys.data?.keys
  return (
    <>
      <PageHeader
        title={t({ id: 'page.apiKeys', message: 'API keys' })}
        lead={t({
          id: 'apiKey.lead',
          message: 'Let your own programs use this account. Keys can’t earn, withdraw or change the account.',
        })}
        actions={
          <Button variant="primary" icon={<IconPlus aria-hidden="true" />} onClick={() => setCreating(true)}>
            {t({ id: 'apiKey.create', message: 'Create API key' })}
          </Button>
        }
      />
      <div className="grid gap-5">
        {token !== undefined && <NewKey token={token} onDone={() => setToken(undefined)} />}
        <Card>
          <Loaded query={keys} loading={<Skeleton height={32} className="rounded-m" />} />
          {list?.length === 0 && (
            <EmptyState title={t({ id: 'apiKey.empty', message: 'No API keys yet' })} heading="h2">
              {t({ id: 'apiKey.empty.text', message: 'A key appears here once you create it.' })}
            </EmptyState>
          )}
          <ul className="grid gap-1">
            {list?.map((key) => (
              <KeyItem key={key._id} row={key} />
            ))}
          </ul>
        </Card>
        <p>
          <a className="link" href="/api/docs">
            {t({ id: 'apiKey.docs', message: 'API documentation' })}
          </a>
        </p>
      </div>
      <CreateKeyDialog open={creating} onClose={() => setCreating(false)} onCreated={setToken} />
    </>
  )
}

const KeyItem = ({ row }: { row: KeyRow }) => {
  const { name, tail, scopes, perMinute } = row
  const revoke = useMutation({
    mutationFn: () => apiKey.calls.revoke({ params: { id: row._id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: apiKey.keyOf('list') }),
  })
  const ask = async () => {
    const title = t({ id: 'apiKey.revoke.ask', message: `Revoke ${name}?` })
    const text = t({
      id: 'apiKey.revoke.text',
      message: 'Programs that use this key stop working at once. This can’t be undone.',
    })
    const confirmLabel = t({ id: 'apiKey.revoke', message: 'Revoke' })
    if (await confirm({ title, text, confirmLabel, danger: true })) revoke.mutate()
  }
  return (
    <li className="flex items-center gap-3 border-t border-line py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {name} <code>…{tail}</code>
          {scopes.map((scope) => (
            <Badge key={scope}>{scopeLabel(scope)}</Badge>
          ))}
        </p>
        <p className="text-sm text-muted">
          <LastUse row={row} /> · {t({ id: 'apiKey.perMinute', message: `Up to ${perMinute} requests per minute` })}
        </p>
        <p className="text-sm text-muted">
          <Expiry row={row} />
        </p>
      </div>
      <Button
        size="small"
        busy={revoke.isPending}
        aria-label={t({ id: 'apiKey.revoke.of', message: `Revoke ${name}` })}
        onClick={() => void ask()}
      >
        {t({ id: 'apiKey.revoke', message: 'Revoke' })}
      </Button>
    </li>
  )
}

const LastUse = ({ row: { lastUsedAt } }: { row: KeyRow }) =>
  lastUsedAt === null ? (
    t({ id: 'apiKey.unused', message: 'Never used' })
  ) : (
    <>
      {t({ id: 'apiKey.lastUsed', message: 'Last used' })} <RelativeTime iso={lastUsedAt} />
    </>
  )

const Expiry = ({ row: { expiresAt } }: { row: KeyRow }) => {
  const now = useNow(60_000)
  if (expiresAt === null) return t({ id: 'apiKey.noExpiry', message: 'Doesn’t expire' })
  const end = formatDateTime(expiresAt)
  return Date.parse(expiresAt) <= now
    ? t({ id: 'apiKey.expired', message: `Expired ${end}` })
    : t({ id: 'apiKey.expires', message: `Expires ${end}` })
}

/** Only the hash of a key is kept. */
const NewKey = ({ token, onDone }: { token: string; onDone: () => void }) => (
  <ShownOnce
    secret={token}
    title={t({ id: 'apiKey.new', message: 'Copy your API key' })}
    warning={t({
      id: 'apiKey.new.text',
      message: 'You won’t see it again. Anyone who has it can use the account within its scopes.',
    })}
    copy={t({ id: 'apiKey.copy', message: 'Copy key' })}
    done={t({ id: 'apiKey.done', message: 'Done' })}
    onDone={onDone}
  />
)
