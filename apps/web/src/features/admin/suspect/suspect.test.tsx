import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { halved, suspect } from './example.ts'
import { SuspectPage } from './SuspectPage.tsx'

const one = 'GET /api/admin/suspect/{id}'
const banning = 'POST /api/admin/suspect/ban'
const measuring = 'POST /api/admin/suspect/measure'
const releasing = 'POST /api/admin/suspect/release'
const deleting = 'POST /api/admin/suspect/delete'
const ending = 'POST /api/admin/measure/{id}/release'
let server: FakeServer

beforeEach(() => {
  useRoute.setState({
    shown: {
      path: '/app/admin/suspects/{id}',
      pathname: `/app/admin/suspects/${suspect._id}`,
      params: { id: suspect._id },
      query: {},
      Layout: ({ children }) => children,
      PageView: () => null,
    },
  })
  server = fakeServer({
    [one]: () => ({ suspect }),
    [banning]: () => ({ done: 1, skipped: 0 }),
    [measuring]: () => ({ done: 1, skipped: 0 }),
    [releasing]: () => ({ done: 1, skipped: 0, paid: 1_500 }),
    [deleting]: () => ({ done: 1, skipped: 0 }),
    [ending]: () => ({ paid: 1_500 }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <SuspectPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByText('Withdrawal address shared by 5 accounts.')
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('the trust level stands beside the account, with what of it was granted', async () => {
  await open()
  const value = screen.getByText('Trust level').parentElement
  expect(value?.textContent).toBe('Trust levelKnownGranted levels: 1 of 2')
})

test('every reason stands in words, with what it weighs and what it weighed', async () => {
  await open()
  expect(screen.getByText('65 points')).toBeDefined()
  expect(screen.getByText('22.5 points')).toBeDefined()
  expect(screen.getByText('initially 45 points')).toBeDefined()
  expect(screen.getByText(/Same device as 2 accounts/)).toBeDefined()
})

test('the group is walked by arrow keys, and says in words what is looked at', async () => {
  const { user } = await open()
  const drawing = within(screen.getByRole('group', { name: /^Account cluster graph/ }))
  const dots = drawing.getAllByRole('button')
  expect(dots).toHaveLength(7)
  const centre = drawing.getByRole('button', { name: 'bob, risk 90, restricted, paid out 0 units' })
  expect(dots.filter(({ tabIndex }) => tabIndex === 0)).toEqual([centre])
  centre.focus()
  for (const key of ['{ArrowRight}', '{ArrowLeft}', '{ArrowDown}', '{ArrowUp}']) {
    await user.keyboard(key)
    expect(document.activeElement?.getAttribute('aria-pressed')).toBe('true')
  }
  await user.click(drawing.getByRole('button', { name: /^carol/ }))
  expect(screen.getByRole('link', { name: 'Open carol' }).getAttribute('href')).toBe(`/app/admin/suspects/${idOf(1)}`)
  await user.keyboard('{Home}')
  expect(document.activeElement).toBe(centre)
})

test('a kind of tie can be taken out of the drawing, and the table says all of it', async () => {
  const { user, container } = await open()
  const lines = () => container.querySelectorAll('svg[role=group] title').length
  expect(lines()).toBe(6)
  await user.click(screen.getByRole('button', { name: 'Same withdrawal address (2)' }))
  expect(lines()).toBe(4)
  await user.click(screen.getByText('View as table'))
  const table = within(screen.getByRole('table', { name: /Accounts in the cluster/ }))
  expect(table.getAllByRole('row')).toHaveLength(8)
  expect(table.getByText('bob: Referred by')).toBeDefined()
  expect(screen.getByText('3 more accounts aren’t shown.')).toBeDefined()
})

test('a lock needs a reason, and has an end or none', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  await user.click(dialog().getByRole('button', { name: 'Lock' }))
  expect(dialog().getByText(/of 3 to 300 characters/)).toBeDefined()
  expect(server.sentTo(banning)).toHaveLength(0)
  await user.type(dialog().getByLabelText('Reason'), 'Five accounts, one person.')
  await user.selectOptions(dialog().getByLabelText('Duration'), 'Permanent (until lifted)')
  await user.click(dialog().getByRole('button', { name: 'Lock' }))
  await waitFor(() => expect(server.sentTo(banning)).toHaveLength(1))
  const body = { users: [suspect._id], reason: 'Five accounts, one person.', forever: true }
  expect(server.sentTo(banning)[0]?.body).toEqual(body)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a moment that has passed is no end', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Lock' }))
  await user.click(dialog().getByRole('button', { name: 'Multiple accounts belong to the same person.' }))
  await user.selectOptions(dialog().getByLabelText('Duration'), 'Custom end date')
  await user.type(dialog().getByLabelText('End date'), '2020-01-01T10:00')
  await user.click(dialog().getByRole('button', { name: 'Lock' }))
  expect(dialog().getByText('Choose a date in the future.')).toBeDefined()
  expect(server.sentTo(banning)).toHaveLength(0)
})

test('a pause cannot be without an end', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Restrict' }))
  await user.type(dialog().getByLabelText('Reason'), 'Too many at once.')
  await user.selectOptions(dialog().getByLabelText('Duration'), 'Permanent (until lifted)')
  await user.click(dialog().getByRole('radio', { name: /^Cooldown/ }))
  await user.click(dialog().getByRole('button', { name: 'Apply restriction' }))
  expect(server.sentTo(measuring)).toHaveLength(0)
  await user.selectOptions(dialog().getByLabelText('Duration'), '1 day')
  await user.click(dialog().getByRole('button', { name: 'Apply restriction' }))
  await waitFor(() => expect(server.sentTo(measuring)).toHaveLength(1))
  expect(server.sentTo(measuring)[0]?.body).toMatchObject({ kind: 'cooldown', reason: 'Too many at once.' })
})

test('releasing says what it does, and the server what it refused', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Release' }))
  server.answers[releasing] = () => refuse(422, { code: 'INVALID', msg: 'No.', errors: { note: 'Say more.' } })
  await user.click(dialog().getByRole('button', { name: 'Release' }))
  expect(await dialog().findByText('Say more.')).toBeDefined()
  server.answers[releasing] = () => ({ done: 1, skipped: 0, paid: 1_500 })
  await user.type(dialog().getByLabelText(/^Note/), 'Sisters')
  await user.click(dialog().getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(server.sentTo(releasing)).toHaveLength(2))
  expect(server.sentTo(releasing)[1]?.body).toEqual({ users: [suspect._id], note: 'Sisters' })
})

test('one mark, all marks and one measure are each taken away after a question', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^Delete signal: Withdrawal/ }))
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo(deleting)[0]?.body).toEqual({ ids: [idOf(101)] }))
  await user.click(screen.getByRole('button', { name: 'Delete all signals' }))
  await user.click(dialog().getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(server.sentTo(deleting)[1]?.body).toEqual({ ids: [suspect._id] }))
  await user.click(screen.getByRole('button', { name: 'Lift' }))
  expect(dialog().getByText('1,500 units withheld will be paid now.')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Lift restriction' }))
  await waitFor(() => expect(server.sentTo(ending)[0]?.path).toBe(`/api/admin/measure/${halved._id}/release`))
})

test('an account that is gone says so, and is not asked for again', async () => {
  server.answers[one] = () => refuse(404, { code: 'NOT_FOUND', msg: 'Account not found.' })
  show(<SuspectPage />)
  await screen.findByText('Account not found.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('an account that does not come says why and can be asked for again', async () => {
  server.answers[one] = () => refuse(503, { code: 'BUSY', msg: 'Account not found.' })
  show(<SuspectPage />)
  await screen.findByText('Account not found.')
  server.answers[one] = () => ({ suspect })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Withdrawal address shared by 5 accounts.')
})
