import { apiKey } from '#contract/account/api-key.ts'
import { auth } from '#contract/account/auth.ts'
import { digest } from '#contract/account/digest.ts'
import { openToKeys } from '#contract/account/key-scopes.ts'
import { oidc } from '#contract/account/oidc.ts'
import { ownData } from '#contract/account/own-data.ts'
import { passkey } from '#contract/account/passkey.ts'
import { push } from '#contract/account/push.ts'
import { twoStep } from '#contract/account/two-step.ts'
import { user } from '#contract/account/user.ts'
import { webhook } from '#contract/account/webhook.ts'
import { admin } from '#contract/admin/admin.ts'
import { antibot, captcha } from '#contract/check/antibot.ts'
import { trust } from '#contract/check/trust.ts'
import { bonus } from '#contract/earn/bonus.ts'
import { challenge } from '#contract/earn/challenge.ts'
import { coupon } from '#contract/earn/coupon.ts'
import { faucet } from '#contract/earn/faucet.ts'
import { leaderboard } from '#contract/earn/leaderboard.ts'
import { link } from '#contract/earn/link.ts'
import { offerwall } from '#contract/earn/offerwall.ts'
import { ptc } from '#contract/earn/ptc.ts'
import { referral } from '#contract/earn/referral.ts'
import { task } from '#contract/task/task.ts'
import { advertise } from './advertise.ts'
import { userAppeal } from './appeal.ts'
import { contact } from './contact.ts'
import { dashboard } from './dashboard.ts'
import { deposit } from './deposit.ts'
import { actGuards, guarded } from './guards.ts'
import { home } from './home.ts'
import { news } from './news.ts'
import { outflow } from './outflow.ts'
import { solvency } from './solvency.ts'
import { withdraw } from './withdraw.ts'

const routes = {
  auth,
  oidc,
  twoStep,
  user,
  apiKey,
  webhook,
  appeal: userAppeal,
  passkey,
  push,
  digest,
  ownData,
  antibot,
  captcha,
  trust,
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
export const contract = openToKeys(guarded(routes, actGuards))
export type Contract = typeof contract
