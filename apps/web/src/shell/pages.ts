import { msg } from '@lingui/core/macro'
import { admin, document, guest, moderator, open, type Page, user } from './page.ts'

/*
 * The one table of pages. Router, browser title, guards, menu and path builders read it.
 *
 * To add a page:
 * 1. Write `features/x/XPage.tsx` with one named export; its first heading is an `<h1>`.
 * 2. Add a row below, by who may open it: its path as a literal with `{name}` for parameters, its title with an id of
 *    its own in the catalogue, its place in the menu if it has one, and its import. One at the top of the menu also has
 *    an icon in menu.ts.
 * 3. Link to it by `<PageLink to="/app/x">` or build its address by `to('/app/x')`; parameters are asked for by type.
 *    Inside the page `usePathParams()` and `useQueryText()` of `#base/route.ts` read the address.
 * 4. Call the server through the feature's entry file `features/x/x.ts`: `export const x = connect('x', contractOfX)`,
 *    then `useQuery(x.query('info'))` and `useMutation({ mutationFn: x.calls.claim })`. A toast has reported a failure
 *    before the page learns of it; the page only shows what stays, with `ErrorState` and `sentenceOf(error)`.
 */
export const pages = {
  '/': document(msg({ id: 'page.home', message: 'Home' })),
  '/privacy-policy': document(msg({ id: 'page.privacy', message: 'Privacy policy' })),
  '/terms-of-service': document(msg({ id: 'page.terms', message: 'Terms of service' })),
  '/contact': document(msg({ id: 'page.contact', message: 'Contact us' })),
  '/solvency': document(msg({ id: 'page.solvency', message: 'Solvency' })),
  '/login': guest(msg({ id: 'page.login', message: 'Sign in' }), () => import('#features/auth/LoginPage.tsx')),
  '/register': guest(
    msg({ id: 'page.register', message: 'Create account' }),
    () => import('#features/auth/RegisterPage.tsx'),
  ),
  // Members come here too, to link Google or to prove who they are; the page itself sends others of them away.
  '/login/callback/google': open(
    msg({ id: 'page.googleCallback', message: 'Signing in with Google' }),
    () => import('#features/auth/GoogleCallbackPage.tsx'),
    { layout: 'guest' },
  ),
  '/forgot-password': guest(
    msg({ id: 'page.forgot', message: 'Forgot password' }),
    () => import('#features/auth/ForgotPasswordPage.tsx'),
  ),
  '/reset-password/{secret}': guest(
    msg({ id: 'page.reset', message: 'Reset password' }),
    () => import('#features/auth/ResetPasswordPage.tsx'),
  ),
  '/active/{secret}': open(
    msg({ id: 'page.active', message: 'Verify your email' }),
    () => import('#features/auth/ActivePage.tsx'),
    { layout: 'guest' },
  ),
  '/app/dashboard': user(
    msg({ id: 'page.dashboard', message: 'Dashboard' }),
    () => import('#features/dashboard/DashboardPage.tsx'),
    { menu: { order: 10, bar: true } },
  ),
  '/app/faucet': user(msg({ id: 'page.faucet', message: 'Faucet' }), () => import('#features/faucet/FaucetPage.tsx'), {
    menu: { order: 20, bar: true },
    ads: true,
  }),
  '/app/ptc': user(msg({ id: 'page.ptc', message: 'View ads' }), () => import('#features/ptc/PtcPage.tsx'), {
    menu: { order: 10, parent: 'earn', bar: true, count: 'ptcCount' },
    ads: true,
  }),
  '/app/ptc/iframe/{ad_id}': user(
    msg({ id: 'page.ptc.iframe', message: 'View Ad' }),
    () => import('#features/ptc/ViewPage.tsx'),
    { layout: 'full' },
  ),
  '/app/ptc/youtube/{ad_id}': user(
    msg({ id: 'page.ptc.youtube', message: 'View Ad' }),
    () => import('#features/ptc/ViewPage.tsx'),
    { layout: 'full' },
  ),
  '/app/ptc/video/{ad_id}': user(
    msg({ id: 'page.ptc.video', message: 'View Ad' }),
    () => import('#features/ptc/ViewPage.tsx'),
    { layout: 'full' },
  ),
  '/app/ptc/redirect': user(
    msg({ id: 'page.ptc.redirect', message: 'View Ad' }),
    () => import('#features/ptc/ViewPage.tsx'),
    { layout: 'full' },
  ),
  '/app/link': user(msg({ id: 'page.link', message: 'Shortlinks' }), () => import('#features/link/LinkPage.tsx'), {
    menu: { order: 20, parent: 'earn', count: 'linkCount' },
    ads: true,
  }),
  '/app/link/{secret}': user(
    msg({ id: 'page.link.verify', message: 'Verify' }),
    () => import('#features/link/LinkVerifyPage.tsx'),
  ),
  '/app/offerwall': user(
    msg({ id: 'page.offerwall', message: 'Offerwalls' }),
    () => import('#features/offerwall/OfferwallPage.tsx'),
    { menu: { order: 30, parent: 'earn' }, ads: true },
  ),
  '/app/offerwall/pollfish': user(
    msg({ id: 'page.offerwall.pollfish', message: 'Surveys' }),
    () => import('#features/offerwall/PollfishPage.tsx'),
  ),
  '/app/offerwall/{id}': user(
    msg({ id: 'page.offerwall.wall', message: 'Offers' }),
    () => import('#features/offerwall/WallPage.tsx'),
    { layout: 'full' },
  ),
  '/app/bonus': user(msg({ id: 'page.bonus', message: 'Daily Bonus' }), () => import('#features/bonus/BonusPage.tsx'), {
    menu: { order: 40, parent: 'earn' },
    ads: true,
  }),
  '/app/challenge': user(
    msg({ id: 'page.challenge', message: 'Challenges' }),
    () => import('#features/challenge/ChallengePage.tsx'),
    { menu: { order: 50, parent: 'earn' }, ads: true },
  ),
  '/app/coupon': user(msg({ id: 'page.coupon', message: 'Coupon' }), () => import('#features/coupon/CouponPage.tsx'), {
    menu: { order: 60, parent: 'earn' },
    ads: true,
  }),
  '/app/wait': user(msg({ id: 'page.wait', message: 'Cooldown' }), () => import('#features/main/WaitPage.tsx')),
  '/app/task/earn': user(msg({ id: 'page.task.earn', message: 'Tasks' }), () => import('#features/task/EarnPage.tsx'), {
    menu: { order: 10, parent: 'task', count: 'taskCount' },
    ads: true,
  }),
  '/app/task/submission': user(
    msg({ id: 'page.task.submission', message: 'Your Submission' }),
    () => import('#features/task/SubmissionPage.tsx'),
    { menu: { order: 20, parent: 'task' } },
  ),
  '/app/task/advertise/manage': user(
    msg({ id: 'page.task.manage', message: 'Created task' }),
    () => import('#features/task/manage/ManagePage.tsx'),
    { menu: { order: 30, parent: 'task' } },
  ),
  '/app/task/{id}/detail': user(
    msg({ id: 'page.task.edit', message: 'Edit task' }),
    () => import('#features/task/manage/EditTaskPage.tsx'),
  ),
  '/app/task/{id}/submission': user(
    msg({ id: 'page.task.review', message: 'Task Submission' }),
    () => import('#features/task/review/ReviewPage.tsx'),
  ),
  '/app/task/{id}': user(
    msg({ id: 'page.task.detail', message: 'Task Detail' }),
    () => import('#features/task/TaskPage.tsx'),
  ),
  '/app/withdraw': user(
    msg({ id: 'page.withdraw', message: 'Withdraw' }),
    () => import('#features/withdraw/WithdrawPage.tsx'),
    { menu: { order: 30 } },
  ),
  '/app/advertise': user(
    msg({ id: 'page.advertise', message: 'Advertise' }),
    () => import('#features/advertise/AdvertisePage.tsx'),
    { menu: { order: 10, parent: 'advertise' } },
  ),
  '/app/campaign/{id}': user(
    msg({ id: 'page.campaign', message: 'Campaign report' }),
    () => import('#features/advertise/CampaignPage.tsx'),
  ),
  '/app/deposit': user(
    msg({ id: 'page.deposit', message: 'Deposit' }),
    () => import('#features/deposit/DepositPage.tsx'),
    { menu: { order: 20, parent: 'advertise' } },
  ),
  '/app/deposit/sandbox/{id}': user(
    msg({ id: 'page.deposit.sandbox', message: 'Test checkout' }),
    () => import('#features/deposit/SandboxPage.tsx'),
  ),
  '/app/exchange': user(
    msg({ id: 'page.exchange', message: 'Exchange' }),
    () => import('#features/deposit/ExchangePage.tsx'),
    { menu: { order: 30, parent: 'advertise' } },
  ),
  '/app/leaderboard': user(
    msg({ id: 'page.leaderboard', message: 'Leaderboard' }),
    () => import('#features/leaderboard/LeaderboardPage.tsx'),
    { menu: { order: 10, parent: 'community' } },
  ),
  '/app/referral': user(
    msg({ id: 'page.referral', message: 'Referral' }),
    () => import('#features/referral/ReferralPage.tsx'),
    { menu: { order: 20, parent: 'community' } },
  ),
  '/app/news': user(msg({ id: 'page.news', message: 'News' }), () => import('#features/news/NewsPage.tsx'), {
    menu: { order: 30, parent: 'community' },
  }),
  '/app/account': user(
    msg({ id: 'page.account', message: 'Account' }),
    () => import('#features/user/AccountPage.tsx'),
    { menu: { order: 70 } },
  ),
  '/app/account/init': user(
    msg({ id: 'page.accountInit', message: 'Choose a username' }),
    () => import('#features/auth/InitPage.tsx'),
    { layout: 'bare' },
  ),
  '/app/locked': user(
    msg({ id: 'page.locked', message: 'Account locked' }),
    () => import('#features/appeal/LockedPage.tsx'),
    { layout: 'bare' },
  ),
  '/app/faq': user(msg({ id: 'page.faq', message: 'FAQ' }), () => import('#features/home/FaqPage.tsx'), {
    menu: { order: 10, parent: 'help' },
  }),
  '/app/captcha-instruction': user(
    msg({ id: 'page.captchaInstruction', message: 'How the captcha works' }),
    () => import('#features/captcha/CaptchaInstructionPage.tsx'),
    { menu: { order: 20, parent: 'help' } },
  ),
  '/app/admin/overview': admin(
    msg({ id: 'page.admin.overview', message: 'Overview' }),
    () => import('#features/admin/overview/OverviewPage.tsx'),
    { menu: { order: 90 } },
  ),
  '/app/admin/withdrawals': admin(
    msg({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
    () => import('#features/admin/withdrawal/WithdrawalsPage.tsx'),
    { menu: { order: 20, parent: 'money', waits: ['review', 'unknown'] } },
  ),
  '/app/admin/ptc': admin(
    msg({ id: 'page.admin.ptc', message: 'Campaigns' }),
    () => import('#features/admin/ptc/PtcPage.tsx'),
    { menu: { order: 25, parent: 'sources', waits: ['campaigns'] } },
  ),
  '/app/admin/link': admin(
    msg({ id: 'page.admin.link', message: 'Shortlinks' }),
    () => import('#features/admin/link/LinkPage.tsx'),
    { menu: { order: 26, parent: 'sources', waits: ['links'] } },
  ),
  '/app/admin/offerwalls': admin(
    msg({ id: 'page.admin.offerwalls', message: 'Offerwalls' }),
    () => import('#features/admin/offerwall/OfferwallsPage.tsx'),
    { menu: { order: 27, parent: 'sources' } },
  ),
  '/app/admin/coupon': admin(
    msg({ id: 'page.admin.coupon', message: 'Coupons' }),
    () => import('#features/admin/coupon/CouponPage.tsx'),
    { menu: { order: 28, parent: 'sources' } },
  ),
  '/app/admin/challenge': admin(
    msg({ id: 'page.admin.challenge', message: 'Challenges' }),
    () => import('#features/admin/challenge/ChallengesPage.tsx'),
    { menu: { order: 29, parent: 'sources' } },
  ),
  '/app/admin/news': admin(
    msg({ id: 'page.admin.news', message: 'News' }),
    () => import('#features/admin/news/NewsPage.tsx'),
    { menu: { order: 35, parent: 'site' } },
  ),
  '/app/admin/task': moderator(
    msg({ id: 'page.admin.task', message: 'Tasks' }),
    () => import('#features/admin/task/TasksPage.tsx'),
    { menu: { order: 23, parent: 'sources', waits: ['tasks'] } },
  ),
  '/app/admin/task/submission/disputed': moderator(
    msg({ id: 'page.admin.disputed', message: 'Disputed submissions' }),
    () => import('#features/admin/task/DisputesPage.tsx'),
    { menu: { order: 24, parent: 'sources', waits: ['disputes'] } },
  ),
  '/app/admin/outflow': admin(
    msg({ id: 'page.admin.outflow', message: 'Spending limits' }),
    () => import('#features/admin/outflow/OutflowPage.tsx'),
    { menu: { order: 40, parent: 'money', waits: ['trips'] } },
  ),
  '/app/admin/withdrawal-statistic': admin(
    msg({ id: 'page.admin.statistic', message: 'Withdrawal statistics' }),
    () => import('#features/admin/statistic/StatisticPage.tsx'),
    { menu: { order: 50, parent: 'money' } },
  ),
  '/app/admin/log/day': admin(
    msg({ id: 'page.admin.days', message: 'Daily report' }),
    () => import('#features/admin/statistic/DaysPage.tsx'),
    { menu: { order: 70, parent: 'site' } },
  ),
  '/app/admin/users': admin(
    msg({ id: 'page.admin.users', message: 'Users' }),
    () => import('#features/admin/user/UsersPage.tsx'),
    { menu: { order: 10, parent: 'people' } },
  ),
  '/app/admin/users/{id}': admin(
    msg({ id: 'page.admin.user', message: 'User' }),
    () => import('#features/admin/user/UserPage.tsx'),
  ),
  '/app/admin/import': admin(
    msg({ id: 'page.admin.import', message: 'Import users' }),
    () => import('#features/admin/import/ImportPage.tsx'),
    { menu: { order: 80, parent: 'people' } },
  ),
  '/app/admin/suspects': admin(
    msg({ id: 'page.admin.suspects', message: 'Suspects' }),
    () => import('#features/admin/suspect/SuspectsPage.tsx'),
    { menu: { order: 20, parent: 'people', waits: ['suspects'] } },
  ),
  '/app/admin/suspects/{id}': admin(
    msg({ id: 'page.admin.suspect', message: 'Suspect' }),
    () => import('#features/admin/suspect/SuspectPage.tsx'),
  ),
  '/app/admin/appeal': admin(
    msg({ id: 'page.admin.appeal', message: 'Appeals' }),
    () => import('#features/admin/appeal/AppealsPage.tsx'),
    { menu: { order: 30, parent: 'people', waits: ['appeals'] } },
  ),
  '/app/admin/ip-user': admin(
    msg({ id: 'page.admin.ipUser', message: 'Networks' }),
    () => import('#features/admin/network-device/NetworksPage.tsx'),
    { menu: { order: 40, parent: 'people' } },
  ),
  '/app/admin/device-analyze': admin(
    msg({ id: 'page.admin.device', message: 'Devices' }),
    () => import('#features/admin/network-device/DevicesPage.tsx'),
    { menu: { order: 50, parent: 'people' } },
  ),
  '/app/admin/log/trap': admin(
    msg({ id: 'page.admin.trap', message: 'Trap log' }),
    () => import('#features/admin/trap/TrapsPage.tsx'),
    { menu: { order: 60, parent: 'people' } },
  ),
  '/app/admin/contact': admin(
    msg({ id: 'page.admin.contact', message: 'Messages' }),
    () => import('#features/admin/contact/ContactPage.tsx'),
    { menu: { order: 70, parent: 'people', waits: ['contact'] } },
  ),
  '/app/admin/approval': admin(
    msg({ id: 'page.admin.approval', message: 'Approvals' }),
    () => import('#features/admin/approval/ApprovalsPage.tsx'),
    { menu: { order: 30, parent: 'money', waits: ['approvals'] } },
  ),
  '/app/admin/audit': admin(
    msg({ id: 'page.admin.audit', message: 'Audit log' }),
    () => import('#features/admin/audit/AuditPage.tsx'),
    { menu: { order: 80, parent: 'site' } },
  ),
  '/app/admin/settings': admin(
    msg({ id: 'page.admin.settings', message: 'Settings' }),
    () => import('#features/admin/settings/SettingsPage.tsx'),
    { menu: { order: 90, parent: 'site' } },
  ),
  '/maintenance': open(
    msg({ id: 'page.maintenance', message: 'Maintenance' }),
    () => import('#features/main/MaintenancePage.tsx'),
  ),
  '/404': open(
    msg({ id: 'page.notFound', message: 'Page not found' }),
    () => import('#features/main/NotFoundPage.tsx'),
  ),
  '/dev/ui': open(msg({ id: 'page.devUi', message: 'UI kit' }), () => import('#features/main/DevUiPage.tsx')),
} satisfies Record<`/${string}`, Page>

declare module '#base/paths.ts' {
  interface PageTable extends Record<keyof typeof pages, true> {}
}
