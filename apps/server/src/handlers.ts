import type { Contract } from '@runnel/contract'

import { admin } from '#features/admin/admin.ts'
import { antibot } from '#features/antibot/antibot.ts'
import type { DepositProcessors } from '#adapters/deposit/deposit.ts'
import type { Google } from '#adapters/google/google.ts'
import type { PayoutProcessors } from '#adapters/payout/payout.ts'
import type { Shortener } from '#adapters/shortlink/shortlink.ts'
import type { Storage } from '#adapters/storage/storage.ts'
import type { LookAtPage } from '#adapters/web-page/page-look.ts'
import { advertise } from '#features/advertise/advertise.ts'
import { auth } from '#features/auth/auth.ts'
import { bonus } from '#features/bonus/bonus.ts'
import { captcha } from '#features/captcha/captcha.ts'
import { challenge } from '#features/challenge/challenge.ts'
import { contact } from '#features/contact/contact.ts'
import { coupon } from '#features/coupon/coupon.ts'
import { dashboard } from '#features/dashboard/dashboard.ts'
import { deposit } from '#features/deposit/deposit.ts'
import { faucet } from '#features/faucet/faucet.ts'
import { google } from '#features/google/google.ts'
import { home } from '#features/home/home.ts'
import { leaderboard } from '#features/leaderboard/leaderboard.ts'
import { link, payableVisits } from '#features/link/link.ts'
import { news } from '#features/news/news.ts'
import { offerwall, profileMarks } from '#features/offerwall/offerwall.ts'
import { ownData } from '#features/own-data/own-data.ts'
import { outflow } from '#features/outflow/outflow.ts'
import { ptc, viewableAds } from '#features/ptc/ptc.ts'
import { referral, summaryOf } from '#features/referral/referral.ts'
import { solvency } from '#features/solvency/solvency.ts'
import { doableTasks, task } from '#features/task/task.ts'
import { twoStep } from '#features/two-step/two-step.ts'
import { appeal } from '#features/suspect/suspect.ts'
import { type UserRooms, user } from '#features/user/user.ts'
import { withdraw } from '#features/withdraw/withdraw.ts'
import type { Challenges } from '#guard/challenge.ts'
import type { CleanImage } from '#guard/image/clean.ts'
import type { AllHandlers } from '#kernel/context.ts'
import type { Rooms } from '#kernel/rooms.ts'
import type { Secrets } from '#kernel/secrets.ts'

export interface HandlerRooms extends Rooms {
  readonly challenges: Challenges
  readonly reservedNames: readonly string[]
  /** The payout processors that this site runs. */
  readonly payouts: PayoutProcessors
  /** The processors that take deposits in. */
  readonly deposits: DepositProcessors
  /** Finds out what an advertised page is. */
  readonly look: LookAtPage
  /** Asks shortlink providers for addresses. */
  readonly shortener: Shortener
  /** Keeps uploaded images. */
  readonly storage: Storage
  /** Makes a harmless image of what was uploaded. */
  readonly cleanImage: CleanImage
  /** Asks Google who somebody is. */
  readonly google: Google
  readonly secrets: Secrets
  readonly publicUrl: string
}

/** The total map from the route table to its rules: a missing endpoint does not compile. */
export const createHandlers = (rooms: HandlerRooms): AllHandlers<Contract> => ({
  auth: auth(rooms),
  google: google(rooms),
  twoStep: twoStep(rooms),
  user: user({
    ...rooms,
    counts,
    referred,
    wallMarks: (db, marked) => profileMarks({ secrets: rooms.secrets, db }, marked),
  }),
  ownData: ownData(rooms),
  appeal,
  antibot: antibot(rooms),
  captcha: captcha(rooms),
  faucet,
  withdraw: withdraw(rooms),
  deposit: deposit(rooms),
  advertise: advertise(rooms),
  ptc,
  task: task(rooms),
  offerwall: offerwall(rooms),
  link: link(rooms),
  bonus,
  challenge,
  coupon: coupon(rooms),
  leaderboard,
  referral: referral(rooms),
  news,
  dashboard,
  home,
  outflow,
  solvency,
  contact,
  admin: admin(rooms),
})

const referred: UserRooms['referred'] = async (db, asked) => {
  const { withheld: _withheld, withheldReason: _reason, ...summary } = await summaryOf(db, asked)
  return summary
}

/** What there is to do elsewhere. */
const counts: UserRooms['counts'] = async (db, viewer) => ({
  ptcCount: await viewableAds(db, viewer),
  linkCount: await payableVisits(db, viewer),
  taskCount: await doableTasks(db, viewer),
})
