import type { AdminChallenge } from '@runnel/contract/earn/challenge'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { ChallengesPage } from './ChallengesPage.tsx'

let server: FakeServer

const known: AdminChallenge = {
  _id: '01900000-0000-7000-8000-000000000001',
  kind: 'faucet',
  period: 'daily',
  requirement: 10,
  tokenReward: 60,
  enabled: true,
  position: 0,
  claims: 12,
  cost: 720,
}

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/challenge': () => ({ challenges: [known] }),
    'POST /api/admin/challenge': () => ({ challenge: known }),
    'PATCH /api/admin/challenge/{id}': () => ({ challenge: known }),
    'DELETE /api/admin/challenge/{id}': () => ({}),
  })
})

const open = async () => {
  show(
    <>
      <ChallengesPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Edit Make 10 faucet claims' })
  return userEvent.setup()
}

test('a new one is added at the end, with what people will read told before', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: 'Add challenge' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Type' }), 'ptc')
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Frequency' }), 'weekly')
  dialog.getByText('View 10 ads')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo('POST /api/admin/challenge')).toHaveLength(1))
  const rest = { requirement: 10, tokenReward: 50, position: 1, enabled: true }
  expect(server.sentTo('POST /api/admin/challenge')[0]?.body).toEqual({ kind: 'ptc', period: 'weekly', ...rest })
})

test('what is no number is never sent', async () => {
  const user = await open()
  await user.click(screen.getByRole('button', { name: /^Edit/ }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByRole('textbox', { name: 'Reward (units)' }), 'x')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This must be a whole number.')
  expect(server.sentTo('PATCH /api/admin/challenge/{id}')).toHaveLength(0)
})

test('one is switched off at once, and removed once that was confirmed', async () => {
  const user = await open()
  await user.click(screen.getByRole('switch', { name: 'Make 10 faucet claims enabled' }))
  await waitFor(() => expect(server.sentTo('PATCH /api/admin/challenge/{id}')[0]?.body).toEqual({ enabled: false }))
  await user.click(screen.getByRole('button', { name: 'Delete Make 10 faucet claims' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo('DELETE /api/admin/challenge/{id}')).toHaveLength(1))
})

test('without challenges it says what to do, and a failure can be tried again', async () => {
  server.answers['GET /api/admin/challenge'] = () => ({ challenges: [] })
  const { unmount } = show(<ChallengesPage />)
  await screen.findByText('No challenges yet')
  unmount()
  server = fakeServer({ 'GET /api/admin/challenge': () => refuse(500, { code: 'OOPS', msg: 'Broken.' }) })
  show(<ChallengesPage />)
  await screen.findByRole('button', { name: 'Try again' })
})
