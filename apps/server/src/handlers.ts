import type { Contract } from '@runnel/contract'
import type { PayoutProcessor } from '@runnel/contract/withdraw'

import { admin } from '#features/admin/admin.ts'
import { antibot } from '#features/antibot/antibot.ts'
import { auth } from '#features/auth/auth.ts'
import { captcha } from '#features/captcha/captcha.ts'
import { contact } from '#features/contact/contact.ts'
import { faucet } from '#features/faucet/faucet.ts'
import { home } from '#features/home/home.ts'
import { user } from '#features/user/user.ts'
import { withdraw } from '#features/withdraw/withdraw.ts'
import type { Challenges } from '#guard/challenge.ts'
import type { AllHandlers } from '#kernel/context.ts'
import type { Rooms } from '#kernel/rooms.ts'

export interface HandlerRooms extends Rooms {
  readonly challenges: Challenges
  readonly reservedNames: readonly string[]
  /** The payout processors that this site runs. */
  readonly processors: readonly PayoutProcessor[]
}

/** The total map from the route table to its rules: a missing endpoint does not compile. */
export const createHandlers = (rooms: HandlerRooms): AllHandlers<Contract> => ({
  auth: auth(rooms),
  user: user(rooms),
  antibot: antibot(rooms),
  captcha: captcha(rooms),
  faucet,
  withdraw: withdraw(rooms),
  home,
  contact,
  admin: admin(rooms),
})
