import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { SettingsPage } from '#features/admin/settings/SettingsPage.tsx'
import { settings } from '#features/admin/shared/example.ts'
import { useToasts } from '#ui/overlay/toast.ts'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { fakeServer, refuse, show } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'

const testing = 'POST /api/admin/telegram/test'

beforeEach(() => {
  useToasts.setState({ toasts: [] })
  const pathname = '/app/admin/settings'
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query: { tab: 'site' }, Layout: () => null, PageView: () => null },
  })
})

const open = async (saved: { readonly chat: string; readonly secretsSet: string[] }, answer?: () => unknown) => {
  const server = fakeServer({
    'GET /api/admin/setting': () => ({
      ...settings,
      settings: { ...settings.settings, telegram_chat_id: saved.chat },
      secretsSet: saved.secretsSet,
    }),
    ...(answer && { [testing]: answer }),
  })
  show(
    <>
      <SettingsPage />
      <ToastRegion />
    </>,
  )
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Send test message' })
  return { server, button, user: userEvent.setup() }
}

const complete = { chat: '42', secretsSet: ['telegram_bot_token'] }

test('a test message is sent by what is saved, and shows what came of it', async () => {
  const { server, button, user } = await open(complete, () => ({ msg: 'Test message sent. Check the chat.' }))
  await user.click(button)
  await screen.findByText('Test message sent. Check the chat.')
  expect(server.sentTo(testing)).toHaveLength(1)
})

test('what Telegram rejects is shown with its reason', async () => {
  const msg = 'The test message wasn’t sent. The provider answered 400: Bad Request: chat not found'
  const { button, user } = await open(complete, () => refuse(409, { code: 'TELEGRAM_REFUSED', msg }))
  await user.click(button)
  await screen.findByText(msg)
})

test.each([
  ['the token', { chat: '42', secretsSet: [] }],
  ['the chat', { chat: '', secretsSet: ['telegram_bot_token'] }],
])('without %s there is nothing to test', async (_what, saved) => {
  const { button } = await open(saved)
  expect(button.disabled).toBe(true)
})

test('what is typed and not saved can’t be tested, and a wrong chat is explained', async () => {
  const { button, user } = await open(complete)
  expect(button.disabled).toBe(false)
  const field = screen.getByLabelText(/^Chat ID/)
  await user.clear(field)
  await user.type(field, 'my chat')
  expect(button.disabled).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(/Enter a number, or the @name/)
})
