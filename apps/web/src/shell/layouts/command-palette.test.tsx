import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { clearSession, storeToken, storeUser } from '#base/store.ts'
import { bob, carol } from '#features/admin/user/example.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { StaffSearch } from './StaffSearch.tsx'

const list = 'GET /api/user/list'
let server: FakeServer

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/overview')
  clearSession()
  storeToken('token')
  storeUser({ id: '1', username: 'olga', role: 'admin' })
  server = fakeServer({ [list]: () => ({ items: [bob, carol], totalItems: 2 }) })
})

const open = async () => {
  show(<StaffSearch />)
  fireEvent.keyDown(window, { key: 'k', ctrlKey: true })
  const input = await screen.findByRole('combobox', { name: 'Search pages, users, settings and withdrawals' })
  return { user: userEvent.setup(), input }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

test('Ctrl-K opens it with all pages, the owner’s first, and closes it', async () => {
  await open()
  expect(options()[0]).toBe('OverviewPage')
  expect(options()).toContain('DashboardPage')
  expect(options().indexOf('DashboardPage')).toBeGreaterThan(options().indexOf('SettingsPage'))
  fireEvent.keyDown(window, { key: 'k', metaKey: true })
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  expect(server.sentTo(list)).toEqual([])
})

test('a page is opened by a word of its name and Enter', async () => {
  const { user, input } = await open()
  await user.type(input, 'withdr sta')
  await waitFor(() => expect(options()).toEqual(['Withdrawal statisticsPage']))
  await user.keyboard('{Enter}')
  expect(window.location.pathname).toBe('/app/admin/withdrawal-statistic')
  expect(screen.queryByRole('combobox')).toBeNull()
})

test('users are sought by the beginning of their names once typing stops, and their withdrawals', async () => {
  const { user, input } = await open()
  await user.type(input, 'bo')
  await waitFor(() => expect(options()).toContain('bobUser'))
  expect(server.sentTo(list).map(({ path }) => new URLSearchParams(path.split('?')[1]).get('search'))).toEqual(['bo'])
  expect(options()).not.toContain('carolUser')
  await user.click(screen.getByRole('option', { name: /^Withdrawals of bob/ }))
  expect(window.location.pathname + window.location.search).toBe('/app/admin/withdrawals?username=bob')
})

test('a setting and an address lead to where they stand; what is nowhere is said', async () => {
  const { user, input } = await open()
  await user.type(input, 'retention days')
  await waitFor(() => expect(options()).toEqual(['Network and device retention (days) · CaptchaSetting']))
  await user.clear(input)
  const address = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await user.type(input, address)
  await waitFor(() => expect(options()).toEqual([`Withdrawals to ${address}Withdrawals`]))
  await user.clear(input)
  await user.type(input, 'no such thing')
  expect(await within(screen.getByRole('dialog')).findByText('No results')).toBeDefined()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
})
