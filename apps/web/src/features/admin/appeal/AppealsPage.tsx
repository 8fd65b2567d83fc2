import { t } from '@lingui/core/macro'
import { adminAppeal as contract } from '@runnel/contract/admin/appeal'
import { AppealVerdict } from '@runnel/contract/suspect-schemas'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '#base/paths.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { listAt, listQuery, oneOf, onPage, words, type ListState } from '#features/admin/list/url-state.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { AnswerDialog } from './AnswerDialog.tsx'
import { appealColumns } from './appeal-columns.tsx'
import { appeals } from './appeals.ts'
import { verdictName } from './verdict-labels.ts'
import '#web/styles/admin.css'

const readers = {
  status: oneOf(['open', 'answered'] as const),
  verdict: oneOf(AppealVerdict.options),
  username: words(40),
}
const list = listAt((query) => to('/app/admin/appeal', { query }), readers, 'appeals')

/** What locked and held-back people object to; each is answered by a person, by mail and on the site. */
export const AppealsPage = () => {
  const view = list.useView()
  const answer = useAppeals(view)
  const [open, setOpen] = useState<string | null>(null)
  const appeal = answer.data?.items.find(({ _id }) => _id === open) ?? null
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.appeal', message: 'Appeals' })}
        lead={t({ id: 'admin.appeals.lead', message: 'Open appeals first, longest waiting first.' })}
      />
      <AdminList
        caption={t({ id: 'page.admin.appeal', message: 'Appeals' })}
        list={list}
        view={view}
        fields={fields()}
        answer={answer}
        columns={appealColumns({ onAnswer: setOpen })}
        rowKey={({ _id }) => _id}
        csv={contract.appealsCsv}
        nothing={{
          title: t({ id: 'admin.appeals.none', message: 'No appeals' }),
          text: t({
            id: 'admin.appeals.noneText',
            message: 'Locked or restricted users can appeal from their account page.',
          }),
        }}
        onOpen={(row) => row.answeredAt === null && setOpen(row._id)}
      />
      <AnswerDialog appeal={appeal?.answeredAt === null ? appeal : null} onClose={() => setOpen(null)} />
    </>
  )
}

const useAppeals = ({ filter, page }: ListState<typeof readers>) =>
  useQuery({ ...appeals.query('appeals', { query: { ...filter, ...onPage(page) } }), ...listQuery })

const fields = (): Fields<typeof readers> => ({
  status: {
    kind: 'choice',
    label: t({ id: 'admin.appeal.status', message: 'Status' }),
    options: [
      { value: 'open', label: t({ id: 'admin.appeal.open', message: 'Open' }) },
      { value: 'answered', label: t({ id: 'admin.appeal.answered', message: 'Answered' }) },
    ],
  },
  verdict: {
    kind: 'choice',
    label: t({ id: 'admin.appeal.decision', message: 'Decision' }),
    options: AppealVerdict.options.map((value) => ({ value, label: verdictName(value) })),
  },
  username: { kind: 'words', label: t({ id: 'admin.appeal.username', message: 'Username' }) },
})
