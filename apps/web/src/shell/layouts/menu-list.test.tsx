import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { clearSession, storeToken, storeUser, openOnlyMenu } from '#base/store.ts'
import { useToasts } from '#ui/overlay/toast.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { MenuList } from './MenuList.tsx'

const waiting = 'GET /api/admin/waiting'
const nothing = {
  review: 0,
  unknown: 0,
  approved: 0,
  contact: 0,
  campaigns: 0,
  links: 0,
  tasks: 0,
  disputes: 0,
  approvals: 0,
  trips: 0,
  suspects: 0,
  appeals: 0,
  maintenance: null,
}
let server: FakeServer

beforeEach(() => {
  storeToken('token')
  openOnlyMenu(null)
  useToasts.setState({ toasts: [] })
  server = fakeServer({
    'GET /api/user/me': () => refuse(503, { code: 'BUSY', msg: 'Not now.' }),
    [waiting]: () => ({ ...nothing, review: 3, unknown: 1, appeals: 2, contact: 1 }),
  })
})

afterEach(() => {
  clearSession()
  useRoute.setState({ shown: null })
})

const ofStaff = () => within(screen.getByRole('list', { name: 'Administration' }))

test('an admin sees the groups of the staff below their own, with how much waits in each', async () => {
  storeUser({ id: '1', username: 'olga', role: 'admin' })
  show(<MenuList />)
  expect(await ofStaff().findByRole('button', { name: /^Money.*4 items pending/ })).toBeDefined()
  const groups = ofStaff().getAllByRole('button')
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    'Money44 items pending',
    'Users33 items pending',
    'Earning',
    'Site',
  ])
  await userEvent.setup().click(ofStaff().getByRole('button', { name: /^Users/ }))
  expect(ofStaff().getByRole('link', { name: /^Appeals.*2 items pending/ })).toBeDefined()
  expect(ofStaff().getByRole('link', { name: 'Trap log' })).toBeDefined()
})

test('a moderator has one group, and a user none, who asks for nothing', async () => {
  storeUser({ id: '1', username: 'max', role: 'moderator' })
  const { unmount } = show(<MenuList />)
  expect(ofStaff().getAllByRole('button')).toHaveLength(1)
  unmount()
  await waitFor(() => expect(server.sentTo(waiting).length).toBeLessThanOrEqual(1))
  const asked = server.sentTo(waiting).length
  storeUser({ id: '1', username: 'alice', role: 'user' })
  show(<MenuList />)
  expect(screen.queryByRole('list', { name: 'Administration' })).toBeNull()
  expect(server.sentTo(waiting)).toHaveLength(asked)
})

test('in the admin area the pages of members are one link', () => {
  storeUser({ id: '1', username: 'olga', role: 'admin' })
  const path = '/app/admin/overview'
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path, pathname: path, params: {}, query: {}, ...views } })
  show(<MenuList />)
  expect(screen.getByRole('link', { name: 'Member area' }).getAttribute('href')).toBe('/app/dashboard')
  expect(screen.queryByRole('link', { name: 'Faucet' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Help' })).toBeNull()
  expect(ofStaff().getByRole('link', { name: 'Overview' })).toBeDefined()
})

test('a count that does not come says nothing', async () => {
  storeUser({ id: '1', username: 'olga', role: 'admin' })
  server.answers[waiting] = () => refuse(503, { code: 'BUSY', msg: 'Later.' })
  show(<MenuList />)
  await waitFor(() => expect(server.sentTo(waiting)).toHaveLength(1))
  expect(useToasts.getState().toasts.map(({ text }) => text)).not.toContain('Later.')
})
