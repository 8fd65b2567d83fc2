import { loginAddress, to } from '#base/paths.ts'
import type { StoredUser } from '#base/store.ts'
import type { PageAccess } from './page.ts'

interface Visit {
  access: PageAccess
  /** Path and query of the page that was asked for. */
  address: string
  token: string | null
  user: StoredUser | null
}

/** Where a visitor who may not see a page is sent instead; null for one who may. The server enforces it again. */
export const redirectFor = ({ access, address, token, user }: Visit): string | null => {
  if (access === 'public') return null
  if (access === 'guest') return token === null ? null : to('/app/dashboard')
  if (token === null) return loginAddress(address)
  return hasRole({ access, user }) ? null : to('/404')
}

/** What a role opens; without stored details nobody is staff. */
export const hasRole = ({ access, user }: { access: PageAccess; user: StoredUser | null }): boolean => {
  if (access === 'admin') return user?.role === 'admin'
  if (access === 'moderator') return user?.role === 'admin' || user?.role === 'moderator'
  return true
}
