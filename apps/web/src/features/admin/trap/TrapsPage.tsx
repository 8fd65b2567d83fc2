import { plural, t } from '@lingui/core/macro'
import { adminTrap as contract, TrapKind } from '@runnel/contract/admin/trap'
import type { Result } from '@runnel/contract/route'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'
import { to } from '#base/paths.ts'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import type { Fields } from '#features/admin/list/fields.ts'
import { TimeChart } from '#features/admin/list/TimeChart.tsx'
import { anId, day, listAt, listQuery, onPage, oneOf, words, type ListState } from '#features/admin/list/url-state.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/form/Chip.tsx'
import { formatNumber } from '#ui/format.ts'
import { PageHeader } from '#ui/PageHeader.tsx'
import { trapColumns } from './trap-columns.tsx'
import { knownTrap, trapName } from './trap-labels.ts'
import '#web/styles/admin.css'

const traps = connect('admin', contract)

const readers = {
  username: words(40),
  kind: oneOf(TrapKind.options),
  net: words(60),
  from: day,
  to: day,
  userId: anId,
  device: anId,
}
const list = listAt((query) => to('/app/admin/log/trap', { query }), readers, 'traps')

/** What hit the traps: programs do what no person does. */
export const TrapsPage = () => {
  const view = list.useView()
  const answer = useTraps(view)
  return (
    <>
      <PageHeader
        title={t({ id: 'page.admin.trap', message: 'Trap log' })}
        lead={t({
          id: 'admin.trap.lead',
          message: 'Traps always respond normally, so bots can’t detect them. Requests are kept for 30 days.',
        })}
      />
      <div className="grid grid-cols-1 gap-4">
        {answer.data && answer.data.kinds.length > 0 && <Kinds kinds={answer.data.kinds} chosen={view.filter.kind} />}
        {answer.data && <ByDay days={answer.data.days} />}
        <AdminList
          caption={t({ id: 'page.admin.trap', message: 'Trap log' })}
          list={list}
          view={view}
          fields={fields()}
          answer={answer}
          columns={trapColumns({ onShow: (part) => list.show({ ...view.filter, ...part }) })}
          rowKey={({ _id }) => _id}
          csv={contract.trapsCsv}
          nothing={{
            title: t({ id: 'admin.trap.none', message: 'No trap hits' }),
            text: t({
              id: 'admin.trap.noneText',
              message: 'Hits on hidden fields, decoy URLs and forged answers appear here.',
            }),
          }}
        />
      </div>
    </>
  )
}

const useTraps = ({ filter, page }: ListState<typeof readers>) =>
  useQuery({ ...traps.query('traps', { query: { ...filter, ...onPage(page) } }), ...listQuery })

type Kind = Result<typeof contract.traps>['kinds'][number]

const Kinds = ({ kinds, chosen }: { kinds: readonly Kind[]; chosen: TrapKind | undefined }) => (
  <Card title={t({ id: 'admin.trap.kinds', message: 'Hits in the last 30 days' })}>
    <div className="flex flex-wrap gap-2">
      {kinds.map(({ kind, hits, users }) => {
        const known = TrapKind.options.find((name) => name === kind)
        const [name, count] = [trapName(kind), formatNumber(hits)]
        return (
          <Chip
            key={kind}
            pressed={chosen === kind}
            onClick={() => list.show({ kind: chosen === known ? undefined : known })}
          >
            {t({
              id: 'admin.trap.count',
              message: plural(users, {
                0: `${name}: ${count} (guests)`,
                one: `${name}: ${count} (# account)`,
                other: `${name}: ${count} (# accounts)`,
              }),
            })}
          </Chip>
        )
      })}
    </div>
  </Card>
)

/** How it goes with what the filters leave: an attack is seen by its day before anyone reads a line. */
const ByDay = ({ days }: Pick<Result<typeof contract.traps>, 'days'>) => {
  if (days.every(({ byAccounts, byGuests }) => byAccounts + byGuests === 0)) return null
  return (
    <Card title={t({ id: 'admin.trap.byDay', message: 'Hits by day (UTC)' })} className="min-w-0">
      <TimeChart
        days={days.map(({ day: name }) => name)}
        rows={days}
        views={[
          {
            key: 'hits',
            name: t({ id: 'admin.trap.traps', message: 'Trap hits' }),
            label: t({ id: 'admin.trap.perDay', message: 'Trap hits per day, by users and guests' }),
            series: [
              { name: t({ id: 'admin.trap.byAccounts', message: 'By users' }), value: (row) => row.byAccounts },
              { name: t({ id: 'admin.trap.byGuests', message: 'By guests' }), value: (row) => row.byGuests },
            ],
          },
        ]}
      />
    </Card>
  )
}

const fields = (): Fields<typeof readers> => ({
  username: { kind: 'words', label: t({ id: 'admin.trap.nameBegins', message: 'Username starts with' }) },
  kind: {
    kind: 'choice',
    label: t({ id: 'admin.trap.kind', message: 'Trap' }),
    options: TrapKind.options.map((value) => ({ value, label: knownTrap(value) })),
  },
  from: { kind: 'day', label: t({ id: 'admin.trap.from', message: 'From' }) },
  to: { kind: 'day', label: t({ id: 'admin.trap.to', message: 'To' }) },
  net: { kind: 'words', label: t({ id: 'admin.trap.net', message: 'Network or IP address' }) },
  userId: { kind: 'chip', label: t({ id: 'admin.trap.user', message: 'User' }) },
  device: { kind: 'chip', label: t({ id: 'admin.trap.device', message: 'Device' }) },
})
