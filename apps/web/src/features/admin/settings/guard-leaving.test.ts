import { expect, test } from 'vitest'
import { history } from '#base/history.ts'
import { useRoute } from '#base/route.ts'
import { guardLeaving } from './SaveBar.tsx'

const pathname = '/app/admin/settings'

test.each([
  ['without a query', {}, pathname],
  ['with its tab', { tab: 'site' }, `${pathname}?tab=site`],
])('who stays after going back has the address of the page again, %s', (_name, query, address) => {
  history.listen(() => undefined)
  window.history.pushState(null, '', address)
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query, Layout: () => null, PageView: () => null },
  })
  const free = guardLeaving(() => Promise.resolve(false))
  // The browser has gone back before it tells the page.
  window.history.replaceState(null, '', '/app/admin/overview')
  window.dispatchEvent(new PopStateEvent('popstate', { state: null }))
  free()
  expect(window.location.href).toBe(window.location.origin + address)
})
