import { t } from '@lingui/core/macro'
import { adminOfferwall as contract, PostbackVerdict } from '@runnel/contract/admin/offerwall'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { UserName } from '#features/admin/shared/UserLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { postbackList, usePostbacks, useWallOptions, type Postback } from './offerwalls.ts'
import { verdictName, verdictTone } from './postback-verdicts.ts'
import { PostbackDialog } from './PostbackDialog.tsx'

/** Every call of a wall as it came, and what was made of it. */
export const Postbacks = () => {
  const view = postbackList.useView()
  const answer = usePostbacks(view)
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <>
      <AdminList
        caption={t({ id: 'admin.wall.postbacks', message: 'Postbacks' })}
        list={postbackList}
        view={view}
        fields={{
          wallId: {
            kind: 'choice',
            label: t({ id: 'admin.wall.wall', message: 'Offerwall' }),
            options: useWallOptions(),
          },
          verdict: {
            kind: 'choice',
            label: t({ id: 'admin.postback.verdict', message: 'Result' }),
            options: PostbackVerdict.options.map((value) => ({ value, label: verdictName(value) })),
          },
          txId: { kind: 'words', label: t({ id: 'admin.postback.tx', message: 'Transaction ID' }) },
        }}
        answer={answer}
        columns={columns(setOpenId)}
        rowKey={({ _id }) => _id}
        onOpen={({ _id }) => setOpenId(_id)}
        csv={contract.postbacksCsv}
        nothing={{
          title: t({ id: 'admin.postback.none', message: 'No postbacks yet' }),
          text: t({
            id: 'admin.postback.noneText',
            message: 'Send a test postback from the offerwall’s dashboard. It appears here immediately.',
          }),
        }}
        noMatch={t({ id: 'admin.postback.noneSuch', message: 'No matching postbacks' })}
      />
      <PostbackDialog postback={answer.data?.items.find(({ _id }) => _id === openId)} onClose={() => setOpenId(null)} />
    </>
  )
}

const columns = (onOpen: (id: string) => void): Column<Postback>[] => [
  {
    key: 'wall',
    header: t({ id: 'admin.wall.wall', message: 'Offerwall' }),
    role: 'head',
    cell: ({ wall, at }) => (
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{wall}</span>
        <RelativeTime iso={at} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'verdict',
    header: t({ id: 'admin.postback.verdict', message: 'Result' }),
    cell: ({ verdict, detail }) => (
      <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
        <Badge tone={verdictTone[verdict]} dot>
          {verdictName(verdict)}
        </Badge>
        {detail !== '' && <span className="text-sm text-muted wrap-anywhere">{detail}</span>}
      </span>
    ),
  },
  {
    key: 'user',
    header: t({ id: 'admin.wall.username', message: 'Username' }),
    cell: ({ username }) => (username === null ? '–' : <UserName username={username} />),
  },
  {
    key: 'tx',
    header: t({ id: 'admin.postback.tx', message: 'Transaction ID' }),
    cell: ({ txId }) => <code className="text-xs break-all">{txId ?? '–'}</code>,
  },
  {
    key: 'amount',
    header: t({ id: 'admin.postback.amount', message: 'Amount' }),
    align: 'end',
    cell: ({ amount }) => (amount === null ? '–' : <Amount units={amount} />),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.postback.raw', message: 'Raw request' }),
    role: 'actions',
    cell: ({ _id, wall, txId }) => (
      <Button size="small" onClick={() => onOpen(_id)}>
        {t({ id: 'admin.postback.raw', message: 'Raw request' })}
        <VisuallyHidden>{` ${wall} ${txId ?? ''}`}</VisuallyHidden>
      </Button>
    ),
  },
]
