import { t } from '@lingui/core/macro'
import { ownData as contract } from '@runnel/contract/account/own-data'
import type { User } from '@runnel/contract/account/user'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { saveFile } from '#api/download.ts'
import { loadChunk } from '#base/chunk-errors.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { formatNumber } from '#ui/format.ts'
import { YearStatement } from './YearStatement.tsx'

const DeleteDialog = lazy(() =>
  loadChunk(() => import('./DeleteDialog.tsx').then((file) => ({ default: file.DeleteDialog }))),
)

/** What belongs to the user: a copy of all of it, and the way out. */
export const OwnDataCard = ({ user }: { user: User }) => {
  const [leaving, setLeaving] = useState(false)
  return (
    <Card
      className="lg:col-span-2"
      title={t({ id: 'ownData.title', message: 'Your data' })}
      note={t({ id: 'ownData.note', message: 'Download or delete the data this site stores about you.' })}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Export username={user.username} />
        <YearStatement since={user.joinedAt} />
        <div className="grid content-start gap-3">
          <p className="text-muted">
            {t({ id: 'ownData.delete.text', message: 'Deletion is permanent. First, we show you what’s kept.' })}
          </p>
          <Button variant="danger-soft" className="justify-self-start" onClick={() => setLeaving(true)}>
            {t({ id: 'ownData.delete', message: 'Delete my account' })}
          </Button>
        </div>
      </div>
      {leaving && (
        <Suspense>
          <DeleteDialog user={user} onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </Card>
  )
}

const Export = ({ username }: { username: string }) => {
  const [bytes, setBytes] = useState(0)
  const save = useMutation({
    mutationFn: () => saveFile({ route: contract.export, filename: `${username}.json`, onProgress: setBytes }),
    onMutate: () => setBytes(0),
  })
  const size = formatNumber(bytes / 1_000, { maximumFractionDigits: 0 })
  return (
    <div className="grid content-start gap-3">
      <p className="text-muted">
        {t({
          id: 'ownData.export.text',
          message:
            'Your profile, sessions, claims, transactions, withdrawals and messages in one machine-readable file.',
        })}
      </p>
      <Button
        className="justify-self-start"
        icon={<IconDownload aria-hidden="true" />}
        busy={save.isPending}
        onClick={() => save.mutate()}
      >
        {t({ id: 'ownData.export', message: 'Export my data' })}
      </Button>
      <p role="status" className="text-sm text-muted">
        {save.isPending && t({ id: 'ownData.export.underWay', message: `Downloading: ${size} kB` })}
        {save.isSuccess && t({ id: 'ownData.export.done', message: `Downloaded: ${size} kB` })}
      </p>
    </div>
  )
}
