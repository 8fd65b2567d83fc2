import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { AdminWithdrawal } from '@runnel/contract/admin'
import { Amount } from '#ui/Amount.tsx'
import { Checkbox } from '#ui/Checkbox.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/Table.tsx'
import { DecisionButtons } from './DecisionButtons.tsx'
import { ScoreBadge } from './ScoreBadge.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import type { Deciding } from './use-deciding.ts'
import { decisionsFor } from './withdrawals.ts'

type Selected = ReadonlySet<string>

interface Around {
  selected: Selected
  onSelect: (selected: Selected) => void
  onOpen: (id: string) => void
  deciding: Deciding
}

export function withdrawalColumns({ selected, onSelect, onOpen, deciding }: Around): Column<AdminWithdrawal>[] {
  return [
    {
      key: 'user',
      header: t({ id: 'admin.column.user', message: 'User' }),
      role: 'head',
      cell: (row) => (
        <span className="flex items-start gap-2.5">
          <Pick row={row} selected={selected} onSelect={onSelect} />
          <Who row={row} onOpen={onOpen} />
        </span>
      ),
    },
    {
      key: 'amount',
      header: t({ id: 'admin.column.amount', message: 'Receives' }),
      cell: ({ receives, currency, amount }) => (
        <span className="figures grid">
          <span className="font-semibold sm:whitespace-nowrap">
            {receives} {currency}
          </span>
          <Amount units={amount} className="text-sm text-muted" />
        </span>
      ),
    },
    {
      key: 'why',
      header: t({ id: 'admin.column.why', message: 'What to look at' }),
      cell: (row) => <Why row={row} />,
    },
    {
      key: 'status',
      header: t({ id: 'admin.column.status', message: 'Status' }),
      cell: ({ status, createdAt }) => (
        <span className="grid justify-items-start gap-1 max-sm:justify-items-end">
          <StatusBadge status={status} />
          <RelativeTime iso={createdAt} className="text-sm whitespace-nowrap text-muted" />
        </span>
      ),
    },
    {
      key: 'actions',
      header: t({ id: 'admin.column.actions', message: 'Decide' }),
      role: 'actions',
      cell: (row) => (
        <span className="flex flex-wrap gap-2 whitespace-nowrap sm:justify-end xl:flex-nowrap">
          <DecisionButtons row={row} deciding={deciding} size="small" />
        </span>
      ),
    },
  ]
}

function Who({ row: { _id, user }, onOpen }: { row: AdminWithdrawal; onOpen: (id: string) => void }) {
  const { username, level, joinedAt } = user
  return (
    <span className="grid min-w-0 justify-items-start gap-1">
      <button
        type="button"
        className="link text-start font-semibold break-all"
        aria-label={t({ id: 'admin.details.of', message: `${username}, all details` })}
        onClick={() => onOpen(_id)}
      >
        {username}
      </button>
      <span className="text-sm font-normal text-muted">
        <Trans id="admin.who">
          Level {level}, joined <RelativeTime iso={joinedAt} />
        </Trans>
      </span>
      <ScoreBadge score={user.score} />
    </span>
  )
}

/** What needs a person's eye while it is open; afterwards what became of it. */
function Why({ row }: { row: AdminWithdrawal }) {
  const { reviewReasons, sharedAddress, risk, reason, txId } = row
  const [doubt] = risk
  if (decisionsFor(row).length === 0) {
    if (reason) return <span className="max-w-72 text-sm text-muted">{reason}</span>
    return txId && <code className="text-xs">{shortened(txId)}</code>
  }
  const sentences = [...reviewReasons, ...(doubt ? [doubt.sentence] : [])]
  return (
    <span className="grid max-w-72 justify-items-start gap-1 text-sm max-sm:justify-items-end lg:min-w-44">
      {sharedAddress > 0 && <b className="text-bad">{sharedWords(sharedAddress)}</b>}
      {sentences.map((sentence) => (
        <span key={sentence} className="text-muted">
          {sentence}
        </span>
      ))}
    </span>
  )
}

function shortened(txId: string): string {
  return txId.length <= 16 ? txId : `${txId.slice(0, 6)}…${txId.slice(-6)}`
}

export function sharedWords(others: number): string {
  return t({
    id: 'admin.shared',
    message: plural(others, { one: 'Address of # more account', other: 'Address of # more accounts' }),
  })
}

interface PickProps extends Pick<Around, 'selected' | 'onSelect'> {
  row: AdminWithdrawal
}

function Pick({ row: { _id, user, status, processor }, selected, onSelect }: PickProps) {
  if (!isSelectable({ status, processor })) return null
  const name = user.username
  const choose = (isChosen: boolean) => {
    const next = new Set(selected)
    if (isChosen) next.add(_id)
    else next.delete(_id)
    onSelect(next)
  }
  return (
    <Checkbox
      className="-my-2"
      label={<VisuallyHidden>{t({ id: 'admin.select', message: `Choose the withdrawal of ${name}` })}</VisuallyHidden>}
      checked={selected.has(_id)}
      onChecked={choose}
    />
  )
}

/** Only what may still be rejected or approved can be decided in bulk. */
function isSelectable(row: { status: AdminWithdrawal['status']; processor: AdminWithdrawal['processor'] }): boolean {
  return decisionsFor(row).includes('reject')
}

interface SelectAllProps extends Pick<Around, 'selected' | 'onSelect'> {
  rows: readonly AdminWithdrawal[]
}

/** Above the list: chooses all of this page that can be decided together. */
export function SelectAll({ rows, selected, onSelect }: SelectAllProps) {
  const selectable = rows.filter(isSelectable)
  if (selectable.length < 2) return null
  const chosen = selectable.filter(({ _id }) => selected.has(_id)).length
  const isPart = chosen > 0 && chosen < selectable.length
  return (
    <div className="border-b border-line px-4 sm:px-6">
      <Checkbox
        label={t({
          id: 'admin.selectAll',
          message: plural(selectable.length, {
            one: 'Choose the one that can be decided',
            other: 'Choose all # on this page that can be decided',
          }),
        })}
        ref={(box) => {
          if (box) box.indeterminate = isPart
        }}
        checked={chosen === selectable.length}
        onChecked={(all) => onSelect(new Set(all ? selectable.map(({ _id }) => _id) : []))}
      />
    </div>
  )
}
