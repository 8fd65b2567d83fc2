import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { PendingCounts } from '@runnel/contract/admin/pending'
import { adminPages } from './admin-pages.ts'
import { earningPages } from './earning-pages.ts'
import type { MenuGroupId } from './menu-groups.ts'
import { taskPages } from './task-pages.ts'

/*
 * The one table of pages. Router, browser title, guards, menu and path builders read it.
 *
 * To add a page:
 * 1. Write `features/x/XPage.tsx` with one named export; its first heading is an `<h1>`.
 * 2. Add a row below, in earning-pages.ts, task-pages.ts or admin-pages.ts: its path as a literal with `{name}` for
 *    parameters, its title with an id of its own in the catalogue, who may see it, the layout around it, its place in
 *    the menu if it has one, and its import. One at the top of the menu also has an icon in menu.ts.
 * 3. Link to it by `<PageLink to="/app/x">` or build its address by `to('/app/x')`; parameters are asked for by type.
 *    Inside the page `usePathParams()` and `useQueryText()` of `#app/route.ts` read the address.
 * 4. Ask the server through the feature's door: `export const x = connect('x', contractOfX)` in `features/x/x.ts`, then
 *    `useQuery(x.query('info'))` and `useMutation({ mutationFn: x.calls.claim })`. Failures have been told by a toast
 *    before the page learns of them; it only shows what stays, with `ErrorState` and `sentenceOf(error)`.
 */

/** `guest` is for those who are not signed in; a moderator's page is open to an admin too. */
export type PageAccess = 'guest' | 'public' | 'user' | 'moderator' | 'admin'

/** `public` pages are finished documents of the server; a link to one leaves this application. */
/** `full` leaves the whole window to the page, as for an ad. */
export type PageLayout = 'guest' | 'app' | 'full' | 'bare' | 'public'

/** What the server counts for a signed-in user and the menu shows at a page's name. */
export type MenuCount = 'ptcCount' | 'linkCount' | 'taskCount'

export interface MenuPlace {
  /** Position among its siblings. */
  order: number
  /** The group that it stands in; the group opens when the page is shown. Without one it stands at the top. */
  parent?: MenuGroupId
  /** Also stands in the bar at the lower edge of a phone, which has room for three. */
  bar?: true
  /** What waits there. */
  count?: MenuCount
  /** What waits there for a person of the site. */
  waits?: readonly (keyof PendingCounts)[]
}

export interface Page {
  title: MessageDescriptor
  access: PageAccess
  layout: PageLayout
  menu?: MenuPlace
  /** One earns here: the owner's banners stand below, and the owner may close it while an ad blocker is on. */
  ads?: true
  /** Returns the page's component; `unknown` keeps the type of this table free of what the pages themselves infer. */
  load?: () => Promise<unknown>
}

export const pages = {
  '/': { title: msg({ id: 'page.home', message: 'Home' }), access: 'public', layout: 'public' },
  '/privacy-policy': {
    title: msg({ id: 'page.privacy', message: 'Privacy policy' }),
    access: 'public',
    layout: 'public',
  },
  '/terms-of-service': {
    title: msg({ id: 'page.terms', message: 'Terms of service' }),
    access: 'public',
    layout: 'public',
  },
  '/contact': { title: msg({ id: 'page.contact', message: 'Contact us' }), access: 'public', layout: 'public' },
  '/solvency': { title: msg({ id: 'page.solvency', message: 'Solvency' }), access: 'public', layout: 'public' },

  '/login': {
    title: msg({ id: 'page.login', message: 'Sign in' }),
    access: 'guest',
    layout: 'guest',
    load: () => import('#features/auth/LoginPage.tsx').then((file) => file.LoginPage),
  },
  '/register': {
    title: msg({ id: 'page.register', message: 'Create account' }),
    access: 'guest',
    layout: 'guest',
    load: () => import('#features/auth/RegisterPage.tsx').then((file) => file.RegisterPage),
  },
  // Members come here too, to link Google or to prove who they are; the page itself sends others of them away.
  '/login/callback/google': {
    title: msg({ id: 'page.googleCallback', message: 'Signing in with Google' }),
    access: 'public',
    layout: 'guest',
    load: () => import('#features/auth/GoogleCallbackPage.tsx').then((file) => file.GoogleCallbackPage),
  },
  '/forgot-password': {
    title: msg({ id: 'page.forgot', message: 'Forgot password' }),
    access: 'guest',
    layout: 'guest',
    load: () => import('#features/auth/ForgotPasswordPage.tsx').then((file) => file.ForgotPasswordPage),
  },
  '/reset-password/{secret}': {
    title: msg({ id: 'page.reset', message: 'Reset password' }),
    access: 'guest',
    layout: 'guest',
    load: () => import('#features/auth/ResetPasswordPage.tsx').then((file) => file.ResetPasswordPage),
  },
  '/active/{secret}': {
    title: msg({ id: 'page.active', message: 'Verify your email' }),
    access: 'public',
    layout: 'guest',
    load: () => import('#features/auth/ActivePage.tsx').then((file) => file.ActivePage),
  },

  '/app/dashboard': {
    title: msg({ id: 'page.dashboard', message: 'Dashboard' }),
    access: 'user',
    layout: 'app',
    menu: { order: 10, bar: true },
    load: () => import('#features/dashboard/DashboardPage.tsx').then((file) => file.DashboardPage),
  },
  ...earningPages,
  ...taskPages,
  '/app/withdraw': {
    title: msg({ id: 'page.withdraw', message: 'Withdraw' }),
    access: 'user',
    layout: 'app',
    menu: { order: 30 },
    load: () => import('#features/withdraw/WithdrawPage.tsx').then((file) => file.WithdrawPage),
  },
  '/app/advertise': {
    title: msg({ id: 'page.advertise', message: 'Advertise' }),
    access: 'user',
    layout: 'app',
    menu: { order: 10, parent: 'advertise' },
    load: () => import('#features/advertise/AdvertisePage.tsx').then((file) => file.AdvertisePage),
  },
  '/app/campaign/{id}': {
    title: msg({ id: 'page.campaign', message: 'Campaign report' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/advertise/CampaignPage.tsx').then((file) => file.CampaignPage),
  },
  '/app/deposit': {
    title: msg({ id: 'page.deposit', message: 'Deposit' }),
    access: 'user',
    layout: 'app',
    menu: { order: 20, parent: 'advertise' },
    load: () => import('#features/deposit/DepositPage.tsx').then((file) => file.DepositPage),
  },
  '/app/deposit/sandbox/{id}': {
    title: msg({ id: 'page.deposit.sandbox', message: 'Test checkout' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/deposit/SandboxPage.tsx').then((file) => file.SandboxPage),
  },
  '/app/exchange': {
    title: msg({ id: 'page.exchange', message: 'Exchange' }),
    access: 'user',
    layout: 'app',
    menu: { order: 30, parent: 'advertise' },
    load: () => import('#features/deposit/ExchangePage.tsx').then((file) => file.ExchangePage),
  },
  '/app/leaderboard': {
    title: msg({ id: 'page.leaderboard', message: 'Leaderboard' }),
    access: 'user',
    layout: 'app',
    menu: { order: 10, parent: 'community' },
    load: () => import('#features/leaderboard/LeaderboardPage.tsx').then((file) => file.LeaderboardPage),
  },
  '/app/referral': {
    title: msg({ id: 'page.referral', message: 'Referral' }),
    access: 'user',
    layout: 'app',
    menu: { order: 20, parent: 'community' },
    load: () => import('#features/referral/ReferralPage.tsx').then((file) => file.ReferralPage),
  },
  '/app/news': {
    title: msg({ id: 'page.news', message: 'News' }),
    access: 'user',
    layout: 'app',
    menu: { order: 30, parent: 'community' },
    load: () => import('#features/news/NewsPage.tsx').then((file) => file.NewsPage),
  },
  '/app/account': {
    title: msg({ id: 'page.account', message: 'Account' }),
    access: 'user',
    layout: 'app',
    menu: { order: 70 },
    load: () => import('#features/user/AccountPage.tsx').then((file) => file.AccountPage),
  },
  '/app/account/init': {
    title: msg({ id: 'page.accountInit', message: 'Choose a username' }),
    access: 'user',
    layout: 'bare',
    load: () => import('#features/auth/InitPage.tsx').then((file) => file.InitPage),
  },
  '/app/locked': {
    title: msg({ id: 'page.locked', message: 'Account locked' }),
    access: 'user',
    layout: 'bare',
    load: () => import('#features/appeal/LockedPage.tsx').then((file) => file.LockedPage),
  },
  '/app/faq': {
    title: msg({ id: 'page.faq', message: 'FAQ' }),
    access: 'user',
    layout: 'app',
    menu: { order: 10, parent: 'help' },
    load: () => import('#features/home/FaqPage.tsx').then((file) => file.FaqPage),
  },
  '/app/captcha-instruction': {
    title: msg({ id: 'page.captchaInstruction', message: 'How the captcha works' }),
    access: 'user',
    layout: 'app',
    menu: { order: 20, parent: 'help' },
    load: () => import('#features/captcha/CaptchaInstructionPage.tsx').then((file) => file.CaptchaInstructionPage),
  },

  ...adminPages,

  '/maintenance': {
    title: msg({ id: 'page.maintenance', message: 'Maintenance' }),
    access: 'public',
    layout: 'bare',
    load: () => import('#features/main/MaintenancePage.tsx').then((file) => file.MaintenancePage),
  },
  '/404': {
    title: msg({ id: 'page.notFound', message: 'Page not found' }),
    access: 'public',
    layout: 'bare',
    load: () => import('#features/main/NotFoundPage.tsx').then((file) => file.NotFoundPage),
  },
  '/dev/ui': {
    title: msg({ id: 'page.devUi', message: 'UI kit' }),
    access: 'public',
    layout: 'bare',
    load: () => import('#features/main/DevUiPage.tsx').then((file) => file.DevUiPage),
  },
} satisfies Record<`/${string}`, Page> & Record<Brought, Page>

/** What the tables of the other files must bring: a page that goes missing there does not compile here. */
type Brought =
  | '/app/ptc'
  | '/app/ptc/redirect'
  | '/app/faucet'
  | '/app/wait'
  | '/app/bonus'
  | '/app/offerwall'
  | '/app/offerwall/pollfish'
  | '/app/offerwall/{id}'
  | '/app/challenge'
  | '/app/link'
  | '/app/link/{secret}'
  | '/app/coupon'
  | '/app/ptc/iframe/{ad_id}'
  | '/app/ptc/youtube/{ad_id}'
  | '/app/task/earn'
  | '/app/task/submission'
  | '/app/task/advertise/manage'
  | '/app/task/{id}/detail'
  | '/app/task/{id}'
  | '/app/task/{id}/submission'
  | '/app/admin/overview'
  | '/app/admin/users'
  | '/app/admin/users/{id}'
  | '/app/admin/ptc'
  | '/app/admin/withdrawals'
  | '/app/admin/suspects'
  | '/app/admin/offerwalls'
  | '/app/admin/coupon'
  | '/app/admin/ip-user'
  | '/app/admin/device-analyze'
  | '/app/admin/task'
  | '/app/admin/task/submission/disputed'
  | '/app/admin/news'
  | '/app/admin/log/trap'
  | '/app/admin/link'
  | '/app/admin/contact'
  | '/app/admin/withdrawal-statistic'

export type PagePath = keyof typeof pages
