import { defaults } from '@runnel/contract/settings/settings'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { history } from '#base/history.ts'
import { useRoute } from '#base/route.ts'
import { savedSettings, settings } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { ToastRegion } from '#ui/overlay/ToastRegion.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { SettingsPage } from './SettingsPage.tsx'

const saving = 'PATCH /api/admin/setting'
const newer = '01890000-0000-7000-8000-0000000000dd'
let server: FakeServer

beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/setting': () => settings,
    'GET /api/admin/setting/audit': () => ({ items: [], totalItems: 0 }),
    [saving]: ({ body }) => savedSettings(body),
  })
})

const open = async () => {
  const pathname = '/app/admin/settings'
  window.history.replaceState(null, '', pathname)
  useRoute.setState({
    shown: { path: pathname, pathname, params: {}, query: { tab: 'faucet' }, Layout: () => null, PageView: () => null },
  })
  show(
    <>
      <SettingsPage />
      <ConfirmHost />
      <ToastRegion />
    </>,
  )
  await screen.findByRole('tab', { selected: true })
  const user = userEvent.setup()
  const type = async (label: string, text: string) => {
    await user.clear(screen.getByLabelText(label))
    await user.type(screen.getByLabelText(label), text)
  }
  return { user, type, save: () => user.click(screen.getByRole('button', { name: 'Save' })) }
}

const reward = 'Faucet reward (units)'
const valueOf = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value

test('leaving with unsaved changes asks, by a link and by the way back', async () => {
  window.history.pushState(null, '', '/app/admin/overview')
  const { user, type } = await open()
  await type(reward, '31')
  history.push('/app/admin/overview')
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(window.location.pathname).toBe('/app/admin/settings')
  expect(valueOf(reward)).toBe('31')
  // Another part of the settings is no leaving.
  history.replace('/app/admin/settings?tab=site')
  expect(screen.queryByRole('dialog')).toBeNull()
  history.push('/app/admin/overview')
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(window.location.pathname).toBe('/app/admin/overview'))
})

test('what was saved can be taken back once, upon what was saved', async () => {
  const { user, type, save } = await open()
  await type(reward, '31')
  await save()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(2))
  expect(server.sentTo(saving)[1]).toMatchObject({
    body: { faucet_reward: defaults.faucet_reward },
    path: `/api/admin/setting?version=${savedSettings({}).version}`,
  })
  await waitFor(() => expect(valueOf(reward)).toBe('30'))
})

test('what another admin saved meanwhile is told at its field, and nothing that was typed is lost', async () => {
  const { type, save } = await open()
  await type(reward, '31')
  await type('XP per claim', '12')
  server.answers[saving] = () =>
    refuse(409, { code: 'SETTINGS_CHANGED', msg: 'Look.', errors: { faucet_reward: 'bob changed this to 40.' } })
  const changed = { ...defaults, faucet_reward: 40, faucet_timer: 900 }
  server.answers['GET /api/admin/setting'] = () => ({ ...settings, settings: changed, version: newer })
  await save()
  await screen.findByText('bob changed this to 40.')
  expect([valueOf(reward), valueOf('XP per claim')]).toEqual(['31', '12'])
  await waitFor(() => expect(valueOf('Faucet timer (seconds)')).toBe('900'))
  expect(screen.getByText('2 unsaved changes')).toBeDefined()
  server.answers[saving] = ({ body }) => savedSettings(body)
  await save()
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(2))
  expect(server.sentTo(saving)[1]).toMatchObject({
    path: `/api/admin/setting?version=${newer}`,
    body: { faucet_reward: 31 },
  })
})

test('a save that fails keeps what was typed', async () => {
  const { type, save } = await open()
  await type(reward, '31')
  server.answers[saving] = () => refuse(503, { code: 'BUSY', msg: 'Later.' })
  await save()
  await waitFor(() => expect(server.sentTo(saving)).toHaveLength(1))
  expect(valueOf(reward)).toBe('31')
  const bar = within(screen.getByRole('region', { name: 'Unsaved changes' }))
  await waitFor(() => expect(bar.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).not.toBe('true'))
})

test('numbers show separators until somebody types, and may be typed with them', async () => {
  const { user, type, save } = await open()
  await type(reward, '12,500')
  await user.tab()
  expect(valueOf(reward)).toBe('12,500')
  expect(screen.getByText(/≈ \$0\.125/)).toBeDefined()
  await save()
  await waitFor(() => expect(server.sentTo(saving)[0]?.body).toEqual({ faucet_reward: 12_500 }))
})
