import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clearSession, storeToken } from '#base/store.ts'
import { refuse } from '#web/test/fake-server.tsx'
import { showPage } from '#web/test/show-page.tsx'
import { ActivePage } from './ActivePage.tsx'

const dead = 'This link is invalid, has expired or was already used.'
const show = () =>
  showPage(<ActivePage />, {
    'POST /api/auth/active': () => refuse(409, { code: 'LINK_DEAD', msg: dead }),
  })

beforeEach(() => {
  clearSession()
  window.history.replaceState(null, '', '/active/abc')
})

test('a damaged link sends whoever is signed out to sign in before they ask for another', async () => {
  const { sent } = show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(dead)
  expect(alert.textContent).toContain('Sign in, then request a new email on your account page.')
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
  expect(sent('POST /api/auth/active')).toHaveLength(1)
})

test('and whoever is signed in to the account page', async () => {
  storeToken('token')
  show()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Request a new email on your account page.')
  expect(screen.getByRole('link', { name: 'Go to account' })).toBeTruthy()
})
