import { useRoute } from '#base/route.ts'
import type { Page } from './page.ts'
import { pages } from './pages.ts'

/** Whether the page that is shown belongs to the admin area, which has a menu of its own. */
export const useIsStaffPage = (): boolean =>
  useRoute(({ shown }) => {
    if (shown === null) return false
    const { access }: Page = pages[shown.path]
    return access === 'admin' || access === 'moderator'
  })
