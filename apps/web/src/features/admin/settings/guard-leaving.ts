import { history, type Hold } from '#base/history.ts'
import { useRoute } from '#base/route.ts'

/** Leaving this page asks first, until what it gives is called. */
export const guardLeaving = (mayLeave: () => Promise<boolean>): (() => void) => {
  const { pathname } = window.location
  const entry: unknown = window.history.state
  const free = () => history.hold(() => false)
  const ask = async (go: () => void) => {
    if (!(await mayLeave())) return
    free()
    go()
  }
  const hold: Hold = (go, address) => {
    if (new URL(address ?? '', window.location.href).pathname === pathname) return false
    // The browser goes back without asking: the page that must stay takes its place again.
    if (address === undefined) {
      const query = new URLSearchParams(useRoute.getState().shown?.query)
      window.history.pushState(entry, '', query.size === 0 ? pathname : `${pathname}?${query}`)
    }
    void ask(go)
    return true
  }
  history.hold(hold)
  return free
}
