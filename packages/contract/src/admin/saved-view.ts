import * as z from 'zod/mini'
import { route } from '#contract/route.ts'
import { Done, Id } from '#contract/values.ts'

/** How many views one of the staff may save of one list. */
export const SAVED_VIEWS_MAX = 20
export const VIEW_NAME_MAX = 40

/** The lists of the admin area that have filters. */
export const SavedViewList = z.enum([
  'appeals',
  'approvals',
  'audit',
  'campaigns',
  'charge-backs',
  'contact',
  'coupons',
  'days',
  'devices',
  'disputes',
  'emails',
  'imports',
  'link-days',
  'networks',
  'news',
  'offerwall-days',
  'postbacks',
  'reward-reports',
  'statement',
  'suspects',
  'tasks',
  'traps',
  'trips',
  'users',
  'withdrawal-statistic',
  'withdrawals',
])
export type SavedViewList = z.infer<typeof SavedViewList>

/** Those that moderators may open; the others are for admins. */
export const moderatorLists: readonly SavedViewList[] = ['tasks', 'disputes']

/** One line; what looks the same is the same: composed characters, and one space where there are several. */
const Name = z.string().check(
  z.normalize('NFC'),
  z.overwrite((text) => text.replaceAll(/\p{Zs}+/gu, ' ')),
  z.trim(),
  z.minLength(1),
  z.maxLength(VIEW_NAME_MAX),
  z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u),
)

/** The filter as it stands behind the `?` of the page’s URL. What the list doesn’t know is ignored by its page. */
const Query = z.string().check(z.minLength(1), z.maxLength(4_000), z.regex(/^[\w*.%+&=~-]+$/))

const SavedView = z.object({ _id: Id, list: SavedViewList, name: z.string(), query: z.string() })
export type SavedView = z.infer<typeof SavedView>

const limits = [{ by: 'user', points: 300, seconds: 3_600 }] as const

/** Part of `admin`. */
export const adminSavedView = {
  savedViews: route({
    method: 'GET',
    path: '/api/admin/saved-view',
    summary: 'The caller’s own saved views of the lists that their role may open, the oldest first.',
    access: 'moderator',
    transaction: 'read',
    answer: z.object({ views: z.array(SavedView) }),
  }),
  addSavedView: route({
    method: 'POST',
    path: '/api/admin/saved-view',
    summary: 'Saves the filters of a list under a name, for the caller alone.',
    access: 'moderator',
    transaction: 'write',
    limits,
    body: z.object({ list: SavedViewList, name: Name, query: Query }),
    answer: z.extend(Done, { view: SavedView }),
  }),
  editSavedView: route({
    method: 'PATCH',
    path: '/api/admin/saved-view/{id}',
    summary: 'Renames an own saved view, or replaces its filters.',
    access: 'moderator',
    transaction: 'write',
    limits,
    params: z.object({ id: Id }),
    body: z.object({ name: z.optional(Name), query: z.optional(Query) }),
    answer: Done,
  }),
  removeSavedView: route({
    method: 'DELETE',
    path: '/api/admin/saved-view/{id}',
    summary: 'Deletes an own saved view.',
    access: 'moderator',
    transaction: 'write',
    limits,
    params: z.object({ id: Id }),
    answer: Done,
  }),
} as const
