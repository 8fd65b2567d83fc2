import { i18n } from '@lingui/core'
import { cleanup, configure } from '@testing-library/react'
import type { DetachedWindowAPI } from 'happy-dom'
import { afterEach, vi } from 'vitest'
import { clearToasts } from '#ui/overlay/toast.ts'
import { endPageTimers } from '#ui/timer/page-timer.ts'
import { faults } from './faults.ts'
import { refusePendingTimers } from './timers.ts'

// Messages stand beside the code, so a test needs no catalogue to speak English.
i18n.loadAndActivate({ locale: 'en', locales: 'en', messages: {} })
// What comes is seen at once; what does not may only be late, on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
// Hooks run in the reverse order: this is the last.
afterEach(refusePendingTimers)
afterEach(endPageTimers)
// A clock that a test has stopped runs again for the next one.
afterEach(() => void vi.useRealTimers())
afterEach(cleanup)
// A failure that its test did not wait for is not told in the next one.
afterEach(clearToasts)
// Here, and not where they are found: a module that files share is run once, and its hooks would be those of one file.
afterEach(() => {
  const [fault] = faults.splice(0)
  if (fault) throw fault
})
clearToasts()

// What stands in a frame is somebody else's: every such page is empty here, and nobody asks the network for it.
if (typeof window !== 'undefined') {
  // Files share one window, which is a good part of what a file costs: each begins with an empty one at its start page.
  document.head.replaceChildren()
  document.body.replaceChildren()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/')
  // happy-dom has no popovers: what is one stands open there, and can only be closed without an effect.
  HTMLElement.prototype.hidePopover ??= () => undefined
  // happy-dom puts its settings there.
  const { settings } = (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM
  settings.enableIframePageLoading = true
  settings.fetch.interceptor = { beforeAsyncRequest: async ({ window: frame }) => new frame.Response('') }
}
