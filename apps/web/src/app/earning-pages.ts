import { msg } from '@lingui/core/macro'
import { IconDroplet, IconEye, IconLink, IconListCheck } from '@tabler/icons-react'

/** Where one earns: a part of the page table, see pages.ts. */
export const earningPages = {
  '/app/faucet': {
    title: msg({ id: 'page.faucet', message: 'Faucet' }),
    access: 'user',
    layout: 'app',
    menu: { icon: IconDroplet, order: 20, bar: true },
    ads: true,
    load: () => import('#features/faucet/FaucetPage.tsx').then((file) => file.FaucetPage),
  },
  '/app/ptc': {
    title: msg({ id: 'page.ptc', message: 'View ads' }),
    access: 'user',
    layout: 'app',
    menu: { icon: IconEye, order: 25, bar: true, count: 'ptcCount' },
    ads: true,
    load: () => import('#features/ptc/PtcPage.tsx').then((file) => file.PtcPage),
  },
  '/app/ptc/iframe/{ad_id}': {
    title: msg({ id: 'page.ptc.iframe', message: 'View Ad' }),
    access: 'user',
    layout: 'full',
    load: () => import('#features/ptc/ViewPage.tsx').then((file) => file.ViewPage),
  },
  '/app/ptc/youtube/{ad_id}': {
    title: msg({ id: 'page.ptc.youtube', message: 'View Ad' }),
    access: 'user',
    layout: 'full',
    load: () => import('#features/ptc/ViewPage.tsx').then((file) => file.ViewPage),
  },
  '/app/ptc/video/{ad_id}': {
    title: msg({ id: 'page.ptc.video', message: 'View Ad' }),
    access: 'user',
    layout: 'full',
    load: () => import('#features/ptc/ViewPage.tsx').then((file) => file.ViewPage),
  },
  '/app/ptc/redirect': {
    title: msg({ id: 'page.ptc.redirect', message: 'View Ad' }),
    access: 'user',
    layout: 'full',
    load: () => import('#features/ptc/ViewPage.tsx').then((file) => file.ViewPage),
  },
  '/app/link': {
    title: msg({ id: 'page.link', message: 'Shortlinks' }),
    access: 'user',
    layout: 'app',
    menu: { icon: IconLink, order: 27, count: 'linkCount' },
    ads: true,
    load: () => import('#features/link/LinkPage.tsx').then((file) => file.LinkPage),
  },
  '/app/link/{secret}': {
    title: msg({ id: 'page.link.verify', message: 'Verify' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/link/LinkVerifyPage.tsx').then((file) => file.LinkVerifyPage),
  },
  '/app/offerwall': {
    title: msg({ id: 'page.offerwall', message: 'Offerwalls' }),
    access: 'user',
    layout: 'app',
    menu: { icon: IconListCheck, order: 28 },
    ads: true,
    load: () => import('#features/offerwall/OfferwallPage.tsx').then((file) => file.OfferwallPage),
  },
  '/app/offerwall/pollfish': {
    title: msg({ id: 'page.offerwall.pollfish', message: 'Surveys' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/offerwall/PollfishPage.tsx').then((file) => file.PollfishPage),
  },
  '/app/offerwall/{id}': {
    title: msg({ id: 'page.offerwall.wall', message: 'Offers' }),
    access: 'user',
    layout: 'full',
    load: () => import('#features/offerwall/WallPage.tsx').then((file) => file.WallPage),
  },
  '/app/wait': {
    title: msg({ id: 'page.wait', message: 'Cooldown' }),
    access: 'user',
    layout: 'app',
    load: () => import('#features/main/WaitPage.tsx').then((file) => file.WaitPage),
  },
} as const
