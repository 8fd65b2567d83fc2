import type { AdminDevice, AdminNetwork } from '@runnel/contract/admin/network-device'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { suspect } from '#features/admin/suspect/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { DevicesPage } from './DevicesPage.tsx'
import { NetworksPage } from './NetworksPage.tsx'

const nets = 'GET /api/admin/ip'
const devices = 'GET /api/admin/device'
const releasingNets = 'POST /api/admin/ip/release'
const releasingDevices = 'POST /api/admin/device/release'
let server: FakeServer

const users = suspect.group.nodes.slice(0, 3)
const network: AdminNetwork = {
  net: '192.0.2.0/24',
  country: 'NO',
  operator: 'Example Hosting',
  isHosting: true,
  accounts: 5,
  devices: 2,
  isRare: false,
  highestScore: 90,
  firstSeenAt: at,
  lastSeenAt: at,
  releasedAt: null,
  releasedBy: null,
  users,
}
const device: AdminDevice = {
  _id: idOf(77),
  firstSeenAt: at,
  lastSeenAt: at,
  accounts: 3,
  highestScore: 90,
  releasedAt: null,
  releasedBy: null,
  users,
  components: [{ name: 'screen', value: '1920×1080', sharedBy: 2 }],
  alike: [{ _id: idOf(78), net: '192.0.2.0/24', username: 'zoe', userId: idOf(9) }],
}
const thresholds = [{ accounts: 3, places: 2, users: 11 }]

beforeEach(() => {
  useRoute.setState({ shown: null })
  window.history.replaceState(null, '', '/app/admin/ip-user')
  const released = { ...network, net: '198.51.100.0/24', releasedAt: at, releasedBy: 'olga' }
  server = fakeServer({
    [nets]: () => ({ items: [network, released], count: 2, thresholds }),
    [devices]: () => ({ items: [device], totalItems: 1, thresholds }),
    [releasingNets]: () => ({ done: 1, skipped: 0 }),
    [releasingDevices]: () => ({ done: 1, skipped: 0 }),
  })
})

const dialog = () => within(screen.getByRole('dialog'))

test('a network says who was seen in it and whether it ties anybody', async () => {
  show(<NetworksPage />)
  await screen.findByText('192.0.2.0/24')
  expect(screen.getAllByText('NO · Example Hosting')).toHaveLength(2)
  expect(screen.getAllByText('Hosting or VPN')).toHaveLength(2)
  expect(screen.getAllByText('+2 more')).toHaveLength(2)
  expect(screen.getByText('Released by olga')).toBeDefined()
  expect(screen.getByText('At 3+ accounts: 2 results, 11 accounts affected')).toBeDefined()
  expect(server.sentTo(nets)[0]?.path).toBe('/api/admin/ip?sort=accounts&page=1&limit=20')
})

test('who looks for one network or account finds it, however few were there', async () => {
  const path = '/app/admin/ip-user'
  const views = { Layout: () => null, PageView: () => null }
  const open = (query: Readonly<Record<string, string>>) =>
    useRoute.setState({ shown: { path, pathname: path, params: {}, query, ...views } })
  open({ net: '192.0.2.7' })
  show(<NetworksPage />)
  await screen.findByText('192.0.2.0/24')
  act(() => open({ net: '192.0.2.7', minAccounts: '3' }))
  await waitFor(() => expect(server.sentTo(nets)).toHaveLength(2))
  const [search, narrowed] = server.sentTo(nets).map((sent) => sent.path)
  expect(search).toContain('net=192.0.2.7')
  expect(search).not.toContain('minAccounts')
  expect(narrowed).toContain('minAccounts=3')
})

test('networks are released with a note, one or many', async () => {
  show(<NetworksPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Release (192.0.2.0/24)' }))
  await user.type(dialog().getByLabelText(/^Note/), 'A school')
  await user.click(dialog().getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(server.sentTo(releasingNets)).toHaveLength(1))
  expect(server.sentTo(releasingNets)[0]?.body).toEqual({ subs: ['192.0.2.0/24'], note: 'A school' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('checkbox', { name: 'Select 198.51.100.0/24' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select 192.0.2.0/24' }))
  await user.click(screen.getByRole('button', { name: 'Release' }))
  await user.click(dialog().getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(server.sentTo(releasingNets)[1]?.body).toEqual({ subs: ['192.0.2.0/24'], note: '' }))
})

test('a device says what matches and who else looks like it', async () => {
  show(<DevicesPage />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Details of device / }))
  expect(dialog().getByText('screen')).toBeDefined()
  expect(dialog().getByText('1920×1080')).toBeDefined()
  expect(dialog().getByRole('link', { name: 'zoe' }).getAttribute('href')).toBe(`/app/admin/suspects/${idOf(9)}`)
  await user.click(dialog().getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await user.click(screen.getByRole('button', { name: /^Release/ }))
  await user.click(dialog().getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(server.sentTo(releasingDevices)[0]?.body).toEqual({ ids: [device._id], note: '' }))
})

test('no places are shared, or the list did not come', async () => {
  server.answers[nets] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<NetworksPage />)
  await screen.findByText('Back in a moment.')
  server.answers[nets] = () => ({ items: [], count: 0, thresholds: [] })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No shared networks')
})
