import { act, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeToken, storeUser } from '#base/store.ts'
import { LockedPage } from '#features/appeal/LockedPage.tsx'
import { ActivePage } from '#features/auth/ActivePage.tsx'
import { ForgotPasswordPage } from '#features/auth/ForgotPasswordPage.tsx'
import { LoginPage } from '#features/auth/LoginPage.tsx'
import { RegisterPage } from '#features/auth/RegisterPage.tsx'
import { ResetPasswordPage } from '#features/auth/ResetPasswordPage.tsx'
import { MaintenancePage } from '#features/main/MaintenancePage.tsx'
import { NotFoundPage } from '#features/main/NotFoundPage.tsx'
import { WaitPage } from '#features/main/WaitPage.tsx'
import { AccountPage } from '#features/user/AccountPage.tsx'
import { activateLocale } from '#locales/locale.ts'
import { AppLayout } from '#shell/layouts/AppLayout.tsx'
import { BareLayout } from '#shell/layouts/BareLayout.tsx'
import { GuestLayout } from '#shell/layouts/GuestLayout.tsx'
import { LoadErrorPage } from '#shell/layouts/LoadErrorPage.tsx'
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

const pages: Record<string, ReactNode> = {
  login: <LoginPage />,
  register: <RegisterPage />,
  forgot: <ForgotPasswordPage />,
  reset: <ResetPasswordPage />,
  active: <ActivePage />,
  account: <AccountPage />,
  wait: <WaitPage />,
  maintenance: <MaintenancePage />,
  'not found': <NotFoundPage />,
  'load error': <LoadErrorPage error={new TypeError('Importing a module script failed.')} />,
  'app layout': <AppLayout>{null}</AppLayout>,
  'guest layout': <GuestLayout>{null}</GuestLayout>,
  'bare layout': <BareLayout>{null}</BareLayout>,
}

test.each(Object.keys(pages))('%s has no words outside the catalogue', async (name) => {
  const { baseElement, sent } = showPage(pages[name], answers)
  await waitFor(() => expect(baseElement.textContent).toMatch(/⟦/))
  if (name === 'account') await waitFor(() => expect(sent('GET /api/user/statement')).toHaveLength(1))
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(strayText(baseElement, data)).toEqual([])
})

test('the page of a locked account has no words outside the catalogue', async () => {
  const user = person({ lockedAt: soon, lockedUntil: soon, lockReason: '⟦reason⟧' })
  const { baseElement, findAllByText } = showPage(<LockedPage />, {
    ...answers,
    'GET /api/user/me': () => ({ ...me(), user }),
  })
  await findAllByText('⟦reason⟧')
  expect(strayText(baseElement, data)).toEqual([])
})
