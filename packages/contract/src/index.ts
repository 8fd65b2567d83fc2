import { admin } from './admin.ts'
import { advertise } from './advertise.ts'
import { antibot, captcha } from './antibot.ts'
import { userAppeal } from './appeal.ts'
import { auth } from './auth.ts'
import { bonus } from './bonus.ts'
import { challenge } from './challenge.ts'
import { contact } from './contact.ts'
import { coupon } from './coupon.ts'
import { dashboard } from './dashboard.ts'
import { deposit } from './deposit.ts'
import { faucet } from './faucet.ts'
import { google } from './google.ts'
import { actGuards, guarded } from './guards.ts'
import { home } from './home.ts'
import { leaderboard } from './leaderboard.ts'
import { link } from './link.ts'
import { news } from './news.ts'
import { offerwall } from './offerwall.ts'
import { ownData } from './own-data.ts'
import { outflow } from './outflow.ts'
import { ptc } from './ptc.ts'
import { referral } from './referral.ts'
import { solvency } from './solvency.ts'
import { task } from './task.ts'
import { twoStep } from './two-step.ts'
import { user } from './user.ts'
import { withdraw } from './withdraw.ts'

const routes = {
  auth,
  google,
  twoStep,
  user,
  appeal: userAppeal,
  ownData,
  antibot,
  captcha,
  faucet,
  withdraw,
  deposit,
  advertise,
  ptc,
  task,
  offerwall,
  link,
  bonus,
  challenge,
  coupon,
  leaderboard,
  referral,
  news,
  dashboard,
  home,
  outflow,
  solvency,
  contact,
  admin,
} as const

/** The one route table: server, client, documents and tests derive from it. */
export const contract = guarded(routes, actGuards)
export type Contract = typeof contract
