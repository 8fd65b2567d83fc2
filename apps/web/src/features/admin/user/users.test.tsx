import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { bob, carol, olga } from './example.ts'
import { UsersPage } from './UsersPage.tsx'

const list = 'GET /api/user/list'
const banning = 'POST /api/admin/user/ban'
const unbanning = 'POST /api/admin/user/unban'
let server: FakeServer

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/users')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [bob, carol, olga], totalItems: 3 }),
    [banning]: () => ({ done: 1, skipped: 0 }),
    [unbanning]: () => ({ done: 1, skipped: 0 }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <UsersPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('link', { name: 'bob' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => within(screen.getByRole('dialog'))
const bar = () => within(screen.getByRole('region', { name: 'Selected accounts' }))

test('each account leads to its page, with its state, score and balances', async () => {
  await open()
  const rows = screen.getAllByRole('row').slice(1)
  const [first, second, third] = rows.map((row) => within(row))
  expect(first?.getByRole('link', { name: 'bob' }).getAttribute('href')).toBe(`/app/admin/users/${bob._id}`)
  expect(first?.getByText('Risk 42: medium')).toBeDefined()
  expect(first?.getByText('12,500 units')).toBeDefined()
  expect(first?.getByText('4,000 units')).toBeDefined()
  expect(first?.getByText(/Norway/)).toBeDefined()
  expect(second?.getByText('A program made claims.')).toBeDefined()
  expect(second?.getByText('700 units')).toBeDefined()
  expect(third?.getByText('Admin')).toBeDefined()
})

test('the filter stands in the address and is what the server is asked for', async () => {
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe('/api/user/list?sort=joined&page=1&limit=20')
  await user.selectOptions(screen.getByLabelText('Country'), 'Norway')
  expect(window.location.search).toBe('?country=NO')
  await user.selectOptions(screen.getByLabelText('Status'), 'locked')
  expect(window.location.search).toContain('status=locked')
})

test('people are locked with a reason, and only those that are not; the staff cannot be chosen', async () => {
  const { user } = await open()
  expect(screen.queryByRole('checkbox', { name: 'Select olga' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select bob' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select carol' }))
  await user.click(bar().getByRole('button', { name: 'Lock' }))
  expect(dialog().getByText('Lock bob')).toBeDefined()
  await user.type(dialog().getByLabelText('Reason'), 'One person, many accounts.')
  await user.click(dialog().getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(server.sentTo(banning)).toHaveLength(1))
  expect(server.sentTo(banning)[0]?.body).toMatchObject({ ids: [bob._id], reason: 'One person, many accounts.' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('people are unlocked after a question', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('checkbox', { name: 'Select carol' }))
  await user.click(bar().getByRole('button', { name: 'Unlock' }))
  expect(server.sentTo(unbanning)).toHaveLength(0)
  await user.click(dialog().getByRole('button', { name: 'Unlock' }))
  await waitFor(() => expect(server.sentTo(unbanning)[0]?.body).toEqual({ ids: [carol._id] }))
})

test('a list that does not come says why; one without rows says what that means', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<UsersPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No users yet')
})
