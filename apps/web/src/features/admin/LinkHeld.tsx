import { plural, t } from '@lingui/core/macro'
import { adminLink as contract } from '@runnel/contract/admin-link'
import { useState } from 'react'
import { Amount, unitsInWords } from '#ui/Amount.tsx'
import { Button } from '#ui/Button.tsx'
import { confirm } from '#ui/confirm.ts'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { LinkReasonDialog } from './LinkReasonDialog.tsx'
import { heldList, useDecideVisits, useHeld } from './links.ts'
import type { HeldVisit } from './links.ts'
import { AdminList } from './list/AdminList.tsx'
import { useSelection } from './list/selection.ts'
import { ScoreBadge } from './ScoreBadge.tsx'
import { UserLink } from './UserLink.tsx'

/** Visits that came back unusually; a person pays them or says why not. */
export function LinkHeld() {
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
        caption={t({ id: 'admin.link.held', message: 'Held visits' })}
        list={heldList}
        view={view}
        fields={{}}
        answer={answer}
        columns={columns({ busy, onPay: (row) => pay([row]), onRefuse: (row) => setRefusing([row]) })}
        rowKey={({ _id }) => _id}
        csv={contract.heldVisitsCsv}
        nothing={{
          title: t({ id: 'admin.link.held.none', message: 'No visit waits for you' }),
          text: t({
            id: 'admin.link.held.noneText',
            message: 'Visits that come back far faster than others of their link wait here before they are paid.',
          }),
        }}
        bulk={{
          selection,
          label: t({ id: 'admin.link.bulk', message: 'Chosen visits' }),
          pick: ({ user: { username: name } }) => t({ id: 'admin.link.pick', message: `Choose the visit of ${name}` }),
          note: sumWords,
          actions: (chosen) => (
            <>
              <Button variant="danger-soft" disabled={busy} onClick={() => setRefusing(chosen)}>
                {t({ id: 'admin.link.refuse', message: 'Refuse' })}
              </Button>
              <Button variant="primary" disabled={busy} onClick={() => void askToPay(chosen, () => pay(chosen))}>
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

function sumWords(visits: readonly HeldVisit[]): string {
  return unitsInWords(visits.reduce((all, { reward }) => all + reward, 0))
}

async function askToPay(rows: readonly HeldVisit[], pay: () => void): Promise<void> {
  const sum = sumWords(rows)
  const agreed = await confirm({
    title: t({
      id: 'admin.link.payAll.title',
      message: plural(rows.length, { one: 'Pay this visit?', other: 'Pay # visits?' }),
    }),
    text: t({ id: 'admin.link.payAll.text', message: `They cost ${sum} together.` }),
    confirmLabel: t({ id: 'admin.link.payAll.yes', message: 'Pay them' }),
  })
  if (agreed) pay()
}

interface Deciding {
  busy: boolean
  onPay: (row: HeldVisit) => void
  onRefuse: (row: HeldVisit) => void
}

function columns({ busy, onPay, onRefuse }: Deciding): Column<HeldVisit>[] {
  return [
    {
      key: 'user',
      header: t({ id: 'admin.filter.username', message: 'Username' }),
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
        <span className="grid max-sm:justify-items-end">
          <span className="wrap-anywhere">{link}</span>
          <Amount units={reward} className="text-sm text-muted" />
        </span>
      ),
    },
    {
      key: 'why',
      header: t({ id: 'admin.column.why', message: 'What to look at' }),
      cell: ({ reason, seconds, usual }) => (
        <span className="grid max-w-80">
          <span>{reason}</span>
          <span className="figures text-sm text-muted">{timeWords(seconds, usual)}</span>
        </span>
      ),
    },
    {
      key: 'actions',
      header: t({ id: 'admin.column.actions', message: 'Decide' }),
      role: 'actions',
      cell: (row) => (
        <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end">
          <Button size="small" variant="danger-soft" disabled={busy} onClick={() => onRefuse(row)}>
            {t({ id: 'admin.link.refuse', message: 'Refuse' })}
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
}

function timeWords(seconds: number, usual: number | null): string {
  const took = formatNumber(seconds, { maximumFractionDigits: 1 })
  if (usual === null) return t({ id: 'admin.link.took', message: `Took ${took} s` })
  return t({ id: 'admin.link.tookUsual', message: `Took ${took} s; others take ${formatNumber(usual)} s` })
}
