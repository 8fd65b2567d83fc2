import { plural, t } from '@lingui/core/macro'
import { adminContact as contract } from '@runnel/contract/admin/contact'
import { useState } from 'react'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { neighbours } from '#features/admin/list/neighbours.ts'
import { useSelection } from '#features/admin/list/selection.ts'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/overlay/confirm.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { contactColumns } from './contact-columns.tsx'
import { stateLabel } from './contact-labels.ts'
import { contactList, contactStates, useContacts, useContactState, type ContactReaders } from './contacts.ts'
import { ThreadDialog } from './ThreadDialog.tsx'
import '#web/styles/admin.css'

/** What people wrote to the owner, and the answers. */
export const ContactPage = () => {
  const view = contactList.useView()
  const answer = useContacts(view)
  const selection = useSelection()
  const { closeMany } = useContactState()
  const [openId, setOpenId] = useState<string | null>(null)
  const { row, onPrevious, onNext } = neighbours(answer.data?.items ?? [], { openId, onOpen: setOpenId })
  const closeAll = async (ids: string[]) => {
    const agreed = await confirm({
      title: t({
        id: 'admin.contact.closeTitle',
        message: plural(ids.length, { one: 'Close this message?', other: 'Close # messages?' }),
      }),
      text: t({ id: 'admin.contact.closeText', message: 'The sender isn’t notified. You can reopen it at any time.' }),
      confirmLabel: t({ id: 'admin.contact.close', message: 'Close without reply' }),
    })
    if (agreed) closeMany.mutate(ids, { onSuccess: selection.clear })
  }
  return (
    <>
      <PageHeader title={t({ id: 'page.admin.contact', message: 'Messages' })} />
      <AdminList
        caption={t({ id: 'page.admin.contact', message: 'Messages' })}
        list={contactList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={contactColumns({ onOpen: setOpenId })}
        rowKey={({ _id }) => _id}
        csv={contract.contactCsv}
        nothing={{
          title: t({ id: 'admin.contact.none', message: 'No messages' }),
          text: t({ id: 'admin.contact.noneText', message: 'Messages from the contact form appear here.' }),
        }}
        onOpen={({ _id }) => setOpenId(_id)}
        bulk={{
          selection,
          label: t({ id: 'admin.contact.chosen', message: 'Selected messages' }),
          pick: ({ subject }) => t({ id: 'admin.contact.pick', message: `Select message: ${subject}` }),
          pickAll: t({ id: 'admin.contact.chooseAll', message: 'Select all open messages on this page' }),
          canPick: ({ state }) => state === 'open',
          actions: (chosen) => (
            <Button
              className="max-sm:grow"
              busy={closeMany.isPending}
              onClick={() => void closeAll(chosen.map(({ _id }) => _id))}
            >
              {t({ id: 'admin.contact.close', message: 'Close without reply' })}
            </Button>
          ),
        }}
      />
      <ThreadDialog message={row} onClose={() => setOpenId(null)} onPrevious={onPrevious} onNext={onNext} />
    </>
  )
}

const fields = (): Fields<ContactReaders> => ({
  search: { kind: 'words', label: t({ id: 'admin.contact.search', message: 'Email, username or subject' }) },
  state: {
    kind: 'choice',
    label: t({ id: 'admin.contact.status', message: 'Status' }),
    options: contactStates.map((value) => ({ value, label: stateLabel(value) })),
  },
  from: { kind: 'day', label: t({ id: 'admin.contact.statement.from', message: 'From' }) },
  to: { kind: 'day', label: t({ id: 'admin.contact.to', message: 'To' }) },
})
