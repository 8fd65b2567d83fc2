import { plural, t } from '@lingui/core/macro'
import { adminLink as contract } from '@runnel/contract/admin/link'
import { useState } from 'react'
import { ReasonDialog } from '#base/ReasonDialog.tsx'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { useSelection } from '#features/admin/list/selection.ts'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { formatNumber } from '#ui/format.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { heldList, useDecideVisits, useHeld, type HeldVisit } from './links.ts'

/** Visits that came back unusually; a person pays them or says why not. */
export const LinkHeld = () => {
  const view = heldList.useView()
  const answer = useHeld(view.page)
  const selection = useSelection()
  const [refusing, setRefusing] = useState<readonly HeldVisit[]>([])
  const decide = useDecideVisits()
  const busy = decide.isPending
  const pay = (visits: readonly HeldVisit[]) =>
    decide.mutate({ ids: visits.map(({ _id }) => _id) }, { onSuccess: selection.clear })
  return (
    <>
      <AdminList
        caption={t({ id: 'admin.link.held', message: 'Visits in review' })}
        list={heldList}
        view={view}
        fields={{}}
        answer={answer}
        columns={columns({ busy, onPay: (row) => pay([row]), onRefuse: (row) => setRefusing([row]) })}
        rowKey={({ _id }) => _id}
        csv={contract.heldVisitsCsv}
        nothing={{
          title: t({ id: 'admin.link.held.none', message: 'No visits to review' }),
          text: t({
            id: 'admin.link.held.noneText',
            message: 'Visits completed much faster than usual appear here before they are paid.',
          }),
        }}
        bulk={{
          selection,
          label: t({ id: 'admin.link.bulk', message: 'Selected visits' }),
          pick: ({ user: { username: name } }) => t({ id: 'admin.link.pick', message: `Select visit from ${name}` }),
          note: sumText,
          actions: (chosen) => (
            <>
              <Button variant="danger-soft" disabled={busy} onClick={() => setRefusing(chosen)}>
                {t({ id: 'admin.link.refuse', message: 'Reject' })}
              </Button>
              <Button variant="primary" disabled={busy} onClick={() => void confirmPay(chosen, () => pay(chosen))}>
                {t({ id: 'admin.link.pay', message: 'Pay' })}
              </Button>
            </>
          ),
        }}
      />
      <LinkReasonDialog visits={refusing} decide={decide} onClose={() => setRefusing([])} />
    </>
  )
}

const sumText = (visits: readonly HeldVisit[]): string => unitsText(visits.reduce((all, { reward }) => all + reward, 0))

const confirmPay = async (rows: readonly HeldVisit[], pay: () => void): Promise<void> => {
  const sum = sumText(rows)
  const agreed = await confirm({
    title: t({
      id: 'admin.link.payAll.title',
      message: plural(rows.length, { one: 'Pay this visit?', other: 'Pay # visits?' }),
    }),
    text: t({ id: 'admin.link.payAll.text', message: `Total cost: ${sum}.` }),
    confirmLabel: t({ id: 'admin.link.payAll.yes', message: 'Pay' }),
  })
  if (agreed) pay()
}

interface HeldVisitActions {
  busy: boolean
  onPay: (row: HeldVisit) => void
  onRefuse: (row: HeldVisit) => void
}

const columns = ({ busy, onPay, onRefuse }: HeldVisitActions): Column<HeldVisit>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.link.username', message: 'Username' }),
    role: 'head',
    cell: ({ user, at }) => (
      <span className="grid min-w-0 justify-items-start gap-1">
        <UserLink user={user} className="font-semibold" />
        <ScoreBadge score={user.score} />
        <RelativeTime iso={at} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'link',
    header: t({ id: 'admin.link.link', message: 'Link' }),
    cell: ({ link, reward }) => (
      <span className="grid max-md:justify-items-end">
        <span className="wrap-anywhere">{link}</span>
        <Amount units={reward} className="text-sm text-muted" />
      </span>
    ),
  },
  {
    key: 'why',
    header: t({ id: 'admin.link.why', message: 'Review reasons' }),
    cell: ({ reason, seconds, usual }) => (
      <span className="grid max-w-80">
        <span dir="auto">{reason}</span>
        <span className="figures text-sm text-muted">{timeText(seconds, usual)}</span>
      </span>
    ),
  },
  {
    key: 'actions',
    header: t({ id: 'admin.link.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => (
      <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end">
        <Button size="small" variant="danger-soft" disabled={busy} onClick={() => onRefuse(row)}>
          {t({ id: 'admin.link.refuse', message: 'Reject' })}
          <VisuallyHidden> {row.user.username}</VisuallyHidden>
        </Button>
        <Button size="small" disabled={busy} onClick={() => onPay(row)}>
          {t({ id: 'admin.link.pay', message: 'Pay' })}
          <VisuallyHidden> {row.user.username}</VisuallyHidden>
        </Button>
      </span>
    ),
  },
]

const timeText = (seconds: number, usual: number | null): string => {
  const took = formatNumber(seconds, { maximumFractionDigits: 1 })
  if (usual === null) return t({ id: 'admin.link.took', message: `Took ${took} s` })
  return t({ id: 'admin.link.tookUsual', message: `${took} s (usual: ${formatNumber(usual)} s)` })
}

interface LinkReasonDialogProps {
  /** Those that are refused; none while the dialog is closed. */
  visits: readonly HeldVisit[]
  decide: ReturnType<typeof useDecideVisits>
  onClose: () => void
}

/** Why visits are not paid; their visitors read it. */
const LinkReasonDialog = ({ visits, decide, onClose }: LinkReasonDialogProps) => (
  <ReasonDialog
    open={visits.length > 0}
    onClose={onClose}
    title={t({
      id: 'admin.link.refuse.title',
      message: plural(visits.length, { one: 'Reject # visit', other: 'Reject # visits' }),
    })}
    submitLabel={t({ id: 'admin.link.refuse.yes', message: 'Reject' })}
    danger
    busy={decide.isPending}
    rule={contract.decideVisits.body.shape.reason}
    suggestions={[
      t({ id: 'admin.link.reason.fast', message: 'The shortlink was completed faster than possible.' }),
      t({ id: 'admin.link.reason.around', message: 'The visit bypassed the shortlink’s pages.' }),
    ]}
    onSend={(reason, outcome) => decide.mutate({ ids: visits.map(({ _id }) => _id), reason }, outcome)}
  />
)
