import { plural, t } from '@lingui/core/macro'
import { MailState } from '@runnel/contract/admin/system'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { jobLabel } from '#features/admin/overview/job-labels.ts'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import type { Tone } from '#ui/tone.ts'
import { mailList, type MailReaders, useMails, useSendAgain, useSendAllAgain, type QueuedMail } from './system.ts'

/** Emails that are not sent yet, and those that nobody accepted. */
export const MailList = () => {
  const view = mailList.useView()
  const answer = useMails(view)
  const again = useSendAgain()
  const allAgain = useSendAllAgain()
  const title = t({ id: 'admin.mails', message: 'Unsent emails' })
  return (
    <section className="grid grid-cols-1 gap-4" aria-label={title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2>{title}</h2>
        {answer.data?.items.some(({ state }) => state === 'failed') && (
          <Button size="small" busy={allAgain.isPending} onClick={() => allAgain.mutate()}>
            {t({ id: 'admin.mails.allAgain', message: 'Send all failed again' })}
          </Button>
        )}
      </div>
      <AdminList
        caption={title}
        list={mailList}
        view={view}
        fields={fields()}
        answer={answer}
        columns={columns({
          busyId: again.isPending ? again.variables : undefined,
          onAgain: (id) => again.mutate(id),
        })}
        rowKey={({ _id }) => _id}
        nothing={{
          title: t({ id: 'admin.mails.none', message: 'No unsent emails' }),
          text: t({ id: 'admin.mails.noneText', message: 'Emails that are waiting or failed appear here.' }),
        }}
      />
    </section>
  )
}

const fields = (): Fields<MailReaders> => ({
  state: {
    kind: 'choice',
    label: t({ id: 'admin.mails.state', message: 'Status' }),
    options: MailState.options.map((value) => ({ value, label: stateLabel(value) })),
  },
})

interface ColumnsInput {
  busyId: string | undefined
  onAgain: (id: string) => void
}

const columns = ({ busyId, onAgain }: ColumnsInput): Column<QueuedMail>[] => [
  {
    key: 'kind',
    header: t({ id: 'admin.mails.email', message: 'Email' }),
    role: 'head',
    cell: ({ kind, error }) => (
      <span className="grid min-w-0 gap-1">
        {jobLabel(kind)}
        {error !== null && <span className="max-w-96 text-sm font-normal break-words text-muted">{error}</span>}
      </span>
    ),
  },
  {
    key: 'to',
    header: t({ id: 'admin.mails.to', message: 'Recipient' }),
    cell: ({ to, user }) => (
      <span className="grid min-w-0 justify-items-start max-sm:justify-items-end">
        {user !== null && <UserLink user={user} />}
        {to !== null && <span className="text-sm break-all text-muted">{to}</span>}
        {user === null && to === null && t({ id: 'admin.mails.owner', message: 'Site owner' })}
      </span>
    ),
  },
  {
    key: 'state',
    header: t({ id: 'admin.mails.state', message: 'Status' }),
    cell: (mail) => <State mail={mail} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.mails.actions', message: 'Actions' }),
    role: 'actions',
    cell: ({ _id, state }) =>
      state === 'failed' && (
        <Button size="small" className="whitespace-nowrap" busy={busyId === _id} onClick={() => onAgain(_id)}>
          {t({ id: 'admin.mails.again', message: 'Send again' })}
        </Button>
      ),
  },
]

const tones: Readonly<Record<QueuedMail['state'], Tone>> = { waiting: 'plain', sending: 'brand', failed: 'bad' }

const State = ({ mail: { state, retries, createdAt, nextAt } }: { mail: QueuedMail }) => (
  <span className="grid justify-items-start gap-1 text-sm max-sm:justify-items-end">
    <Badge tone={tones[state]} dot>
      {stateLabel(state)}
    </Badge>
    <RelativeTime iso={createdAt} className="whitespace-nowrap text-muted" />
    {retries > 0 && (
      <span className="text-muted">
        {t({ id: 'admin.mails.retries', message: plural(retries, { one: '# retry', other: '# retries' }) })}
      </span>
    )}
    {retries > 0 && nextAt !== null && (
      <span className="whitespace-nowrap text-muted">
        {t({ id: 'admin.mails.next', message: 'Next try' })} <RelativeTime iso={nextAt} />
      </span>
    )}
  </span>
)

const stateLabel = (state: QueuedMail['state']): string => {
  switch (state) {
    case 'waiting':
      return t({ id: 'admin.mails.waiting', message: 'Waiting' })
    case 'sending':
      return t({ id: 'admin.mails.sending', message: 'Sending' })
    case 'failed':
      return t({ id: 'admin.mails.failed', message: 'Failed' })
  }
}
