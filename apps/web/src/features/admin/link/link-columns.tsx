import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { admin } from '#features/admin/admin.ts'
import { actionsHead, DeleteButton, EditButton, EnabledSwitch, RowButton, Title } from '#features/admin/kit/columns.tsx'
import { MoveButtons } from '#features/admin/kit/MoveButtons.tsx'
import { countryText } from '#features/advertise/advertise.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatNumber } from '#ui/format.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { apiName, linksChanged, type AdminLink, type useLinkCalls } from './links.ts'
import type { LinkTest, LinkTests } from './use-link-tests.ts'

interface LinkColumnActions {
  links: readonly AdminLink[]
  tests: LinkTests
  order: ReturnType<typeof useLinkCalls>['order']
  onEdit: (row: AdminLink) => void
  onRemove: (row: AdminLink) => void
}

export const linkColumns = (around: LinkColumnActions): Column<AdminLink>[] => [
  {
    key: 'name',
    header: t({ id: 'admin.link.name', message: 'Name' }),
    role: 'head',
    cell: (row) => <Name row={row} around={around} />,
  },
  {
    key: 'pays',
    header: t({ id: 'admin.link.pays', message: 'Pays' }),
    cell: ({ reward, maxView, countries }) => (
      <span className="grid">
        <Amount units={reward} />
        <span className="text-sm text-muted">
          {t({
            id: 'admin.link.perDay',
            message: plural(maxView, { one: '# visit a day', other: '# visits a day' }),
          })}
        </span>
        {countries.length > 0 && <span className="text-sm text-muted">{countryText(countries)}</span>}
      </span>
    ),
  },
  {
    key: 'takes',
    header: t({ id: 'admin.link.takes', message: 'Takes' }),
    cell: (row) => <Takes row={row} />,
  },
  {
    key: 'today',
    header: t({ id: 'admin.link.today', message: 'Today' }),
    cell: ({ today }) => <Today today={today} />,
  },
  {
    key: 'state',
    header: t({ id: 'admin.link.status', message: 'Status' }),
    cell: (row) => <State row={row} test={around.tests.resultOf(row._id)} />,
  },
  {
    ...actionsHead(),
    cell: (row) => <Actions row={row} around={around} />,
  },
]

interface RowProps {
  row: AdminLink
  around: LinkColumnActions
}

const Name = ({ row, around: { links, order } }: RowProps) => (
  <span className="flex min-w-0 items-center gap-2">
    <MoveButtons rows={links} row={row} busy={order.isPending} onOrder={order.mutateAsync} onUndo={order.mutateAsync} />
    <Title
      title={row.name}
      notes={[apiName(row.api), t({ id: 'admin.link.priorityIs', message: `Priority ${formatNumber(row.priority)}` })]}
    />
  </span>
)

const Takes = ({ row: { learnt, expectedSeconds, minSeconds } }: { row: AdminLink }) => {
  if (learnt) {
    const { median, floor, visits } = learnt
    return (
      <span className="figures grid max-w-64 max-md:justify-items-end">
        <span>{t({ id: 'admin.link.median', message: `${median} s measured` })}</span>
        <span className="text-sm text-muted">
          {t({ id: 'admin.link.floor', message: `Held for review if below ${floor} s` })}
        </span>
        <span className="text-sm text-muted">
          {t({ id: 'admin.link.from', message: plural(visits, { one: 'From # visit', other: 'From # visits' }) })}
        </span>
      </span>
    )
  }
  return (
    <span className="figures grid max-w-64 max-md:justify-items-end">
      <span>{t({ id: 'admin.link.expected', message: `${expectedSeconds} s expected` })}</span>
      <span className="text-sm text-muted">{t({ id: 'admin.link.least', message: `Min. ${minSeconds} s` })}</span>
    </span>
  )
}

const Today = ({ today: { opened, completed, cost } }: Pick<AdminLink, 'today'>) => {
  const [all, done] = [formatNumber(opened), formatNumber(completed)]
  return (
    <span className="figures grid max-md:justify-items-end">
      <span>{t({ id: 'admin.link.completedOf', message: `${done} of ${all} completed` })}</span>
      <span className="text-sm text-muted">{t({ id: 'admin.link.costs', message: `Cost ${unitsText(cost)}` })}</span>
    </span>
  )
}

const State = ({
  row: { enabled, outUntil, lastError, used, keySet, api },
  test,
}: {
  row: AdminLink
  test: LinkTest | undefined
}) => (
  <span className="grid max-w-64 justify-items-start gap-1 max-md:justify-items-end">
    {!enabled && <Badge>{t({ id: 'admin.link.paused', message: 'Paused' })}</Badge>}
    {enabled && outUntil !== null && (
      <Badge tone="bad" dot>
        {t({ id: 'admin.link.out', message: 'Suspended' })}
      </Badge>
    )}
    {enabled && outUntil === null && <Health failed={lastError !== null} proven={used || test?.ok === true} />}
    {outUntil !== null && (
      <span className="text-sm text-muted">
        <Trans id="admin.link.tried">
          Last retry <RelativeTime iso={outUntil} />
        </Trans>
      </span>
    )}
    {lastError !== null && <span className="text-sm text-muted wrap-anywhere">{lastError}</span>}
    {!keySet && api !== 'sandbox' && (
      <span className="text-sm text-bad">{t({ id: 'admin.link.noKey', message: 'API key missing.' })}</span>
    )}
    <span role="status">{test && <Tested test={test} />}</span>
  </span>
)

/** Nobody knows yet whether one works that was never called. */
const Health = ({ failed, proven }: { failed: boolean; proven: boolean }) => {
  if (failed) {
    return (
      <Badge tone="warn" dot>
        {t({ id: 'admin.link.unsure', message: 'Last call failed' })}
      </Badge>
    )
  }
  if (!proven) return <Badge>{t({ id: 'admin.link.unused', message: 'No visits yet' })}</Badge>
  return (
    <Badge tone="good" dot>
      {t({ id: 'admin.link.works', message: 'OK' })}
    </Badge>
  )
}

const Tested = ({ test: { ok, milliseconds, result, msg } }: { test: LinkTest }) => {
  const time = formatNumber(milliseconds)
  return (
    <span className={ok ? 'text-sm text-good wrap-anywhere' : 'text-sm text-bad wrap-anywhere'}>
      {ok
        ? t({ id: 'admin.link.tested', message: `Test passed in ${time} ms` })
        : t({ id: 'admin.link.testFailed', message: `Test failed: no short URL after ${time} ms` })}
      <br />
      {result ?? msg}
    </span>
  )
}

const Actions = ({ row, around: { tests, onEdit, onRemove } }: RowProps) => (
  <span className="flex flex-wrap items-center gap-2 sm:justify-end">
    <EnabledSwitch row={row} name={row.name} edit={admin.calls.editLink} onSettled={linksChanged} />
    <RowButton
      name={row.name}
      busy={tests.busyId === row._id}
      disabled={tests.busyId !== null && tests.busyId !== row._id}
      onClick={() => tests.run(row._id)}
    >
      {t({ id: 'admin.link.test', message: 'Test' })}
    </RowButton>
    <EditButton name={row.name} onClick={() => onEdit(row)} />
    <DeleteButton name={row.name} onClick={() => onRemove(row)} />
  </span>
)
