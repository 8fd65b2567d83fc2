import { msg } from '@lingui/core/macro'

/** The owner's pages about everybody who has an account, see pages.ts. */
export const peoplePages = {
  '/app/admin/users': {
    title: msg({ id: 'page.admin.users', message: 'Users' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 10, parent: 'people' },
    load: () => import('#features/admin/user/UsersPage.tsx').then((file) => file.UsersPage),
  },
  '/app/admin/users/{id}': {
    title: msg({ id: 'page.admin.user', message: 'User' }),
    access: 'admin',
    layout: 'app',
    load: () => import('#features/admin/user/UserPage.tsx').then((file) => file.UserPage),
  },
  '/app/admin/import': {
    title: msg({ id: 'page.admin.import', message: 'Import users' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 80, parent: 'people' },
    load: () => import('#features/admin/import/ImportPage.tsx').then((file) => file.ImportPage),
  },
} as const
