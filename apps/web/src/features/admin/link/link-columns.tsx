import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { admin } from '#features/admin/admin.ts'
import { countryText } from '#features/advertise/advertise.ts'
import { Amount, unitsText } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Switch } from '#ui/form/Switch.tsx'
import { formatNumber } from '#ui/format.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { apiName, linksChanged, type AdminLink } from './links.ts'
import type { LinkTest, LinkTests } from './use-link-tests.ts'

interface LinkColumnActions {
  links: readonly AdminLink[]
  tests: LinkTests
  isMoving: boolean
  onMove: (from: number, to: number) => void
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
    header: t({ id: 'admin.column.status', message: 'Status' }),
    cell: (row) => <State row={row} test={around.tests.resultOf(row._id)} />,
  },
  {
    key: 'actions',
    header: t({ id: 'admin.column.actions', message: 'Actions' }),
    role: 'actions',
    cell: (row) => <Actions row={row} around={around} />,
  },
]

interface RowProps {
  row: AdminLink
  around: LinkColumnActions
}

const Name = ({ row: { _id, name, api, priority }, around: { links, isMoving, onMove } }: RowProps) => {
  const at = links.findIndex((known) => known._id === _id)
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="flex sm:flex-col">
        <IconButton
          label={t({ id: 'admin.deposits.up', message: `Move ${name} up` })}
          icon={<IconArrowUp aria-hidden="true" />}
          disabled={at === 0 || isMoving}
          onClick={() => onMove(at, at - 1)}
        />
        <IconButton
          label={t({ id: 'admin.deposits.down', message: `Move ${name} down` })}
          icon={<IconArrowDown aria-hidden="true" />}
          disabled={at === links.length - 1 || isMoving}
          onClick={() => onMove(at, at + 1)}
        />
      </span>
      <span className="grid min-w-0">
        <span className="font-semibold wrap-anywhere">{name}</span>
        <span className="text-sm font-normal text-muted">{apiName(api)}</span>
        <span className="text-sm font-normal text-muted">
          {t({ id: 'admin.link.priorityIs', message: `Priority ${formatNumber(priority)}` })}
        </span>
      </span>
    </span>
  )
}

const Takes = ({ row: { learnt, expectedSeconds, minSeconds } }: { row: AdminLink }) => {
  if (learnt) {
    const { median, floor, visits } = learnt
    return (
      <span className="figures grid max-w-64 max-sm:justify-items-end">
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
    <span className="figures grid max-w-64 max-sm:justify-items-end">
      <span>{t({ id: 'admin.link.expected', message: `${expectedSeconds} s expected` })}</span>
      <span className="text-sm text-muted">{t({ id: 'admin.link.least', message: `Min. ${minSeconds} s` })}</span>
    </span>
  )
}

const Today = ({ today: { opened, completed, cost } }: Pick<AdminLink, 'today'>) => {
  const [all, done] = [formatNumber(opened), formatNumber(completed)]
  return (
    <span className="figures grid max-sm:justify-items-end">
      <span>{t({ id: 'admin.link.completedOf', message: `${done} of ${all} completed` })}</span>
      <span className="text-sm text-muted">{t({ id: 'admin.link.costs', message: `Cost ${unitsText(cost)}` })}</span>
    </span>
  )
}

const State = ({
  row: { enabled, outUntil, lastError, keySet, api },
  test,
}: {
  row: AdminLink
  test: LinkTest | undefined
}) => (
  <span className="grid max-w-64 justify-items-start gap-1 max-sm:justify-items-end">
    {!enabled && <Badge>{t({ id: 'admin.link.paused', message: 'Paused' })}</Badge>}
    {enabled && outUntil !== null && (
      <Badge tone="bad" dot>
        {t({ id: 'admin.link.out', message: 'Suspended' })}
      </Badge>
    )}
    {enabled && outUntil === null && (
      <Badge tone={lastError === null ? 'good' : 'warn'} dot>
        {lastError === null
          ? t({ id: 'admin.link.works', message: 'OK' })
          : t({ id: 'admin.link.unsure', message: 'Last call failed' })}
      </Badge>
    )}
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

const Actions = ({ row, around: { tests, onEdit, onRemove } }: RowProps) => {
  const hidden = <VisuallyHidden> {row.name}</VisuallyHidden>
  return (
    <span className="flex flex-wrap items-center gap-2 sm:justify-end">
      <OpenSwitch row={row} />
      <Button
        size="small"
        busy={tests.busyId === row._id}
        disabled={tests.busyId !== null && tests.busyId !== row._id}
        onClick={() => tests.run(row._id)}
      >
        {t({ id: 'admin.link.test', message: 'Test' })}
        {hidden}
      </Button>
      <Button size="small" onClick={() => onEdit(row)}>
        {t({ id: 'admin.method.edit', message: 'Edit' })}
        {hidden}
      </Button>
      <Button size="small" variant="danger-soft" onClick={() => onRemove(row)}>
        {t({ id: 'admin.link.remove', message: 'Delete' })}
        {hidden}
      </Button>
    </span>
  )
}

/** Pauses a provider and lets it go on at once. */
const OpenSwitch = ({ row: { _id, name, enabled } }: { row: AdminLink }) => {
  const set = useMutation({
    mutationFn: (wanted: boolean) => admin.calls.editLink({ params: { id: _id }, body: { enabled: wanted } }),
    onSettled: linksChanged,
  })
  return (
    <Switch
      label={<VisuallyHidden>{t({ id: 'admin.method.openNamed', message: `${name} enabled` })}</VisuallyHidden>}
      checked={set.isPending ? set.variables : enabled}
      disabled={set.isPending}
      onChecked={(wanted) => set.mutate(wanted)}
    />
  )
}
