import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeToken } from '#base/store.ts'
import { me, siteInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { InitPage } from './InitPage.tsx'
import { RegisterPage } from './RegisterPage.tsx'

vi.mock('#features/captcha/pow.ts', () => ({ solvePow: async () => ({ counter: 5, derivedKey: 'ab' }) }))

const challenge = () => ({
  id: 'c1',
  width: 0,
  height: 0,
  reference: null,
  images: [],
  pow: { parameters: {}, signature: 's', level: 0 },
  alternatives: ['pow'],
  expiresIn: 300,
  external: null,
})

const show = (minimumAge: number) =>
  showPage(<RegisterPage />, {
    'GET /api/site': () => siteInfo({ minimumAge }),
    'GET /api/ct': challenge,
    'POST /api/auth/register': () => ({ token: 'fresh' }),
    'GET /api/user/me': () => me(),
  })

const fillIn = async () => {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Username'), 'alice')
  await user.type(screen.getByLabelText('Email address'), 'alice@example.com')
  await user.type(screen.getByLabelText('Password'), 'marble kettle 7')
  return user
}

beforeEach(() => {
  clearSession()
  window.history.replaceState(null, '', '/register')
})

test('asks for no age where the site has none', async () => {
  const { sent } = show(0)
  const user = await fillIn()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent('POST /api/auth/register')).toHaveLength(1))
})

test('sends nothing before the age of the site is confirmed', async () => {
  const { sent } = show(18)
  const box = await screen.findByRole('checkbox', { name: 'I am 18 or older' })
  const user = await fillIn()
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText('Confirm your age to create an account.')).toBeTruthy()
  expect(sent('POST /api/auth/register')).toHaveLength(0)
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Create account' }))
  await waitFor(() => expect(sent('POST /api/auth/register')[0]?.body).toMatchObject({ ageConfirmed: true }))
})

test('asks whoever comes by Google for it with the username', async () => {
  storeToken('fresh')
  const { sent } = showPage(<InitPage />, {
    'GET /api/site': () => siteInfo({ minimumAge: 16 }),
    'GET /api/user/me': () => ({ ...me(), needsInit: true }),
    'POST /api/user/init': () => ({}),
  })
  const user = userEvent.setup()
  const box = await screen.findByRole('checkbox', { name: 'I am 16 or older' })
  await user.click(screen.getByRole('button', { name: 'Save username' }))
  expect(await screen.findByText('Confirm your age to create an account.')).toBeTruthy()
  await user.click(box)
  await user.click(screen.getByRole('button', { name: 'Save username' }))
  await waitFor(() => expect(sent('POST /api/user/init')[0]?.body).toMatchObject({ ageConfirmed: true }))
})
