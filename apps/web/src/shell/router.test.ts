import type { ComponentType } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { history } from '#base/history.ts'
import { useRoute } from '#base/route.ts'
import { clearSession, storeToken, storeUser, useStore } from '#base/store.ts'
import { startRouter } from './router.ts'

const view = (name: string) => ({ [name]: (() => null) as ComponentType })
vi.mock('#features/auth/LoginPage.tsx', () => view('LoginPage'))
vi.mock('#features/auth/ActivePage.tsx', () => view('ActivePage'))
vi.mock('#features/dashboard/DashboardPage.tsx', () => view('DashboardPage'))
vi.mock('#features/faucet/FaucetPage.tsx', () => view('FaucetPage'))
vi.mock('#features/home/FaqPage.tsx', () => view('FaqPage'))
vi.mock('#features/admin/settings/SettingsPage.tsx', () => view('SettingsPage'))
vi.mock('#features/main/NotFoundPage.tsx', () => view('NotFoundPage'))
vi.mock('#shell/layouts/AppLayout.tsx', () => view('AppLayout'))
vi.mock('#shell/layouts/GuestLayout.tsx', () => view('GuestLayout'))

const shown = () => useRoute.getState().shown
const place = () => window.location.pathname + window.location.search
const shows = (path: string) => vi.waitFor(() => expect(shown()?.path).toBe(path), { timeout: 20_000 })

beforeEach(() => {
  window.scrollTo = () => undefined
  window.requestAnimationFrame = () => 0
  clearSession()
  useRoute.setState({ shown: null })
})
afterEach(() => vi.restoreAllMocks())

const open = (address: string) => {
  window.history.replaceState(null, '', address)
  void startRouter()
}

test('shows the page of the address, with its parameters and query', async () => {
  open('/active/a%20b?from=mail')
  await shows('/active/{secret}')
  expect(shown()).toMatchObject({ pathname: '/active/a%20b', params: { secret: 'a b' }, query: { from: 'mail' } })
  expect(useStore.getState().loading).toBe(false)
})

test('gives the first page its title before its script has arrived', async () => {
  document.title = 'Runnel'
  open('/login')
  expect(shown()).toBeNull()
  expect(document.title).toMatch(/^Sign in ·/)
  await shows('/login')
})

test('asks a stranger to sign in and keeps where they wanted to go', async () => {
  open('/app/faucet?tab=2')
  await shows('/login')
  expect(place()).toBe('/login?redirect=%2Fapp%2Ffaucet%3Ftab%3D2')
})

test('sends the signed-in away from guest pages', async () => {
  storeToken('token')
  open('/login')
  await shows('/app/dashboard')
  expect(place()).toBe('/app/dashboard')
})

test('hides admin pages from everybody else', async () => {
  storeToken('token')
  storeUser({ id: '1', username: 'alice', role: 'user' })
  open('/app/admin/settings')
  await shows('/404')
  expect(place()).toBe('/404')
  storeUser({ id: '1', username: 'alice', role: 'admin' })
  history.push('/app/admin/settings')
  await shows('/app/admin/settings')
})

test('says that there is no such page without changing the address', async () => {
  open('/no/such/page')
  await shows('/404')
  expect(place()).toBe('/no/such/page')
})

test('opens the group of the page in the menu and closes it on the next page', async () => {
  storeToken('token')
  open('/app/faq')
  await shows('/app/faq')
  expect(useStore.getState().openMenu).toEqual(['help'])
  history.push('/app/faucet')
  await shows('/app/faucet')
  expect(useStore.getState().openMenu).toEqual([])
})

test('goes where the visitor went last, whichever script arrives first', async () => {
  storeToken('token')
  open('/app/dashboard')
  history.push('/app/faucet')
  history.push('/app/faq')
  await shows('/app/faq')
  await Promise.all([import('#features/dashboard/DashboardPage.tsx'), import('#features/faucet/FaucetPage.tsx')])
  expect(shown()?.path).toBe('/app/faq')
})

test('follows the back button', async () => {
  storeToken('token')
  open('/app/dashboard')
  await shows('/app/dashboard')
  history.push('/app/faucet')
  await shows('/app/faucet')
  window.history.replaceState({ key: 'first' }, '', '/app/dashboard')
  window.dispatchEvent(new PopStateEvent('popstate', { state: { key: 'first' } }))
  await shows('/app/dashboard')
})
