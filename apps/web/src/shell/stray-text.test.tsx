import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeToken, storeUser } from '#base/store.ts'
import { LockedPage } from '#features/appeal/LockedPage.tsx'
import { AccountPage } from '#features/user/AccountPage.tsx'
import { activateLocale } from '#locales/locale.ts'
import { AppLayout } from '#shell/layouts/AppLayout.tsx'
import { me, person, idOf, signInMethods, siteInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { strayText } from '#web/test/stray-text.ts'

const soon = '2099-01-01T00:00:00.000Z'
const site = siteInfo({ googleLogin: true, telegramLogin: true })
const session = {
  _id: idOf(1),
  current: false,
  device: 'Firefox',
  place: 'Oslo',
  createdAt: soon,
  lastSeenAt: soon,
  expiresAt: soon,
  endsAt: soon,
}
const line = {
  _id: idOf(2),
  kind: 'faucet',
  account: 'main',
  amount: 30,
  balanceAfter: 1_240,
  ref: null,
  createdAt: soon,
}
const answers = {
  'GET /api/site': () => site,
  'GET /api/user/me': () => ({
    ...me({ role: 'admin', emailVerified: false }),
    cooldown: { until: soon, reason: '⟦reason⟧' },
    notification: { unread: 1, notifications: [] },
  }),
  'GET /api/user/session': () => ({ sessions: [session] }),
  'GET /api/user/two-step': () => signInMethods({ required: true }),
  'GET /api/user/statement': () => ({ items: [line], totalItems: 30 }),
}
/** Words of the server, of people and of the browser. */
const data = [
  'AL',
  'Runnel',
  'alice@example.com',
  'alice',
  'Firefox',
  'Oslo',
  'UTC',
  'Jan',
  'AM',
  'PM',
  'in',
  'years',
  'Figtree',
  'Google',
  'Telegram',
]

beforeEach(async () => {
  // The live stream of the layout stays silent, until it is ended.
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  storeToken('token')
  storeUser({ id: '1', username: 'alice', role: 'admin' })
  await activateLocale('pseudo')
})
afterEach(async () => {
  vi.unstubAllGlobals()
  clearSession()
  await activateLocale('en')
})

// scripts/words/stray-text.mjs reads the sources; here is seen how the server's own words and codes are shown.
test('the account shows nothing of the server as it came', async () => {
  const { baseElement, findByText, findAllByRole } = showPage(<AccountPage />, answers)
  await findByText(/Oslo/)
  await findAllByRole('row')
  expect(strayText(baseElement, data)).toEqual([])
})

test('the layout of the application shows nothing of the server as it came', async () => {
  const { baseElement } = showPage(<AppLayout>{null}</AppLayout>, answers)
  await waitFor(() => expect(baseElement.textContent).toMatch(/⟦/))
  expect(strayText(baseElement, data)).toEqual([])
})

test('the page of a locked account shows nothing of the server as it came', async () => {
  const user = person({ lockedAt: soon, lockedUntil: soon, lockReason: '⟦reason⟧' })
  const { baseElement, findAllByText } = showPage(<LockedPage />, {
    ...answers,
    'GET /api/user/me': () => ({ ...me(), user }),
  })
  await findAllByText('⟦reason⟧')
  expect(strayText(baseElement, data)).toEqual([])
})
