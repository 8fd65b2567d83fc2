import { msg } from '@lingui/core/macro'
import { moneyPages } from './money-pages.ts'
import { peoplePages } from './people-pages.ts'
import { suspectPages } from './suspect-pages.ts'

/** The owner's part of the page table, see pages.ts; more of it stands in money-, people- and suspect-pages.ts. */
export const adminPages = {
  '/app/admin/overview': {
    title: msg({ id: 'page.admin.overview', message: 'Overview' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 90 },
    load: () => import('#features/admin/overview/OverviewPage.tsx').then((file) => file.OverviewPage),
  },
  '/app/admin/withdrawals': {
    title: msg({ id: 'page.admin.withdrawals', message: 'Withdrawals' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 20, parent: 'money', waits: ['review', 'unknown'] },
    load: () => import('#features/admin/withdrawal/WithdrawalsPage.tsx').then((file) => file.WithdrawalsPage),
  },
  '/app/admin/ptc': {
    title: msg({ id: 'page.admin.ptc', message: 'Campaigns' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 25, parent: 'sources', waits: ['campaigns'] },
    load: () => import('#features/admin/ptc/PtcPage.tsx').then((file) => file.PtcPage),
  },
  '/app/admin/link': {
    title: msg({ id: 'page.admin.link', message: 'Shortlinks' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 26, parent: 'sources', waits: ['links'] },
    load: () => import('#features/admin/link/LinkPage.tsx').then((file) => file.LinkPage),
  },
  '/app/admin/offerwalls': {
    title: msg({ id: 'page.admin.offerwalls', message: 'Offerwalls' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 27, parent: 'sources' },
    load: () => import('#features/admin/offerwall/OfferwallsPage.tsx').then((file) => file.OfferwallsPage),
  },
  '/app/admin/coupon': {
    title: msg({ id: 'page.admin.coupon', message: 'Coupons' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 28, parent: 'sources' },
    load: () => import('#features/admin/coupon/CouponPage.tsx').then((file) => file.CouponPage),
  },
  '/app/admin/challenge': {
    title: msg({ id: 'page.admin.challenge', message: 'Challenges' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 29, parent: 'sources' },
    load: () => import('#features/admin/challenge/ChallengesPage.tsx').then((file) => file.ChallengesPage),
  },
  '/app/admin/news': {
    title: msg({ id: 'page.admin.news', message: 'News' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 35, parent: 'site' },
    load: () => import('#features/admin/news/NewsPage.tsx').then((file) => file.NewsPage),
  },
  '/app/admin/task': {
    title: msg({ id: 'page.admin.task', message: 'Tasks' }),
    access: 'moderator',
    layout: 'app',
    menu: { order: 23, parent: 'sources', waits: ['tasks'] },
    load: () => import('#features/admin/task/TasksPage.tsx').then((file) => file.TasksPage),
  },
  '/app/admin/task/submission/disputed': {
    title: msg({ id: 'page.admin.disputed', message: 'Disputed submissions' }),
    access: 'moderator',
    layout: 'app',
    menu: { order: 24, parent: 'sources', waits: ['disputes'] },
    load: () => import('#features/admin/task/DisputesPage.tsx').then((file) => file.DisputesPage),
  },
  ...moneyPages,
  ...peoplePages,
  ...suspectPages,
  '/app/admin/contact': {
    title: msg({ id: 'page.admin.contact', message: 'Messages' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 70, parent: 'people', waits: ['contact'] },
    load: () => import('#features/admin/contact/ContactPage.tsx').then((file) => file.ContactPage),
  },
  '/app/admin/approval': {
    title: msg({ id: 'page.admin.approval', message: 'Approvals' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 30, parent: 'money', waits: ['approvals'] },
    load: () => import('#features/admin/approval/ApprovalsPage.tsx').then((file) => file.ApprovalsPage),
  },
  '/app/admin/audit': {
    title: msg({ id: 'page.admin.audit', message: 'Audit log' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 80, parent: 'site' },
    load: () => import('#features/admin/audit/AuditPage.tsx').then((file) => file.AuditPage),
  },
  '/app/admin/settings': {
    title: msg({ id: 'page.admin.settings', message: 'Settings' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 90, parent: 'site' },
    load: () => import('#features/admin/settings/SettingsPage.tsx').then((file) => file.SettingsPage),
  },
} as const
