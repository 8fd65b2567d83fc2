import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { signInMethods, siteInfo } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { userEvent } from '#web/test/user.ts'
import { ProviderCard } from './ProviderCard.tsx'

const linkedAt = '2026-03-01T10:00:00.000Z'
const telegram = { name: '@ada', linkedAt }
const google = { email: 'ada@example.com', linkedAt }
const key = { id: 'k', name: 'Phone', synced: true, createdAt: linkedAt, lastUsedAt: null }

const card = (ways: Parameters<typeof signInMethods>[0], { isOn = true, keys = 0 } = {}) =>
  showPage(
    <>
      <ProviderCard of="telegram" ways={signInMethods(ways)} />
      <ConfirmHost />
    </>,
    {
      'GET /api/site': () => siteInfo({ telegramLogin: isOn }),
      'GET /api/user/passkey': () => ({ passkeys: Array.from({ length: keys }, () => key) }),
      'POST /api/auth/{provider}/start': () => new Promise(() => undefined),
      'DELETE /api/user/{provider}': () => ({ msg: 'Gone.' }),
    },
  )

test('links Telegram where the owner has opened it, and shows nothing where not', async () => {
  const { sent, unmount } = card({})
  await userEvent.click(await screen.findByRole('button', { name: 'Link Telegram account' }))
  await waitFor(() =>
    expect(sent('POST /api/auth/{provider}/start')[0]).toMatchObject({
      path: '/api/auth/telegram/start',
      body: { purpose: 'link', redirect: '/app/account' },
    }),
  )
  unmount()
  card({}, { isOn: false })
  expect(screen.queryByText('Telegram')).toBeNull()
})

test('unlinks it after a question', async () => {
  const { sent } = card({ telegram })
  expect(await screen.findByText('@ada')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Unlink Telegram' }))
  const question = within(await screen.findByRole('dialog', { name: 'Unlink Telegram?' }))
  await userEvent.click(question.getByRole('button', { name: 'Unlink Telegram' }))
  await waitFor(() => expect(sent('DELETE /api/user/{provider}')).toHaveLength(1))
  expect(sent('DELETE /api/user/{provider}')[0]?.path).toBe('/api/user/telegram')
})

test('does not offer to take the last way off, and does while there is another', async () => {
  const none = { hasPassword: false, asks: { password: false, code: false } }
  const alone = card({ ...none, telegram })
  expect(await screen.findByText('Set a password first. Without one, you couldn’t sign in anymore.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Unlink Telegram' })).toBeNull()
  alone.unmount()
  const both = card({ ...none, telegram, google })
  expect(await screen.findByRole('button', { name: 'Unlink Telegram' })).toBeTruthy()
  both.unmount()
  card({ ...none, telegram }, { keys: 1 })
  expect(await screen.findByRole('button', { name: 'Unlink Telegram' })).toBeTruthy()
})
