import { coupon as contract } from '@runnel/contract/earn/coupon'
import type { Call, Result } from '@runnel/contract/route'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { changeMe } from '#features/user/user.ts'

export const coupon = connect('coupon', contract)

export type CouponCall = Call<typeof contract.check>
export type Redeemed = Result<typeof contract.check>

/** Shows everywhere what a code has just changed. */
export const applyCoupon = ({ reward, balance }: Redeemed): void => {
  changeMe((me) => ({ ...me, user: { ...me.user, balance, totalEarned: me.user.totalEarned + reward } }))
  for (const endpoint of ['stats', 'statement']) void queryClient.invalidateQueries({ queryKey: ['user', endpoint] })
}
