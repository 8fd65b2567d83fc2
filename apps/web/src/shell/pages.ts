import { msg } from '@lingui/core/macro'
import { callbackPages } from './callback-pages.ts'
import { admin, document, full, guest, moderator, open, type Page, user } from './page.ts'
import { programPages } from './program-pages.ts'

/*
 * The one table of pages. Router, browser title, guards, menu and path builders read it. CONTRIBUTING.md says how to
 * add one; what stands at the top of the menu or in a phone's bar has an icon in menu.ts.
 */
export const pages = {
  '/': document(msg({ id: 'page.home', message: 'Home' })),
  '/privacy-policy': document(msg({ id: 'page.privacy', message: 'Privacy policy' })),
  '/terms-of-service': document(msg({ id: 'page.terms', message: 'Terms of service' })),
  '/contact': document(msg({ id: 'page.contact', message: 'Contact us' })),
  '/solvency': document(msg({ id: 'page.solvency', message: 'Solvency' })),
  '/login': guest(() => import('#features/auth/LoginPage.tsx'), {
    title: msg({ id: 'page.login', message: 'Sign in' }),
  }),
  '/register': guest(() => import('#features/auth/RegisterPage.tsx'), {
    title: msg({ id: 'page.register', message: 'Create account' }),
  }),
  ...callbackPages,
  '/forgot-password': guest(() => import('#features/auth/ForgotPasswordPage.tsx'), {
    title: msg({ id: 'page.forgot', message: 'Forgot password' }),
  }),
  '/reset-password/{secret}': guest(() => import('#features/auth/ResetPasswordPage.tsx'), {
    title: msg({ id: 'page.reset', message: 'Reset password' }),
  }),
  '/active/{secret}': open(() => import('#features/auth/ActivePage.tsx'), {
    title: msg({ id: 'page.active', message: 'Verify your email' }),
    layout: 'guest',
  }),
  '/app/dashboard': user(() => import('#features/dashboard/DashboardPage.tsx'), {
    title: msg({ id: 'page.dashboard', message: 'Dashboard' }),
    menu: { order: 10, bar: { title: msg({ id: 'page.home', message: 'Home' }) } },
  }),
  '/app/faucet': user(() => import('#features/faucet/FaucetPage.tsx'), {
    title: msg({ id: 'page.faucet', message: 'Faucet' }),
    menu: { order: 20, bar: {} },
    ads: true,
  }),
  '/app/earn': user(() => import('#features/best-earnings/EarnPage.tsx'), {
    title: msg({ id: 'page.earn', message: 'Ways to earn' }),
    menu: { order: 5, parent: 'earn', bar: { title: msg({ id: 'menu.earn', message: 'Earn' }) } },
  }),
  '/app/ptc': user(() => import('#features/ptc/PtcPage.tsx'), {
    title: msg({ id: 'page.ptc', message: 'View ads' }),
    menu: { order: 10, parent: 'earn', count: 'ptcCount' },
    ads: true,
  }),
  '/app/ptc/iframe/{ad_id}': full(() => import('#features/ptc/ViewPage.tsx'), {
    title: msg({ id: 'page.ptc.iframe', message: 'View Ad' }),
  }),
  '/app/ptc/youtube/{ad_id}': full(() => import('#features/ptc/ViewPage.tsx'), {
    title: msg({ id: 'page.ptc.youtube', message: 'View Ad' }),
  }),
  '/app/ptc/video/{ad_id}': full(() => import('#features/ptc/ViewPage.tsx'), {
    title: msg({ id: 'page.ptc.video', message: 'View Ad' }),
  }),
  '/app/ptc/redirect': full(() => import('#features/ptc/ViewPage.tsx'), {
    title: msg({ id: 'page.ptc.redirect', message: 'View Ad' }),
  }),
  '/app/link': user(() => import('#features/link/LinkPage.tsx'), {
    title: msg({ id: 'page.link', message: 'Shortlinks' }),
    menu: { order: 20, parent: 'earn', count: 'linkCount' },
    ads: true,
  }),
  '/app/link/{secret}': user(() => import('#features/link/LinkVerifyPage.tsx'), {
    title: msg({ id: 'page.link.verify', message: 'Verify' }),
  }),
  '/app/offerwall': user(() => import('#features/offerwall/OfferwallPage.tsx'), {
    title: msg({ id: 'page.offerwall', message: 'Offerwalls' }),
    menu: { order: 30, parent: 'earn' },
    ads: true,
  }),
  '/app/offerwall/pollfish': user(() => import('#features/offerwall/PollfishPage.tsx'), {
    title: msg({ id: 'page.offerwall.pollfish', message: 'Surveys' }),
  }),
  '/app/offerwall/{id}': full(() => import('#features/offerwall/WallPage.tsx'), {
    title: msg({ id: 'page.offerwall.wall', message: 'Offers' }),
  }),
  '/app/bonus': user(() => import('#features/bonus/BonusPage.tsx'), {
    title: msg({ id: 'page.bonus', message: 'Daily Bonus' }),
    menu: { order: 40, parent: 'earn' },
    ads: true,
  }),
  '/app/challenge': user(() => import('#features/challenge/ChallengePage.tsx'), {
    title: msg({ id: 'page.challenge', message: 'Challenges' }),
    menu: { order: 50, parent: 'earn' },
    ads: true,
  }),
  '/app/coupon': user(() => import('#features/coupon/CouponPage.tsx'), {
    title: msg({ id: 'page.coupon', message: 'Coupon' }),
    menu: { order: 60, parent: 'earn' },
    ads: true,
  }),
  '/app/wait': user(() => import('#features/main/WaitPage.tsx'), {
    title: msg({ id: 'page.wait', message: 'Cooldown' }),
  }),
  '/app/task/earn': user(() => import('#features/task/EarnPage.tsx'), {
    title: msg({ id: 'page.task.earn', message: 'Tasks' }),
    menu: { order: 10, parent: 'task', count: 'taskCount' },
    ads: true,
  }),
  '/app/task/submission': user(() => import('#features/task/SubmissionPage.tsx'), {
    title: msg({ id: 'page.task.submission', message: 'Your Submission' }),
    menu: { order: 20, parent: 'task' },
  }),
  '/app/task/advertise/manage': user(() => import('#features/task/manage/ManagePage.tsx'), {
    title: msg({ id: 'page.task.manage', message: 'Created task' }),
    menu: { order: 30, parent: 'task' },
  }),
  '/app/task/{id}/detail': user(() => import('#features/task/manage/EditTaskPage.tsx'), {
    title: msg({ id: 'page.task.edit', message: 'Edit task' }),
  }),
  '/app/task/{id}/submission': user(() => import('#features/task/review/ReviewPage.tsx'), {
    title: msg({ id: 'page.task.review', message: 'Task Submission' }),
  }),
  '/app/task/{id}': user(() => import('#features/task/TaskPage.tsx'), {
    title: msg({ id: 'page.task.detail', message: 'Task Detail' }),
  }),
  '/app/withdraw': user(() => import('#features/withdraw/WithdrawPage.tsx'), {
    title: msg({ id: 'page.withdraw', message: 'Withdraw' }),
    menu: { order: 30, bar: {} },
  }),
  '/app/advertise': user(() => import('#features/advertise/AdvertisePage.tsx'), {
    title: msg({ id: 'page.advertise', message: 'Advertise' }),
    menu: { order: 10, parent: 'advertise' },
  }),
  '/app/campaign/{id}': user(() => import('#features/advertise/CampaignPage.tsx'), {
    title: msg({ id: 'page.campaign', message: 'Campaign report' }),
  }),
  '/app/deposit': user(() => import('#features/deposit/DepositPage.tsx'), {
    title: msg({ id: 'page.deposit', message: 'Deposit' }),
    menu: { order: 20, parent: 'advertise' },
  }),
  '/app/deposit/sandbox/{id}': user(() => import('#features/deposit/SandboxPage.tsx'), {
    title: msg({ id: 'page.deposit.sandbox', message: 'Test checkout' }),
  }),
  '/app/exchange': user(() => import('#features/deposit/ExchangePage.tsx'), {
    title: msg({ id: 'page.exchange', message: 'Exchange' }),
    menu: { order: 30, parent: 'advertise' },
  }),
  '/app/leaderboard': user(() => import('#features/leaderboard/LeaderboardPage.tsx'), {
    title: msg({ id: 'page.leaderboard', message: 'Leaderboard' }),
    menu: { order: 10, parent: 'community' },
  }),
  '/app/referral': user(() => import('#features/referral/ReferralPage.tsx'), {
    title: msg({ id: 'page.referral', message: 'Referral' }),
    menu: { order: 20, parent: 'community' },
  }),
  '/app/news': user(() => import('#features/news/NewsPage.tsx'), {
    title: msg({ id: 'page.news', message: 'News' }),
    menu: { order: 30, parent: 'community' },
  }),
  '/app/account': user(() => import('#features/user/AccountPage.tsx'), {
    title: msg({ id: 'page.account', message: 'Account' }),
    menu: { order: 70 },
  }),
  ...programPages,
  '/app/account/init': user(() => import('#features/auth/InitPage.tsx'), {
    title: msg({ id: 'page.accountInit', message: 'Choose a username' }),
    layout: 'bare',
  }),
  '/app/locked': user(() => import('#features/appeal/LockedPage.tsx'), {
    title: msg({ id: 'page.locked', message: 'Account locked' }),
    layout: 'bare',
  }),
  '/app/faq': user(() => import('#features/home/FaqPage.tsx'), {
    title: msg({ id: 'page.faq', message: 'FAQ' }),
    menu: { order: 10, parent: 'help' },
  }),
  '/app/captcha-instruction': user(() => import('#features/captcha/CaptchaInstructionPage.tsx'), {
    title: msg({ id: 'page.captchaInstruction', message: 'How the captcha works' }),
    menu: { order: 20, parent: 'help' },
  }),
  '/app/trust': user(() => import('#features/trust/TrustPage.tsx'), {
    title: msg({ id: 'page.trust', message: 'Account trust' }),
    menu: { order: 30, parent: 'help' },
  }),
  '/app/admin/overview': admin(() => import('#features/admin/overview/OverviewPage.tsx'), {
    title: msg({ id: 'page.admin.overview', message: 'Overview' }),
    menu: { order: 90, bar: {} },
  }),
  '/app/admin/withdrawals': admin(() => import('#features/admin/withdrawal/WithdrawalsPage.tsx'), {
    title: msg({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
    menu: { order: 20, parent: 'money', bar: {}, waits: ['review', 'unknown'] },
  }),
  '/app/admin/ptc': admin(() => import('#features/admin/ptc/PtcPage.tsx'), {
    title: msg({ id: 'page.admin.ptc', message: 'Campaigns' }),
    menu: { order: 25, parent: 'sources', waits: ['campaigns'] },
  }),
  '/app/admin/link': admin(() => import('#features/admin/link/LinkPage.tsx'), {
    title: msg({ id: 'page.admin.link', message: 'Shortlinks' }),
    menu: { order: 26, parent: 'sources', waits: ['links'] },
  }),
  '/app/admin/offerwalls': admin(() => import('#features/admin/offerwall/OfferwallsPage.tsx'), {
    title: msg({ id: 'page.admin.offerwalls', message: 'Offerwalls' }),
    menu: { order: 27, parent: 'sources' },
  }),
  '/app/admin/coupon': admin(() => import('#features/admin/coupon/CouponPage.tsx'), {
    title: msg({ id: 'page.admin.coupon', message: 'Coupons' }),
    menu: { order: 28, parent: 'sources' },
  }),
  '/app/admin/challenge': admin(() => import('#features/admin/challenge/ChallengesPage.tsx'), {
    title: msg({ id: 'page.admin.challenge', message: 'Challenges' }),
    menu: { order: 29, parent: 'sources' },
  }),
  '/app/admin/news': admin(() => import('#features/admin/news/NewsPage.tsx'), {
    title: msg({ id: 'page.admin.news', message: 'News' }),
    menu: { order: 35, parent: 'site' },
  }),
  '/app/admin/task': moderator(() => import('#features/admin/task/TasksPage.tsx'), {
    title: msg({ id: 'page.admin.task', message: 'Tasks' }),
    menu: { order: 23, parent: 'sources', waits: ['tasks'] },
  }),
  '/app/admin/task/submission/disputed': moderator(() => import('#features/admin/task/DisputesPage.tsx'), {
    title: msg({ id: 'page.admin.disputed', message: 'Disputed submissions' }),
    menu: { order: 24, parent: 'sources', waits: ['disputes'] },
  }),
  '/app/admin/outflow': admin(() => import('#features/admin/outflow/OutflowPage.tsx'), {
    title: msg({ id: 'page.admin.outflow', message: 'Spending limits' }),
    menu: { order: 40, parent: 'money', waits: ['trips'] },
  }),
  '/app/admin/withdrawal-statistic': admin(() => import('#features/admin/statistic/StatisticPage.tsx'), {
    title: msg({ id: 'page.admin.statistic', message: 'Withdrawal statistics' }),
    menu: { order: 50, parent: 'money' },
  }),
  '/app/admin/log/day': admin(() => import('#features/admin/statistic/DaysPage.tsx'), {
    title: msg({ id: 'page.admin.days', message: 'Daily report' }),
    menu: { order: 70, parent: 'site' },
  }),
  '/app/admin/users': admin(() => import('#features/admin/user/UsersPage.tsx'), {
    title: msg({ id: 'page.admin.users', message: 'Users' }),
    menu: { order: 10, parent: 'people', bar: {} },
  }),
  '/app/admin/users/{id}': admin(() => import('#features/admin/user/UserPage.tsx'), {
    title: msg({ id: 'page.admin.user', message: 'User' }),
  }),
  '/app/admin/import': admin(() => import('#features/admin/import/ImportPage.tsx'), {
    title: msg({ id: 'page.admin.import', message: 'Import users' }),
    menu: { order: 80, parent: 'people' },
  }),
  '/app/admin/suspects': admin(() => import('#features/admin/suspect/SuspectsPage.tsx'), {
    title: msg({ id: 'page.admin.suspects', message: 'Suspects' }),
    menu: { order: 20, parent: 'people', waits: ['suspects'] },
  }),
  '/app/admin/suspects/{id}': admin(() => import('#features/admin/suspect/SuspectPage.tsx'), {
    title: msg({ id: 'page.admin.suspect', message: 'Suspect' }),
  }),
  '/app/admin/appeal': admin(() => import('#features/admin/appeal/AppealsPage.tsx'), {
    title: msg({ id: 'page.admin.appeal', message: 'Appeals' }),
    menu: { order: 30, parent: 'people', waits: ['appeals'] },
  }),
  '/app/admin/ip-user': admin(() => import('#features/admin/network-device/NetworksPage.tsx'), {
    title: msg({ id: 'page.admin.ipUser', message: 'Networks' }),
    menu: { order: 40, parent: 'people' },
  }),
  '/app/admin/device-analyze': admin(() => import('#features/admin/network-device/DevicesPage.tsx'), {
    title: msg({ id: 'page.admin.device', message: 'Devices' }),
    menu: { order: 50, parent: 'people' },
  }),
  '/app/admin/log/trap': admin(() => import('#features/admin/trap/TrapsPage.tsx'), {
    title: msg({ id: 'page.admin.trap', message: 'Trap log' }),
    menu: { order: 60, parent: 'people' },
  }),
  '/app/admin/contact': admin(() => import('#features/admin/contact/ContactPage.tsx'), {
    title: msg({ id: 'page.admin.contact', message: 'Messages' }),
    menu: { order: 70, parent: 'people', waits: ['contact'] },
  }),
  '/app/admin/approval': admin(() => import('#features/admin/approval/ApprovalsPage.tsx'), {
    title: msg({ id: 'page.admin.approval', message: 'Approvals' }),
    menu: { order: 30, parent: 'money', waits: ['approvals'] },
  }),
  '/app/admin/audit': admin(() => import('#features/admin/audit/AuditPage.tsx'), {
    title: msg({ id: 'page.admin.audit', message: 'Audit log' }),
    menu: { order: 80, parent: 'site' },
  }),
  '/app/admin/system': admin(() => import('#features/admin/system/SystemPage.tsx'), {
    title: msg({ id: 'page.admin.system', message: 'System' }),
    menu: { order: 85, parent: 'site' },
  }),
  '/app/admin/settings': admin(() => import('#features/admin/settings/SettingsPage.tsx'), {
    title: msg({ id: 'page.admin.settings', message: 'Settings' }),
    menu: { order: 90, parent: 'site' },
  }),
  '/maintenance': open(() => import('#features/main/MaintenancePage.tsx'), {
    title: msg({ id: 'page.maintenance', message: 'Maintenance' }),
  }),
  '/404': open(() => import('#features/main/NotFoundPage.tsx'), {
    title: msg({ id: 'page.notFound', message: 'Page not found' }),
  }),
  '/dev/ui': open(() => import('#features/main/DevUiPage.tsx'), {
    title: msg({ id: 'page.devUi', message: 'UI kit' }),
  }),
} satisfies Record<`/${string}`, Page>
