import { t } from '@lingui/core/macro'
import type { SuspectDetail, SuspectEdge } from '@runnel/contract/admin/suspect'
import type { SuspectAccount } from '@runnel/contract/suspect-schemas'
import { PageLink } from '#base/PageLink.tsx'
import { ScoreBadge } from '#features/admin/shared/ScoreBadge.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Table, type Column } from '#ui/table/Table.tsx'
import { edgeName, stateName, stateTone } from './suspect-labels.ts'

type Group = SuspectDetail['group']

/** Everything that the drawing says. */
export const GroupTable = ({ group: { nodes, edges } }: { group: Group }) => (
  <Table
    caption={t({ id: 'admin.group.caption', message: 'Accounts in the cluster and their links' })}
    columns={columns({ nodes, edges })}
    rows={nodes}
    rowKey={({ _id }) => _id}
  />
)

const columns = ({ nodes, edges }: Pick<Group, 'nodes' | 'edges'>): Column<SuspectAccount>[] => [
  {
    key: 'account',
    header: t({ id: 'admin.column.user', message: 'User' }),
    role: 'head',
    cell: ({ _id, username }) => (
      <PageLink to="/app/admin/suspects/{id}" params={{ id: _id }} className="link break-all">
        {username}
      </PageLink>
    ),
  },
  {
    key: 'risk',
    header: t({ id: 'admin.column.risk', message: 'Risk' }),
    cell: ({ score, state }) => (
      <span className="flex flex-wrap gap-2 max-md:justify-end">
        <ScoreBadge score={score} />
        <Badge tone={stateTone[state]}>{stateName(state)}</Badge>
      </span>
    ),
  },
  {
    key: 'paid',
    header: t({ id: 'admin.column.paidOut', message: 'Paid out' }),
    align: 'end',
    cell: ({ paidOut }) => <Amount units={paidOut} />,
  },
  {
    key: 'ties',
    header: t({ id: 'admin.column.ties', message: 'Linked accounts' }),
    cell: ({ _id }) => (
      <ul className="grid gap-1 text-sm">
        {tiesOf(_id, edges).map(({ edge, other }) => (
          <li key={`${edge.kind} ${other}`}>
            {`${nodes.find((node) => node._id === other)?.username ?? '…'}: ${edgeName(edge.kind)}`}
          </li>
        ))}
      </ul>
    ),
  },
]

/** The ties of an account, each with who stands at its other end. */
export const tiesOf = (id: string, edges: readonly SuspectEdge[]): { edge: SuspectEdge; other: string }[] =>
  edges
    .filter(({ from, to }) => from === id || to === id)
    .map((edge) => ({ edge, other: edge.from === id ? edge.to : edge.from }))
