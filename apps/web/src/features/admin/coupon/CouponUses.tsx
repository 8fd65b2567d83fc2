import { t } from '@lingui/core/macro'
import { adminCoupon as contract } from '@runnel/contract/earn/coupon'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryError } from '#base/Loaded.tsx'
import { admin } from '#features/admin/admin.ts'
import { SaveCsv } from '#features/admin/list/SaveCsv.tsx'
import { UserLink } from '#features/admin/shared/UserLink.tsx'
import { Amount } from '#ui/Amount.tsx'
import { formatDateTime } from '#ui/format.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { EmptyState } from '#ui/state/EmptyState.tsx'
import { Pagination } from '#ui/table/Pagination.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { AdminCoupon } from './coupons.ts'

interface CouponUsesProps {
  /** Undefined while none is open. */
  coupon: AdminCoupon | undefined
  onClose: () => void
}

/** Who redeemed a code, and when. */
export const CouponUses = ({ coupon, onClose }: CouponUsesProps) => {
  const code = coupon?.code ?? ''
  return (
    <Dialog
      open={coupon !== undefined}
      onClose={onClose}
      wide
      title={t({ id: 'admin.coupon.usesTitle', message: `Redemptions of ${code}` })}
    >
      {coupon && <Uses key={coupon._id} id={coupon._id} />}
    </Dialog>
  )
}

const limit = 10

const Uses = ({ id }: { id: string }) => {
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...admin.query('couponUses', { params: { id }, query: { page: String(page), limit: String(limit) } }),
    placeholderData: keepPreviousData,
  })
  const { data, error } = query
  if (!data && error) return <QueryError query={query} />
  return (
    <>
      <SaveCsv route={contract.couponUsesCsv} params={{ id }} query={{}} total={data?.totalItems} />
      <Table
        caption={t({ id: 'admin.coupon.usesList', message: 'Redemptions' })}
        columns={[
          {
            key: 'who',
            header: t({ id: 'admin.coupon.username', message: 'Username' }),
            role: 'head',
            cell: ({ userId, username }) => <UserLink user={{ _id: userId, username }} />,
          },
          {
            key: 'reward',
            header: t({ id: 'admin.coupon.rewardEach', message: 'Reward' }),
            cell: ({ reward }) => <Amount units={reward} />,
          },
          {
            key: 'at',
            header: t({ id: 'admin.coupon.when', message: 'Date' }),
            cell: ({ at }) => <time dateTime={at}>{formatDateTime(at)}</time>,
          },
        ]}
        rows={data?.items ?? []}
        rowKey={({ userId }) => userId}
        loadingRows={data ? 0 : 3}
        empty={<EmptyState title={t({ id: 'admin.coupon.usesNone', message: 'No redemptions yet' })} />}
      />
      <Pagination page={page} limit={limit} totalItems={data?.totalItems ?? 0} onPage={setPage} />
    </>
  )
}
