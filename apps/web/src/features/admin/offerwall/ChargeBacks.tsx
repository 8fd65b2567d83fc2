import { t } from '@lingui/core/macro'
import { adminOfferwall as contract } from '@runnel/contract/admin/offerwall'
import { AdminList } from '#features/admin/list/AdminList.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import type { Column } from '#ui/table/Table.tsx'
import { chargeBackList, useChargeBacks, useWallOptions, type ChargeBack } from './offerwalls.ts'

/** What walls took back, and what of it was still there. */
export const ChargeBacks = () => {
  const view = chargeBackList.useView()
  return (
    <AdminList
      caption={t({ id: 'admin.wall.chargeBacks', message: 'Chargebacks' })}
      list={chargeBackList}
      view={view}
      fields={{
        wallId: {
          kind: 'choice',
          label: t({ id: 'admin.wall.wall', message: 'Offerwall' }),
          options: useWallOptions(),
        },
        username: { kind: 'words', label: t({ id: 'admin.wall.username', message: 'Username' }) },
      }}
      answer={useChargeBacks(view)}
      columns={columns()}
      rowKey={({ _id }) => _id}
      csv={contract.chargeBacksCsv}
      nothing={{
        title: t({ id: 'admin.wall.chargeBacks.none', message: 'No chargebacks yet' }),
        text: t({
          id: 'admin.wall.chargeBacks.noneText',
          message: 'When an offerwall reverses a credit, it appears here with the reason.',
        }),
      }}
      noMatch={t({ id: 'admin.wall.chargeBacks.noneSuch', message: 'No matching chargebacks' })}
    />
  )
}

const columns = (): Column<ChargeBack>[] => [
  {
    key: 'user',
    header: t({ id: 'admin.wall.username', message: 'Username' }),
    role: 'head',
    cell: ({ user, at }) => (
      <span className="grid min-w-0 justify-items-start">
        <UserLink user={user} />
        <RelativeTime iso={at} className="text-sm font-normal text-muted" />
      </span>
    ),
  },
  {
    key: 'offer',
    header: t({ id: 'admin.wall.column.offer', message: 'Offer' }),
    cell: ({ offer, wall, txId, creditedAt }) => (
      <span className="grid max-w-64 max-md:justify-items-end">
        <span className="wrap-anywhere">{offer || wall}</span>
        <span className="text-sm text-muted wrap-anywhere">{`${wall} · ${txId}`}</span>
        <RelativeTime iso={creditedAt} className="text-sm text-muted" />
      </span>
    ),
  },
  {
    key: 'amount',
    header: t({ id: 'admin.wall.credited', message: 'Credited' }),
    align: 'end',
    cell: ({ amount }) => <Amount units={amount} />,
  },
  {
    key: 'taken',
    header: t({ id: 'admin.wall.taken', message: 'Recovered' }),
    align: 'end',
    cell: ({ taken }) => <Amount units={taken} />,
  },
  {
    key: 'debt',
    header: t({ id: 'admin.wall.debt', message: 'Added to debt' }),
    align: 'end',
    cell: ({ debt }) => <Amount units={debt} />,
  },
  {
    key: 'reason',
    header: t({ id: 'admin.wall.reason', message: 'Reason' }),
    cell: ({ reason }) => (
      <span className="grid max-w-64 text-sm" dir="auto">
        {reason}
      </span>
    ),
  },
]
