import { t } from '@lingui/core/macro'
import { admin as contract } from '@runnel/contract/admin/admin'
import type { AuditAction } from '@runnel/contract/admin/audit-action'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { admin, type AuditRow } from '#features/admin/admin.ts'
import { SaveCsv } from '#features/admin/list/SaveCsv.tsx'
import { settingName } from '#features/admin/settings/table/table.ts'
import { Card } from '#ui/Card.tsx'
import { formatDateTime } from '#ui/format.ts'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { partName, valueText } from './audit-labels.ts'
import { changedParts, nameOf, type ChangedPart } from './audit-parts.ts'

const pageLimit = 20

/** Who changed what when, from what to what; nobody can change the log. */
export const AuditLog = () => {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...admin.query('settingAudit', { query: { page: String(page), limit: String(pageLimit) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  if (!data && error) return <QueryError query={query} />
  return (
    <Card
      flush
      title={t({ id: 'audit.audit', message: 'Changes' })}
      note={t({ id: 'admin.audit.note', message: 'Permanent and read-only.' })}
      action={<SaveCsv route={contract.settingAuditCsv} query={{}} total={data?.totalItems} />}
    >
      <Table
        caption={t({ id: 'audit.audit', message: 'Changes' })}
        columns={columns()}
        rows={data?.items ?? []}
        rowKey={({ _id }) => _id}
        loadingRows={data ? 0 : 5}
        empty={
          <EmptyState title={t({ id: 'admin.audit.none', message: 'No changes yet' })}>
            {t({ id: 'admin.audit.noneText', message: 'Changes to settings and methods are logged here.' })}
          </EmptyState>
        }
      />
      <Pagination page={page} limit={pageLimit} totalItems={data?.totalItems ?? 0} onPage={setPage} />
    </Card>
  )
}

const columns = (): Column<AuditRow>[] => [
  {
    key: 'what',
    header: t({ id: 'admin.audit.what', message: 'Action' }),
    role: 'head',
    cell: (row) => whatText(row),
  },
  {
    key: 'change',
    header: t({ id: 'admin.audit.change', message: 'Before and after' }),
    cell: (row) => <Changes row={row} />,
  },
  {
    key: 'who',
    header: t({ id: 'admin.audit.who', message: 'Actor' }),
    cell: ({ by, from }) => (
      <span className="grid">
        <span>{by}</span>
        <span className="text-sm text-muted">{from}</span>
      </span>
    ),
  },
  {
    key: 'when',
    header: t({ id: 'admin.audit.when', message: 'Date' }),
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap">
        {formatDateTime(at)}
      </time>
    ),
  },
]

const whatText = ({ action, target, before, after }: AuditRow): string => {
  const texts = new Map(Object.entries(changeTexts(nameOf(after || before))))
  return texts.get(action) ?? settingName(target)
}

/** What was done to something of the set-up, with the name that its owner gave it. */
const changeTexts = (name: string): { [Action in AuditAction]?: string } => ({
  'method.add': t({ id: 'admin.audit.methodAdd', message: `Method added: ${name}` }),
  'method.edit': t({ id: 'admin.audit.methodEdit', message: `Method edited: ${name}` }),
  'link.add': t({ id: 'admin.audit.linkAdd', message: `Shortlink added: ${name}` }),
  'link.edit': t({ id: 'admin.audit.linkEdit', message: `Shortlink edited: ${name}` }),
  'link.remove': t({ id: 'admin.audit.linkRemove', message: `Shortlink deleted: ${name}` }),
  'wall.add': t({ id: 'admin.audit.wallAdd', message: `Offerwall added: ${name}` }),
  'wall.edit': t({ id: 'admin.audit.wallEdit', message: `Offerwall edited: ${name}` }),
  'wall.remove': t({ id: 'admin.audit.wallRemove', message: `Offerwall deleted: ${name}` }),
  'challenge.add': t({ id: 'admin.audit.challengeAdd', message: 'Challenge added' }),
  'challenge.edit': t({ id: 'admin.audit.challengeEdit', message: 'Challenge edited' }),
  'challenge.remove': t({ id: 'admin.audit.challengeRemove', message: 'Challenge deleted' }),
  'coupon.add': t({ id: 'admin.audit.couponAdd', message: `Coupon created: ${name}` }),
  'coupon.add-batch': t({ id: 'admin.audit.couponBatch', message: `Coupon batch created: ${name}` }),
  'coupon.edit': t({ id: 'admin.audit.couponEdit', message: `Coupon edited: ${name}` }),
  'coupon.remove': t({ id: 'admin.audit.couponRemove', message: `Coupon deleted: ${name}` }),
})

/** What differs, each part by its name. */
export const Changes = ({ row }: { row: Pick<AuditRow, 'before' | 'after'> }) => (
  <span className="flex min-w-0 flex-wrap gap-x-4 gap-y-1 max-md:justify-end">
    {changedParts(row).map((part) => (
      <Part key={`${part.name} ${part.before} ${part.after}`} part={part} />
    ))}
  </span>
)

const Part = ({ part: { name, before, after } }: { part: ChangedPart }) => (
  <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 text-sm max-md:justify-end">
    {name && <span className="text-muted">{partName(name)}</span>}
    {before !== '' && (
      <del className="text-muted">
        <Value text={before} />
      </del>
    )}
    <Value text={after} />
  </span>
)

/** A long text is shown in part; all of it is in the tooltip. */
const Value = ({ text }: { text: string }) => (
  <span className="line-clamp-3 max-w-80 wrap-anywhere" title={text.length > 120 ? text : undefined}>
    {valueText(text)}
  </span>
)
