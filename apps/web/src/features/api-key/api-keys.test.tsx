import { apiKey } from '@runnel/contract/account/api-key'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { lengthsOf } from '#web/test/lengths.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { ApiKeysPage } from './ApiKeysPage.tsx'

const key = {
  _id: '0192f0c1-7a3e-7c11-8d42-1f0e5a9b6c3d',
  name: 'Figures',
  tail: 'x9Qz',
  scopes: ['read'],
  perMinute: 60,
  createdAt: '2026-03-10T09:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
}

test('a key is shown once after it was created, and its list names it by its end', async () => {
  const create = vi.fn((_request: unknown) => ({ token: 'rk_secret', key }))
  showPage(<ApiKeysPage />, {
    'GET /api/user/api-key': () => ({ keys: create.mock.calls.length > 0 ? [key] : [] }),
    'POST /api/user/api-key': create,
  })
  const actor = userEvent.setup()
  expect(await screen.findByText('No API keys yet')).toBeDefined()
  await actor.click(screen.getByRole('button', { name: 'Create API key' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('Read the admin area')).toBeNull()
  await actor.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByText(`Enter ${lengthsOf(apiKey.create.body, 'name')} characters.`)).toBeDefined()
  await actor.type(dialog.getByLabelText(/^Name/), 'Figures')
  await actor.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await screen.findByText('rk_secret')).toBeDefined()
  expect(await screen.findByText('…x9Qz')).toBeDefined()
  await actor.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('rk_secret')).toBeNull()
})
