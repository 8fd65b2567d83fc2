import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CallError } from '#api/send.ts'
import type { PagePath } from '#base/paths.ts'
import { useRoute } from '#base/route.ts'
import { clearSession, storeToken, useStore } from '#base/store.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { ProviderCallbackPage } from './ProviderCallbackPage.tsx'

const ticket = 'a'.repeat(32)
const comeBack = (
  query: Record<string, string>,
  answers: Record<string, () => unknown> = {},
  path: PagePath = '/login/callback/google',
) => {
  const PageView = () => null
  const Layout = () => null
  useRoute.setState({ shown: { path, pathname: path, params: {}, query, Layout, PageView } })
  return showPage(<ProviderCallbackPage />, { 'GET /api/user/me': () => me(), ...answers })
}

const given = { code: 'c', state: 's', iss: 'https://accounts.google.com' }

beforeEach(() => {
  clearSession()
  window.history.replaceState(null, '', '/login/callback/google')
})

test('hands over what Google gave, once, and goes where the visitor wanted to', async () => {
  const { sent } = comeBack(given, {
    'POST /api/auth/{provider}/callback': () => ({
      purpose: 'login',
      token: 'fresh',
      isNew: false,
      redirect: '/app/withdraw?a=1',
    }),
  })
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/app/withdraw?a=1'))
  expect(sent('POST /api/auth/{provider}/callback')).toHaveLength(1)
  expect(sent('POST /api/auth/{provider}/callback')[0]?.body).toEqual(given)
  expect(useStore.getState().token).toBe('fresh')
})

test('somebody new chooses a name first', async () => {
  comeBack(given, {
    'GET /api/user/me': () => ({ ...me(), needsInit: true }),
    'POST /api/auth/{provider}/callback': () => ({
      purpose: 'login',
      token: 'fresh',
      isNew: true,
      redirect: '/app/faucet',
    }),
  })
  await waitFor(() => expect(window.location.pathname).toBe('/app/account/init'))
  expect(new URLSearchParams(window.location.search).get('redirect')).toBe('/app/faucet')
})

test('never goes on to another site', async () => {
  comeBack(given, {
    'POST /api/auth/{provider}/callback': () => ({
      purpose: 'login',
      token: 'fresh',
      isNew: false,
      redirect: '//evil.example/app',
    }),
  })
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
})

test('asks the password of the account that has the address, and then perhaps a code', async () => {
  const { sent } = comeBack(given, {
    'POST /api/auth/{provider}/callback': () => ({
      linkNeeded: true,
      ticket,
      email: 'alice@example.com',
      redirect: '/app/faucet',
    }),
    'POST /api/auth/google/link': () => ({ twoStep: true, ticket: 'b'.repeat(32) }),
    'POST /api/auth/two-step': () => ({ token: 'fresh' }),
  })
  expect(await screen.findByText(/alice@example.com is already registered/)).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Password'), 'marble kettle{Enter}')
  await userEvent.type(await screen.findByLabelText('Authentication code'), '123456{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/app/faucet'))
  expect(sent('POST /api/auth/google/link')[0]?.body).toEqual({ ticket, password: 'marble kettle' })
  expect(sent('POST /api/auth/two-step')[0]?.body).toEqual({ ticket: 'b'.repeat(32), code: '123456' })
})

test('a member who linked or proved goes back to where that began', async () => {
  storeToken('token')
  comeBack(given, {
    'POST /api/auth/{provider}/callback': () => ({ purpose: 'prove', redirect: '/app/admin/settings?tab=payouts' }),
  })
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/app/admin/settings?tab=payouts'))
  expect(useStore.getState().token).toBe('token')
})

test('says what went wrong, and that nothing happened when the visitor gave up there', async () => {
  const stale = { code: 'GOOGLE_STALE', msg: 'Please start again.' }
  const failed = comeBack(given, { 'POST /api/auth/{provider}/callback': () => new CallError(409, stale) })
  expect(await screen.findByText('Please start again.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/login')
  failed.unmount()
  const { sent } = comeBack({ error: 'access_denied', state: 's' })
  expect(await screen.findByText('Google sign-in canceled')).toBeTruthy()
  expect(sent('POST /api/auth/{provider}/callback')).toEqual([])
})

test('hands over to Telegram what Telegram gave, and says so when no account is linked with it', async () => {
  const unknown = { code: 'PROVIDER_UNKNOWN', msg: 'This Telegram account isn’t linked to an account here.' }
  const answers = { 'POST /api/auth/{provider}/callback': () => new CallError(409, unknown) }
  const { sent } = comeBack({ code: 'c', state: 's' }, answers, '/login/callback/telegram')
  expect(await screen.findByText('Telegram sign-in failed')).toBeTruthy()
  expect(screen.getByText('This Telegram account isn’t linked to an account here.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Signing in with Telegram' })).toBeTruthy()
  expect(sent('POST /api/auth/{provider}/callback').map(({ path }) => path)).toEqual(['/api/auth/telegram/callback'])
})
