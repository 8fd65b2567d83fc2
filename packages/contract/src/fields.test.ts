import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { contract } from './index.ts'
import type { Route } from './route.ts'

/** The names of SPEC.md §3 and §7, call by call: what is asked, and what is answered. `a.b` is b in a, or in each a. */
const answers: readonly (readonly [Route, string])[] = [
  [contract.auth.register, 'token'],
  [contract.user.me, 'user ptcCount taskCount linkCount signature notification hasSetPassword cpxHash currencies'],
  [contract.user.me, 'notification.unread notification.notifications'],
  [contract.user.me, 'user._id user.username user.email user.balance user.depositBalance user.totalEarned'],
  [contract.user.me, 'user.joinedAt user.level user.faucetClaim'],
  [contract.user.refresh, 'user ptcCount linkCount notification'],
  [contract.user.stats, 'stats earning refCount referralCommission'],
  [contract.antibot.challenge, 'antibotlinks instruction captcha'],
  [contract.captcha.challenge, 'images id height width'],
  [contract.faucet.info, 'faucet_reward faucet_timer faucet_exp'],
  [contract.faucet.info, 'lastClaim wait isHappyHour nextHappyHour happyHourBonus'],
  [contract.faucet.claim, 'reward'],
  [contract.withdraw.methods, 'methods.currency'],
  [contract.withdraw.history, 'items totalItems'],
  [contract.link.list, 'links._id links.reward links.maxView links.priority links.avgDuration settings'],
  [contract.link.list, 'history._id history.count'],
  [contract.link.open, 'result'],
  [contract.link.verify, 'reward'],
  [contract.ptc.list, 'ads._id ads.reward ads.timer history.adId history.claimTime history.availableOn'],
  [contract.ptc.verify, 'reward'],
  [contract.advertise.list, 'ads total options ads.title ads.description'],
  [contract.advertise.create, 'campaign'],
  [contract.deposit.overview, 'items totalItems faucetpay'],
  [contract.deposit.open, 'depositUrl'],
  [contract.home.stats, 'totalEarned totalUsers currencies'],
  [contract.challenge.list, 'challenges._id challenges.requirement challenges.tokenReward'],
  [contract.challenge.list, 'history.challengeId settings stats'],
  [contract.bonus.info, 'bonuses history'],
  [contract.task.list, 'items totalItems categories items.deniedRate items.reward items.category'],
  [contract.task.ownTasks, 'items totalItems'],
  [contract.admin.stats, 'overview allUser user activeUsers deposit'],
  [contract.admin.users, 'items totalItems'],
  [contract.admin.ptc, 'ads count'],
  [contract.admin.withdrawals, 'items totalItems'],
  [contract.admin.networks, 'items count'],
]

const bodies: readonly (readonly [Route, string])[] = [
  [contract.auth.forgotPassword, 'email captcha'],
  [contract.auth.active, 'secret'],
  [contract.faucet.claim, 'captcha antibot'],
  [contract.withdraw.request, 'address amount captcha'],
  [contract.link.verify, 'secret'],
  [contract.coupon.check, 'code'],
  [contract.advertise.edit, 'status title description'],
  [contract.advertise.addView, 'views'],
  [contract.deposit.exchange, 'amount'],
  [contract.bonus.claim, 'captcha'],
  [contract.task.accept, 'submissionIds isByAdmin'],
  [contract.task.deny, 'submissionIds reason isByAdmin'],
  [contract.task.dispute, 'reason'],
  [contract.task.setStatus, 'status reason'],
  [contract.task.addBalance, 'amount'],
  [contract.admin.editUser, 'data'],
  [contract.admin.releaseSuspects, 'users'],
  [contract.admin.banSuspects, 'users forever'],
  [contract.admin.deleteMarks, 'ids'],
  [contract.admin.releaseNetworks, 'subs'],
]

const queries: readonly (readonly [Route, string])[] = [
  [contract.advertise.list, 'page'],
  [contract.task.list, 'page limit orderBy categoryId'],
  [contract.task.submissions, 'page limit status'],
  [contract.task.deny, 'ban'],
  [contract.admin.ptc, 'page limit status content username id url'],
  [contract.admin.suspects, 'page'],
  [contract.admin.networks, 'page'],
]

const named = (rows: readonly (readonly [Route, string])[]) =>
  rows.map(([route, names]) => [`${route.method} ${route.path}`, route, names.split(' ')] as const)

/** What lies in wrappings (optional, nullable, default, lists, the first of several): the object inside. */
const inner = (schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined => {
  // Every schema of zod carries its definition here; which fields it has depends on its type.
  const def = schema?._zod.def as Partial<Record<'innerType' | 'element' | 'in', z.core.$ZodType>> & {
    readonly options?: readonly z.core.$ZodType[]
  }
  const next = def?.innerType ?? def?.element ?? def?.in ?? def?.options?.[0]
  return next === undefined ? schema : inner(next)
}

const has = (schema: z.core.$ZodType | undefined, path: string): boolean => {
  const [name = '', ...rest] = path.split('.')
  // The same again: only an object has a shape.
  const { shape } = (inner(schema)?._zod.def ?? {}) as { readonly shape?: Readonly<Record<string, z.core.$ZodType>> }
  const field = shape?.[name]
  return field !== undefined && (rest.length === 0 || has(field, rest.join('.')))
}

test.each(named(answers))('%s answers by the names of the specification', (_call, { answer }, names) => {
  expect(names.filter((name) => !has(answer, name))).toEqual([])
})

test.each(named(bodies))('%s takes a body by the names of the specification', (_call, { body }, names) => {
  expect(names.filter((name) => !has(body, name))).toEqual([])
})

test.each(named(queries))('%s takes a query by the names of the specification', (_call, { query }, names) => {
  expect(names.filter((name) => !has(query, name))).toEqual([])
})

test('a withdrawal is asked for by those names alone, and what was shown may go along', () => {
  const body = { address: 'somewhere', amount: 1, captcha: { id: 'solved' } }
  for (const expected of [undefined, '0', '1.98', '0.000000000000000001']) {
    expect(contract.withdraw.request.body?.safeParse({ ...body, expected }).success, String(expected)).toBe(true)
  }
  for (const expected of ['', '-1', '1,98', '1e9', 'NaN', 1.98, null, '1'.repeat(31)]) {
    expect(contract.withdraw.request.body?.safeParse({ ...body, expected }).success, String(expected)).toBe(false)
  }
})

test('a name that is not there is found missing', () => {
  expect(has(contract.user.refresh.answer, 'user.nickname')).toBe(false)
  expect(has(contract.deposit.overview.answer, 'items.nothing')).toBe(false)
})
