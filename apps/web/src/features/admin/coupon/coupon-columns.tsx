import { t } from '@lingui/core/macro'
import { actionsHead, EditButton, RowButton } from '#features/admin/kit/columns.tsx'
import { Amount } from '#ui/Amount.tsx'
import { Badge } from '#ui/Badge.tsx'
import { formatDateTime, formatNumber } from '#ui/format.ts'
import type { Column } from '#ui/table/Table.tsx'
import { VisuallyHidden } from '#ui/VisuallyHidden.tsx'
import { couponList, stateName, stateOf, stateTone, type AdminCoupon } from './coupons.ts'

interface CouponColumnActions {
  onEdit: (coupon: AdminCoupon) => void
  onUses: (coupon: AdminCoupon) => void
  now: number
}

export const couponColumns = (around: CouponColumnActions): Column<AdminCoupon>[] => [
  {
    key: 'code',
    header: t({ id: 'admin.coupon.code', message: 'Code' }),
    role: 'head',
    cell: (row) => <Code row={row} />,
  },
  {
    key: 'reward',
    header: t({ id: 'admin.coupon.rewardEach', message: 'Reward' }),
    cell: ({ reward }) => <Amount units={reward} />,
  },
  {
    key: 'uses',
    header: t({ id: 'admin.coupon.uses', message: 'Redeemed' }),
    cell: (row) => <Uses row={row} />,
  },
  {
    key: 'rules',
    header: t({ id: 'admin.coupon.rules', message: 'Restrictions' }),
    cell: (row) => <Rules row={row} />,
  },
  {
    key: 'state',
    header: t({ id: 'admin.coupon.status', message: 'Status' }),
    cell: (row) => {
      const state = stateOf(row, around.now)
      return (
        <Badge tone={stateTone[state]} dot>
          {stateName(state)}
        </Badge>
      )
    },
  },
  {
    ...actionsHead(),
    cell: (row) => (
      <span className="flex flex-wrap gap-2 sm:flex-nowrap sm:justify-end">
        <EditButton name={row.code} onClick={() => around.onEdit(row)} />
        {row.uses > 0 && (
          <RowButton name={row.code} variant="quiet" onClick={() => around.onUses(row)}>
            {t({ id: 'admin.coupon.who', message: 'View redemptions' })}
          </RowButton>
        )}
      </span>
    ),
  },
]

const Code = ({ row: { code, name, batchId } }: { row: AdminCoupon }) => (
  <span className="grid min-w-0 justify-items-start">
    <span className="font-mono font-semibold break-all">{code}</span>
    <span className="text-sm font-normal wrap-anywhere text-muted">{name}</span>
    {batchId !== null && (
      <button type="button" className="link text-sm font-normal" onClick={() => couponList.show({ batchId })}>
        {t({ id: 'admin.coupon.batch', message: 'Batch' })}
        <VisuallyHidden> {code}</VisuallyHidden>
      </button>
    )}
  </span>
)

const Uses = ({ row: { uses, usesMax, cost } }: { row: AdminCoupon }) => {
  const [made, most] = [formatNumber(uses), formatNumber(usesMax)]
  return (
    <span className="grid max-md:justify-items-end">
      <span className="figures">{t({ id: 'admin.coupon.usesOf', message: `${made} of ${most}` })}</span>
      {cost > 0 && <Amount units={cost} className="text-sm text-muted" />}
    </span>
  )
}

const Rules = ({ row: { minLevel, verifiedOnly, from, until } }: { row: AdminCoupon }) => {
  const [start, end] = [from && formatDateTime(from), until && formatDateTime(until)]
  const rules = [
    minLevel > 1 && t({ id: 'admin.coupon.rule.level', message: `Level ${minLevel}+` }),
    verifiedOnly && t({ id: 'admin.coupon.rule.verified', message: 'Verified email' }),
    start && t({ id: 'admin.coupon.rule.from', message: `From ${start}` }),
    end && t({ id: 'admin.coupon.rule.until', message: `Until ${end}` }),
  ].filter((rule) => typeof rule === 'string')
  if (rules.length === 0) {
    return <span className="text-sm text-muted">{t({ id: 'admin.coupon.rule.none', message: 'No restrictions' })}</span>
  }
  return (
    <span className="grid text-sm text-muted max-md:justify-items-end">
      {rules.map((rule) => (
        <span key={rule}>{rule}</span>
      ))}
    </span>
  )
}
