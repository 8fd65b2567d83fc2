import { msg } from '@lingui/core/macro'

/** The owner's pages about who is suspected and why, see pages.ts. */
export const suspectPages = {
  '/app/admin/suspects': {
    title: msg({ id: 'page.admin.suspects', message: 'Suspects' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 20, parent: 'people', waits: ['suspects'] },
    load: () => import('#features/admin/suspect/SuspectsPage.tsx').then((file) => file.SuspectsPage),
  },
  '/app/admin/suspects/{id}': {
    title: msg({ id: 'page.admin.suspect', message: 'Suspect' }),
    access: 'admin',
    layout: 'app',
    load: () => import('#features/admin/suspect/SuspectPage.tsx').then((file) => file.SuspectPage),
  },
  '/app/admin/appeal': {
    title: msg({ id: 'page.admin.appeal', message: 'Appeals' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 30, parent: 'people', waits: ['appeals'] },
    load: () => import('#features/admin/appeal/AppealsPage.tsx').then((file) => file.AppealsPage),
  },
  '/app/admin/ip-user': {
    title: msg({ id: 'page.admin.ipUser', message: 'Networks' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 40, parent: 'people' },
    load: () => import('#features/admin/network-device/NetworksPage.tsx').then((file) => file.NetworksPage),
  },
  '/app/admin/device-analyze': {
    title: msg({ id: 'page.admin.device', message: 'Devices' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 50, parent: 'people' },
    load: () => import('#features/admin/network-device/DevicesPage.tsx').then((file) => file.DevicesPage),
  },
  '/app/admin/log/trap': {
    title: msg({ id: 'page.admin.trap', message: 'Trap log' }),
    access: 'admin',
    layout: 'app',
    menu: { order: 60, parent: 'people' },
    load: () => import('#features/admin/trap/TrapsPage.tsx').then((file) => file.TrapsPage),
  },
} as const
