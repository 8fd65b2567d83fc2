import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { WebhooksPage } from './WebhooksPage.tsx'

const id = '0192f0c1-7a3e-7c11-8d42-1f0e5a9b6c3d'
const row = {
  _id: id,
  url: 'https://api.example.com/hook',
  description: 'Bookkeeping',
  events: ['withdrawal.paid'],
  createdAt: '2026-03-10T09:00:00.000Z',
  disabled: null,
  failingSince: null,
  overlapUntil: null,
}
const message = {
  _id: id,
  event: 'withdrawal.paid',
  createdAt: '2026-03-10T09:00:00.000Z',
  state: 'failed',
  dueAt: null,
  body: '{"type":"withdrawal.paid"}',
  attempts: [{ at: '2026-03-10T09:01:00.000Z', status: 500, answer: 'down', ms: 12 }],
}

test('an endpoint is added, its secret shown once, and the log sends again', async () => {
  const create = vi.fn((_request: unknown) => ({ secret: 'whsec_abc', webhook: row }))
  const replay = vi.fn((_request: unknown) => ({}))
  showPage(<WebhooksPage />, {
    'GET /api/user/webhook': () => ({ webhooks: create.mock.calls.length > 0 ? [row] : [] }),
    'POST /api/user/webhook': create,
    'GET /api/user/webhook/{id}/message': () => ({ items: [message], totalItems: 1 }),
    'POST /api/user/webhook/{id}/message/{messageId}/replay': replay,
  })
  const actor = userEvent.setup()
  expect(await screen.findByText('No webhooks yet')).toBeDefined()
  await actor.click(screen.getByRole('button', { name: 'Add webhook' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByLabelText('User registered')).toBeNull()
  await actor.click(dialog.getByRole('button', { name: 'Save webhook' }))
  expect(await dialog.findByText('Enter a URL.')).toBeDefined()
  await actor.type(dialog.getByLabelText(/^Endpoint URL/), 'https://api.example.com/hook')
  await actor.click(dialog.getByRole('button', { name: 'Save webhook' }))
  expect(await screen.findByText('whsec_abc')).toBeDefined()
  await actor.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.queryByText('whsec_abc')).toBeNull()
  await actor.click(await screen.findByRole('button', { name: 'Log' }))
  expect(await screen.findByText('down')).toBeDefined()
  await actor.click(screen.getByRole('button', { name: 'Resend', hidden: true }))
  expect(replay).toHaveBeenCalledOnce()
})
