import { auth as contract } from '@runnel/contract/account/auth'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { history } from '#base/history.ts'
import { safeReturn, to } from '#base/paths.ts'
import { clearSession, storeToken } from '#base/store.ts'
import { endOwnSubscription, fetchMe } from '#features/user/user.ts'
import { clearToasts } from '#ui/overlay/toast.ts'

export const auth = connect('auth', contract)

/** Takes the token of a successful login or registration and goes where the visitor wanted to. */
export const enter = async (token: string, wanted: string | undefined): Promise<void> => {
  storeToken(token)
  // The guards need to know the role before they can let somebody in; a failure here has been told already.
  const me = await fetchMe().catch(() => null)
  const redirect = safeReturn(wanted) ?? undefined
  // An account that Google made has no name yet.
  if (me?.needsInit) return history.replace(to('/app/account/init', { query: { redirect } }))
  // Who runs the site begins with how it stands.
  history.replace(redirect ?? to(me?.user.role === 'admin' ? '/app/admin/overview' : '/app/dashboard'))
}

/** Signs out here and on the server; here even when the server cannot be reached. */
export const leave = async (): Promise<void> => {
  await auth.calls.logout().catch(() => null)
  // Whoever signs in here next must not read what the one before is told.
  await endOwnSubscription().catch(() => null)
  clearSession()
  queryClient.clear()
  clearToasts()
  history.replace(to('/login'))
}
