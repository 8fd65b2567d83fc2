import { useEffect } from 'react'
import { followLive } from '#api/live.ts'
import { history } from '#base/history.ts'
import { to } from '#base/paths.ts'
import { useStore } from '#base/store.ts'
import { fetchMe, refreshMe, useMeQuery } from '#features/user/user.ts'

/** Keeps the user's data alive while a page stands open, and sends a locked or nameless account where it belongs. */
export const useSession = (): void => {
  const token = useStore((state) => state.token)
  const { data } = useMeQuery()
  const locked = data !== undefined && data.user.lockedAt !== null
  useEffect(() => {
    // A failure has been told and obeyed by then.
    if (token !== null) fetchMe().catch(() => undefined)
  }, [token])
  useEffect(() => {
    // A locked account has no stream; a released one follows anew.
    if (token !== null && !locked) return followLive(() => void refreshMe())
    return undefined
  }, [token, locked])
  const unnamed = data?.needsInit === true
  useEffect(() => {
    if (unnamed) history.replace(to('/app/account/init'))
  }, [unnamed])
  useEffect(() => {
    if (locked) history.replace(to('/app/locked'))
  }, [locked])
}
