import type { MessageDescriptor } from '@lingui/core'
import type { PendingCounts } from '@runnel/contract/admin/pending'
import type { MenuGroupId } from './menu-groups.ts'

/** `guest` is for those who are not signed in; a moderator's page is open to an admin too. */
export type PageAccess = 'guest' | 'public' | 'user' | 'moderator' | 'admin'

/**
 * `full` leaves the whole window to the page, as for an ad. `public` pages are finished documents of the server; a link
 * to one leaves this application.
 */
export type PageLayout = 'guest' | 'app' | 'full' | 'bare' | 'public'

/** What the server counts for a signed-in user and the menu shows at a page's name. */
export type MenuCount = 'ptcCount' | 'linkCount' | 'taskCount'

export interface MenuPlace {
  /** Position among its siblings. */
  order: number
  /** The group that it stands in; the group opens when the page is shown. Without one it stands at the top. */
  parent?: MenuGroupId
  /**
   * Also stands in the bar at the lower edge of a phone, of members or of the admin area; each has room for four. There
   * it may have a shorter name.
   */
  bar?: { title?: MessageDescriptor }
  /** What waits there. */
  count?: MenuCount
  /** What waits there for a person of the site. */
  waits?: readonly (keyof PendingCounts)[]
}

interface Options {
  title: MessageDescriptor
  /** Where it differs from what is usual for those who may open the page. */
  layout?: PageLayout
  menu?: MenuPlace
  /** One earns here: the owner's banners stand below, and the owner may close it while an ad blocker is on. */
  ads?: true
}

export interface Page extends Options {
  access: PageAccess
  layout: PageLayout
  /** Returns the page's component; `unknown` keeps the type of the table free of what the pages themselves infer. */
  load?: () => Promise<unknown>
}

/** A module of a page exports its component and nothing else. */
type LoadModule = () => Promise<object>
type Row = (load: LoadModule, options: Options) => Page

const row =
  (access: PageAccess, layout: PageLayout): Row =>
  (load, options) => ({
    access,
    layout,
    ...options,
    load: () => load().then((module): unknown => Object.values(module)[0]),
  })

/** A finished document of the server. */
export const document = (title: MessageDescriptor): Page => ({ title, access: 'public', layout: 'public' })
export const guest = row('guest', 'guest')
export const open = row('public', 'bare')
export const user = row('user', 'app')
export const full = row('user', 'full')
export const moderator = row('moderator', 'app')
export const admin = row('admin', 'app')
