import { t } from '@lingui/core/macro'
import type { AdminCoupon } from '@runnel/contract/earn/coupon'
import { useMutation, useQuery } from '@tanstack/react-query'
import { to } from '#base/paths.ts'
import { admin, invalidateAdmin } from '#features/admin/admin.ts'
import { anId, listAt, listQuery, oneOf, onPage, words } from '#features/admin/list/url-state.ts'
import { confirm } from '#ui/overlay/confirm.ts'
import type { Tone } from '#ui/tone.ts'

export type { AdminCoupon }

export const couponStates = ['open', 'used-up', 'over', 'off'] as const
export type CouponState = (typeof couponStates)[number]

/** Which codes are shown. */
export const couponList = listAt(
  (query) => to('/app/admin/coupon', { query }),
  {
    search: words(60),
    state: oneOf(couponStates),
    batchId: anId,
  },
  'coupons',
)

export const useCoupons = ({ filter, page }: ReturnType<typeof couponList.useView>) =>
  useQuery({ ...admin.query('coupons', { query: { ...filter, ...onPage(page) } }), ...listQuery })

export const couponsChanged = (): void => {
  void invalidateAdmin('coupons', 'couponUses', 'settingAudit')
}

/** Takes codes away once that was confirmed. */
export const useRemoval = ({ onDone }: { onDone: () => void }) => {
  const remove = useMutation({
    mutationFn: (ids: string[]) => admin.calls.removeCoupons({ body: { ids } }),
    onSuccess: onDone,
    onSettled: couponsChanged,
  })
  const ask = async (chosen: readonly AdminCoupon[]) => {
    const codes = chosen.map(({ code }) => code)
    const named = codes.length > 3 ? `${codes.slice(0, 3).join(', ')} …` : codes.join(', ')
    const isSure = await confirm({
      title: t({ id: 'admin.coupon.remove.ask', message: `Delete ${named}?` }),
      text: t({
        id: 'admin.coupon.remove.text',
        message: 'Redeemed coupons are disabled instead and stay in the list.',
      }),
      confirmLabel: t({ id: 'admin.coupon.remove', message: 'Delete' }),
      danger: true,
    })
    if (isSure) remove.mutate(chosen.map(({ _id }) => _id))
  }
  return { ask, isBusy: remove.isPending }
}

/** In the order in which it matters to somebody who wants to redeem it. */
export const stateOf = ({ enabled, until, uses, usesMax }: AdminCoupon, now: number): CouponState => {
  if (!enabled) return 'off'
  if (until !== null && Date.parse(until) <= now) return 'over'
  return uses >= usesMax ? 'used-up' : 'open'
}

export const stateTone: Record<CouponState, Tone> = { open: 'good', 'used-up': 'brand', over: 'plain', off: 'warn' }

export const stateName = (state: CouponState): string => {
  switch (state) {
    case 'open':
      return t({ id: 'admin.coupon.open', message: 'Active' })
    case 'used-up':
      return t({ id: 'admin.coupon.usedUp', message: 'Used up' })
    case 'over':
      return t({ id: 'admin.coupon.over', message: 'Expired' })
    case 'off':
      return t({ id: 'admin.coupon.off', message: 'Disabled' })
  }
}
