import type { MessageDescriptor } from '@lingui/core'
import type { Icon } from '@tabler/icons-react'
import { hasRole } from './access.ts'
import { menuGroups, pages } from './pages.ts'
import type { MenuCount, MenuGroupId, MenuPlace, Page, PagePath } from './pages.ts'
import type { StoredUser } from './store.ts'

export interface MenuPage {
  path: MenuPath
  title: MessageDescriptor
  icon: Icon | null
  order: number
  bar: boolean
  count: MenuCount | null
}

export interface MenuGroup {
  id: MenuGroupId
  title: MessageDescriptor
  icon: Icon
  order: number
  pages: MenuPage[]
}

/** A page that needs no parameter, as every page of a menu. */
export type MenuPath = Exclude<PagePath, `${string}{${string}`>

/** What the menu shows to this user, top level in order: single pages, and groups with their pages. */
export function menuOf(user: StoredUser | null): (MenuPage | MenuGroup)[] {
  const open = placed().filter(({ page }) => hasRole({ access: page.access, user }))
  const singles = open.filter(({ place }) => place.parent === undefined).map(toMenuPage)
  const groups = Object.entries(menuGroups).map(([id, group]) => ({
    // The keys of a literal are exactly its names.
    id: id as MenuGroupId,
    ...group,
    pages: open
      .filter(({ place }) => place.parent === id)
      .map(toMenuPage)
      .toSorted(byOrder),
  }))
  return [...singles, ...groups.filter((group) => group.pages.length > 0)].toSorted(byOrder)
}

/** The group that opens when this page is shown. */
export function parentOf(path: string | undefined): MenuGroupId | null {
  return placed().find((entry) => entry.path === path)?.place.parent ?? null
}

interface Placed {
  path: MenuPath
  page: Page
  place: MenuPlace
}

function placed(): Placed[] {
  return Object.entries<Page>(pages).flatMap(([path, page]) =>
    // A page with parameters cannot be linked from a menu, so none of them has a place in it.
    page.menu === undefined ? [] : [{ path: path as MenuPath, page, place: page.menu }],
  )
}

function toMenuPage({ path, page, place }: Placed): MenuPage {
  const { icon = null, order, bar = false, count = null } = place
  return { path, title: page.title, icon, order, bar, count }
}

function byOrder(a: { order: number }, b: { order: number }): number {
  return a.order - b.order
}
