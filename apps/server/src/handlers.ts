import type { Contract } from '@runnel/contract'
import type { DescribedAdapters } from '#adapters/adapters.ts'
import { admin, type AdminDeps } from '#features/admin/admin.ts'
import { advertise } from '#features/advertise/advertise.ts'
import { antibot } from '#features/antibot/antibot.ts'
import { apiKey } from '#features/api-key/api-key.ts'
import { auth } from '#features/auth/auth.ts'
import { bonus } from '#features/bonus/bonus.ts'
import { captcha } from '#features/captcha/captcha.ts'
import { challenge } from '#features/challenge/challenge.ts'
import { contact } from '#features/contact/contact.ts'
import { coupon } from '#features/coupon/coupon.ts'
import { dashboard } from '#features/dashboard/dashboard.ts'
import { deposit } from '#features/deposit/deposit.ts'
import { digest } from '#features/digest/digest.ts'
import { faucet } from '#features/faucet/faucet.ts'
import { home } from '#features/home/home.ts'
import { leaderboard } from '#features/leaderboard/leaderboard.ts'
import { link, payableVisits } from '#features/link/link.ts'
import { news } from '#features/news/news.ts'
import { offerwall, profileMarks } from '#features/offerwall/offerwall.ts'
import { oidc } from '#features/oidc/oidc.ts'
import { outflow } from '#features/outflow/outflow.ts'
import { ownData } from '#features/own-data/own-data.ts'
import { passkey } from '#features/passkey/passkey.ts'
import { ptc, viewableAds } from '#features/ptc/ptc.ts'
import { push } from '#features/push/push.ts'
import { referral, summaryOf } from '#features/referral/referral.ts'
import { solvency } from '#features/solvency/solvency.ts'
import { appeal } from '#features/suspect/suspect.ts'
import { countAvailableTasks, task } from '#features/task/task.ts'
import { trust } from '#features/trust/trust.ts'
import { twoStep } from '#features/two-step/two-step.ts'
import { type UserDeps, user } from '#features/user/user.ts'
import { webhook } from '#features/webhook/webhook.ts'
import { withdraw } from '#features/withdraw/withdraw.ts'
import type { ChallengeIssuer } from '#guard/check/challenge.ts'
import type { CleanImage } from '#guard/image/clean.ts'
import type { AllHandlers } from '#kernel/context.ts'
import type { Secrets } from '#kernel/secrets.ts'
import type { HandlerServices } from '#kernel/services.ts'

/**
 * What handlers are made with. No adapter is among it that could call anybody: those come with the context of the
 * routes that say `transaction: 'none'`.
 */
export interface HandlerDeps extends HandlerServices, DescribedAdapters {
  readonly challenges: ChallengeIssuer
  readonly reservedNames: readonly string[]
  /** Makes a harmless image of what was uploaded. */
  readonly cleanImage: CleanImage
  readonly secrets: Secrets
  readonly publicUrl: string
  readonly system: AdminDeps['system']
}

/** The total map from the route table to its rules: a missing endpoint does not compile. */
export const createHandlers = (deps: HandlerDeps): AllHandlers<Contract> => ({
  auth: auth(deps),
  oidc: oidc(deps),
  twoStep: twoStep(deps),
  user: user({
    ...deps,
    counts,
    referred,
    wallMarks: (db, marked) => profileMarks({ secrets: deps.secrets, db }, marked),
  }),
  passkey: passkey(deps),
  push: push(deps),
  digest,
  apiKey,
  webhook: webhook(deps),
  ownData: ownData(deps),
  appeal,
  antibot: antibot(deps),
  captcha: captcha(deps),
  trust,
  faucet,
  withdraw: withdraw(deps),
  deposit: deposit(deps),
  advertise: advertise(deps),
  ptc,
  task: task(deps),
  offerwall: offerwall(deps),
  link: link(deps),
  bonus,
  challenge,
  coupon: coupon(deps),
  leaderboard,
  referral: referral(deps),
  news,
  dashboard,
  home: home(deps),
  outflow,
  solvency,
  contact,
  admin: admin(deps),
})

const referred: UserDeps['referred'] = async (db, asked) => {
  const { withheld: _withheld, withheldReason: _reason, ...summary } = await summaryOf(db, asked)
  return summary
}

/** What there is to do elsewhere. */
const counts: UserDeps['counts'] = async (db, viewer) => ({
  ptcCount: await viewableAds(db, viewer),
  linkCount: await payableVisits(db, viewer),
  taskCount: await countAvailableTasks(db, viewer),
})
