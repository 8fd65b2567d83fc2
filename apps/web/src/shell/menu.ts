import type { MessageDescriptor } from '@lingui/core'
import {
  IconCash,
  IconCoins,
  IconDroplet,
  IconGauge,
  IconHome2,
  IconPigMoney,
  IconUserCircle,
  IconUserSearch,
  type Icon,
} from '@tabler/icons-react'
import type { PagePath, PlainPath } from '#base/paths.ts'
import type { StoredUser } from '#base/store.ts'
import { hasRole } from './access.ts'
import { menuGroups, type MenuGroupId } from './menu-groups.ts'
import type { MenuCount, MenuPlace, Page } from './page.ts'
import { pages } from './pages.ts'

export interface MenuPage {
  path: PlainPath
  title: MessageDescriptor
  icon: Icon | null
  order: number
  /** Its name in the bar of a phone, if it stands there. */
  bar: MessageDescriptor | null
  count: MenuCount | null
  waits: NonNullable<MenuPlace['waits']>
  /** Stands below what everybody has. */
  staff: boolean
}

export interface MenuGroup {
  id: MenuGroupId
  title: MessageDescriptor
  icon: Icon
  order: number
  pages: MenuPage[]
  staff: boolean
}

/**
 * Of the pages at the top of the menu or in the bar of a phone. They come with the menu; in the table of pages they
 * would come before any page does.
 */
const icons: Partial<Record<PagePath, Icon>> = {
  '/app/dashboard': IconHome2,
  '/app/faucet': IconDroplet,
  '/app/earn': IconPigMoney,
  '/app/withdraw': IconCoins,
  '/app/account': IconUserCircle,
  '/app/admin/overview': IconGauge,
  '/app/admin/withdrawals': IconCash,
  '/app/admin/users': IconUserSearch,
}

/** What the menu shows to this user, top level in order: single pages, and groups with their pages. */
export const menuOf = (user: StoredUser | null): (MenuPage | MenuGroup)[] => {
  const open = placed().filter(({ page }) => hasRole({ access: page.access, user }))
  const singles = open.filter(({ place }) => place.parent === undefined).map(toMenuPage)
  const groups = Object.entries(menuGroups).map(([id, group]) => ({
    // The keys of a literal are exactly its names.
    id: id as MenuGroupId,
    staff: false,
    ...group,
    pages: open
      .filter(({ place }) => place.parent === id)
      .map(toMenuPage)
      .toSorted(byOrder),
  }))
  return [...singles, ...groups.filter((group) => group.pages.length > 0)].toSorted(byOrder)
}

interface Placed {
  path: PlainPath
  page: Page
  place: MenuPlace
}

const placed = (): Placed[] =>
  Object.entries<Page>(pages).flatMap(([path, page]) =>
    // A page with parameters cannot be linked from a menu, so none of them has a place in it.
    page.menu === undefined ? [] : [{ path: path as PlainPath, page, place: page.menu }],
  )

const toMenuPage = ({ path, page, place }: Placed): MenuPage => {
  const { order, bar, count = null, waits = [] } = place
  const staff = page.access === 'admin' || page.access === 'moderator'
  return {
    path,
    title: page.title,
    icon: icons[path] ?? null,
    order,
    bar: bar ? (bar.title ?? page.title) : null,
    count,
    waits,
    staff,
  }
}

const byOrder = (a: { order: number }, b: { order: number }): number => a.order - b.order
