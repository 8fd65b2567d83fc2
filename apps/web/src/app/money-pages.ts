import { msg } from '@lingui/core/macro'

/** The owner's pages about what leaves, how long it takes, and what happened day by day, see pages.ts. */
export const moneyPages = {
  '/app/admin/outflow': {
    title: msg({ id: 'page.admin.outflow', message: 'Spending limits' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 40, parent: 'money', waits: ['trips'] },
    load: () => import('#features/admin/outflow/OutflowPage.tsx').then((file) => file.OutflowPage),
  },
  '/app/admin/withdrawal-statistic': {
    title: msg({ id: 'page.admin.statistic', message: 'Withdrawal statistics' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 50, parent: 'money' },
    load: () => import('#features/admin/statistic/StatisticPage.tsx').then((file) => file.StatisticPage),
  },
  '/app/admin/log/day': {
    title: msg({ id: 'page.admin.days', message: 'Daily report' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 70, parent: 'site' },
    load: () => import('#features/admin/statistic/DaysPage.tsx').then((file) => file.DaysPage),
  },
} as const
