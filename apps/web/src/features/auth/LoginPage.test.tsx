import type { CaptchaChallenge } from '@runnel/contract/check/captcha'
import type { Role } from '@runnel/contract/values'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { clearSession, useStore } from '#base/store.ts'
import { me, siteInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { LoginPage } from './LoginPage.tsx'

vi.mock('#features/captcha/pow.ts', () => ({ solvePow: async () => ({ counter: 5, derivedKey: 'ab' }) }))

let made = 0
const challenge = (): CaptchaChallenge => {
  made += 1
  const pow = { parameters: {}, signature: 's', level: 0 }
  return {
    id: `c${made}`,
    width: 0,
    height: 0,
    reference: null,
    images: [],
    pow,
    alternatives: ['pow'],
    expiresIn: 300,
    external: null,
  }
}

const show = (login: () => unknown, more: Record<string, () => unknown> = {}, role: Role = 'user') =>
  showPage(<LoginPage />, {
    ...more,
    'GET /api/ct': challenge,
    'POST /api/auth/login': login,
    'GET /api/user/me': () => me({ role }),
  })

const fillIn = async (login = 'Alice', password = 'marble kettle') => {
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Username or email'), login)
  await user.type(screen.getByLabelText('Password'), password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
}

const openAt = (query: Record<string, string>) => {
  const PageView = () => null
  const Layout = () => null
  useRoute.setState({ shown: { path: '/login', pathname: '/login', params: {}, query, Layout, PageView } })
}

beforeEach(() => {
  made = 0
  clearSession()
  openAt({})
  window.history.replaceState(null, '', '/login')
})

test('signs in with the human check done beside it, keeps the token, and goes to the dashboard', async () => {
  const { sent } = show(() => ({ token: 'fresh' }))
  await fillIn()
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
  expect(sent('POST /api/auth/login')[0]?.body).toEqual({
    login: 'Alice',
    password: 'marble kettle',
    website: undefined,
    captcha: { id: 'c1', pow: { counter: 5, derivedKey: 'ab' } },
  })
  expect(localStorage.getItem('token')).toBe('fresh')
  expect(useStore.getState().user).toMatchObject({ username: 'alice', role: 'user' })
})

test('goes back to where the visitor came from', async () => {
  openAt({ redirect: '/app/admin/settings?tab=2' })
  show(() => ({ token: 'fresh' }))
  await fillIn()
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/app/admin/settings?tab=2'))
})

test('never goes to another site', async () => {
  openAt({ redirect: 'https://evil.example/app' })
  show(() => ({ token: 'fresh' }))
  await fillIn()
  await waitFor(() => expect(window.location.pathname).toBe('/app/dashboard'))
})

test('says what is missing beside the fields, focuses the first and sends nothing', async () => {
  const { sent } = show(() => ({ token: 'fresh' }))
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  const login = screen.getByLabelText('Username or email')
  await waitFor(() => expect(login.getAttribute('aria-invalid')).toBe('true'))
  expect(screen.getByText('Enter your username or email address.')).toBeTruthy()
  expect(screen.getByText('Enter your password.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(login))
  expect(sent('POST /api/auth/login')).toEqual([])
})

test('puts what the server says beside its field and takes a new challenge', async () => {
  const wrong = { code: 'WRONG_LOGIN', msg: 'Wrong.', errors: { password: 'The password is wrong.' } }
  const { sent } = show(() => new CallError(422, wrong))
  await fillIn()
  expect(await screen.findByText('The password is wrong.')).toBeTruthy()
  expect(useStore.getState().token).toBeNull()
  await waitFor(() => expect(sent('GET /api/ct')).toHaveLength(2))
})

test('sends along what only a program would have filled in', async () => {
  const { sent } = show(() => ({ token: 'fresh' }))
  const trap = document.querySelector<HTMLInputElement>('input[name=website]')
  if (trap) trap.value = 'https://spam.example'
  await fillIn()
  await waitFor(() => expect(sent('POST /api/auth/login')[0]?.body).toMatchObject({ website: 'https://spam.example' }))
})

test('asks for the code of an account with a second step, and signs in with both halves', async () => {
  openAt({ redirect: '/app/withdraw' })
  const ticket = 'a'.repeat(32)
  const { sent } = show(() => ({ twoStep: true, ticket }), {
    'POST /api/auth/two-step': () => ({ token: 'fresh' }),
  })
  await fillIn()
  const code = await screen.findByLabelText('Authentication code')
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect(code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(useStore.getState().token).toBeNull()
  await userEvent.click(code)
  await userEvent.paste('123 456')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(window.location.pathname).toBe('/app/withdraw'))
  expect(sent('POST /api/auth/two-step')[0]?.body).toEqual({ ticket, code: '123 456' })
  expect(localStorage.getItem('token')).toBe('fresh')
})

test.each(['١٢٣ ٤٥٦', '۱۲۳ ۴۵۶', '१२३ ४५६'])('takes the code %s in the digits of its keyboard', async (typed) => {
  const ticket = 'a'.repeat(32)
  const { sent } = show(() => ({ twoStep: true, ticket }), { 'POST /api/auth/two-step': () => ({ token: 'fresh' }) })
  await fillIn()
  await userEvent.type(await screen.findByLabelText('Authentication code'), `${typed}{Enter}`)
  await waitFor(() => expect(sent('POST /api/auth/two-step')[0]?.body).toEqual({ ticket, code: '123 456' }))
})

test('begins anew when the first half has run out', async () => {
  const gone = { code: 'TICKET_GONE', msg: 'Please sign in again.' }
  show(() => ({ twoStep: true, ticket: 'a'.repeat(32) }), {
    'POST /api/auth/two-step': () => new CallError(409, gone),
  })
  await fillIn()
  await userEvent.type(await screen.findByLabelText('Authentication code'), '123456{Enter}')
  expect(await screen.findByText('Sign-in timed out')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(await screen.findByLabelText('Username or email')).toBeTruthy()
})

test('offers Google only where the owner has opened it, and takes along where the visitor wanted to go', async () => {
  const closed = show(() => ({ token: 'fresh' }))
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  closed.unmount()
  openAt({ redirect: '/app/faucet' })
  const { sent } = show(() => ({ token: 'fresh' }), {
    'GET /api/site': () => siteInfo({ googleLogin: true }),
    'POST /api/auth/{provider}/start': () => new Promise(() => undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  await waitFor(() =>
    expect(sent('POST /api/auth/{provider}/start')[0]?.body).toMatchObject({
      purpose: 'login',
      redirect: '/app/faucet',
    }),
  )
})

test('offers Telegram only where the owner has opened it', async () => {
  const closed = show(() => ({ token: 'fresh' }), { 'GET /api/site': () => siteInfo({ googleLogin: true }) })
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue with Telegram' })).toBeNull()
  closed.unmount()
  const { sent } = show(() => ({ token: 'fresh' }), {
    'GET /api/site': () => siteInfo({ telegramLogin: true }),
    'POST /api/auth/{provider}/start': () => new Promise(() => undefined),
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Telegram' }))
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
  await waitFor(() =>
    expect(sent('POST /api/auth/{provider}/start')[0]).toMatchObject({
      path: '/api/auth/telegram/start',
      body: { purpose: 'login' },
    }),
  )
})

test('brings an admin to the overview of the site, unless another page was wanted', async () => {
  show(() => ({ token: 'admin-token' }), {}, 'admin')
  await fillIn()
  await waitFor(() => expect(window.location.pathname).toBe('/app/admin/overview'))
})
