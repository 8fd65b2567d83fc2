import type { OwnTask } from '@runnel/contract/task/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { storeUser } from '#base/store.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { TasksPage } from './TasksPage.tsx'

const list = 'GET /api/task/advertise'
const moving = 'PATCH /api/task/{id}/status'
const acceptingUpdate = 'POST /api/task/update-request/{id}/accept'
const refusingUpdate = 'POST /api/task/update-request/{id}/deny'
const decidingMany = 'POST /api/task/decide'
const categories = 'GET /api/admin/task-category'
const adding = 'POST /api/admin/task-category'
const category = { _id: '01890000-0000-7000-8000-0000000000c1', name: 'Apps', minReward: 500, tasks: 3 }
let server: FakeServer

const waiting: OwnTask = {
  _id: '01890000-0000-7000-8000-000000000001',
  title: 'Take a picture',
  category,
  reward: 4_000,
  places: 20,
  free: 20,
  accepted: 0,
  minLevel: 1,
  countries: [],
  minutesToFinish: 60,
  hoursToReview: 72,
  medianSeconds: null,
  perMinute: null,
  status: 'pending',
  deniedRate: 0,
  owner: {
    username: 'olivia',
    deniedRate: 0,
    reviewed: 0,
    medianReviewSeconds: null,
    disputes: 0,
    disputesLost: 0,
    unfair: true,
  },
  createdAt: at,
  instructions: 'Go there.\nTake it.',
  proofs: [{ kind: 'image', label: 'Your picture', required: true }],
  fee: 400,
  escrow: 88_000,
  spent: 0,
  started: 0,
  waiting: 0,
  disputed: 0,
  reason: null,
  pausedByStaff: false,
  updatedAt: at,
  update: null,
}

const changing: OwnTask = {
  ...waiting,
  _id: '01890000-0000-7000-8000-000000000002',
  title: 'Count benches',
  status: 'active',
  update: {
    _id: '01890000-0000-7000-8000-0000000000d1',
    taskId: '01890000-0000-7000-8000-000000000002',
    before: { title: 'Count benches', minutesToFinish: 60 },
    after: { title: 'Count trees', minutesToFinish: 120 },
    createdAt: at,
  },
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/task')
  useRoute.setState({ shown: null })
  storeUser({ id: '1', username: 'mild_marten', role: 'moderator' })
  server = fakeServer({
    [list]: () => ({ items: [waiting, changing], totalItems: 44 }),
    [moving]: () => ({ task: waiting }),
    [decidingMany]: () => ({ done: 2, skipped: 0 }),
    [acceptingUpdate]: () => ({}),
    [refusingUpdate]: () => ({}),
    [categories]: () => ({ categories: [{ ...category, position: 1, enabled: true }] }),
    [adding]: () => ({ category: { ...category, position: 2, enabled: true } }),
    'GET /api/task/category': () => ({ categories: [category], feeBasisPoints: 1_000, depositBalance: 0 }),
    'POST /api/task/preview': () => ({ html: '<p>Go there.</p>' }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <TasksPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Details of Take a picture' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('what waits is asked for first, and approved at once', async () => {
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe('/api/task/advertise?isByAdmin=true&status=pending&page=1&limit=20')
  await user.click(screen.getByRole('button', { name: 'Approve (Take a picture)' }))
  await waitFor(() => expect(server.sentTo(moving)).toHaveLength(1))
  expect(server.sentTo(moving)[0]?.body).toEqual({ status: 'active', isByAdmin: true, readAt: at })
  await waitFor(() => expect(server.sentTo(list).length).toBeGreaterThan(1))
})

test('a rejection needs a reason and says what goes back', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Reject (Take a picture)' }))
  expect(dialog().getByText(/88,000 units/)).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  expect(dialog().getByText(/^Enter a reason/)).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'This type of task isn’t allowed here.' }))
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  await waitFor(() => expect(server.sentTo(moving)).toHaveLength(1))
  const reason = 'This type of task isn’t allowed here.'
  expect(server.sentTo(moving)[0]?.body).toEqual({ status: 'rejected', isByAdmin: true, reason })
})

test('several that wait are decided together once their titles were read, and no others', async () => {
  const second = { ...waiting, _id: '01890000-0000-7000-8000-000000000003', title: 'Name a bird' }
  server.answers[list] = () => ({ items: [waiting, changing, second], totalItems: 3 })
  const { user } = await open()
  expect(screen.queryByRole('checkbox', { name: 'Choose Count benches' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  const bar = within(screen.getByRole('region', { name: 'Selected tasks' }))
  await user.click(bar.getByRole('button', { name: 'Approve 2' }))
  const titles = () =>
    dialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  expect(titles()).toEqual(['Take a picture olivia', 'Name a bird olivia'])
  await user.click(dialog().getByRole('button', { name: 'Approve' }))
  await waitFor(() => expect(server.sentTo(decidingMany)).toHaveLength(1))
  const tasks = [waiting, second].map(({ _id: id }) => ({ id, readAt: at }))
  expect(server.sentTo(decidingMany)[0]?.body).toEqual({ tasks, status: 'active' })

  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  await user.click(bar.getByRole('button', { name: 'Reject' }))
  expect(titles()).toEqual(['Take a picture olivia', 'Name a bird olivia'])
  expect(dialog().getByText(/176,000 units/)).toBeDefined()
  await user.type(dialog().getByLabelText('Reason'), 'We asked for it before.')
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  await waitFor(() => expect(server.sentTo(decidingMany)).toHaveLength(2))
  const reason = 'We asked for it before.'
  expect(server.sentTo(decidingMany)[1]?.body).toEqual({ tasks, status: 'rejected', reason })
})

test('a change is shown before and after, and put into force or refused', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Details of Count benches' }))
  expect(dialog().getByText('Count benches', { selector: 'del' })).toBeDefined()
  expect(dialog().getByText('Count trees', { selector: 'ins' })).toBeDefined()
  expect(dialog().getByText('2 hours', { selector: 'ins' })).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Accept change (Count benches)' }))
  await waitFor(() => expect(server.sentTo(acceptingUpdate)[0]?.path).toContain(changing.update?._id))
  await user.click(screen.getByRole('button', { name: 'Reject change (Count benches)' }))
  await user.type(dialog().getByLabelText('Reason'), 'Trees are another task.')
  await user.click(dialog().getByRole('button', { name: 'Reject change' }))
  await waitFor(() => expect(server.sentTo(refusingUpdate)[0]?.body).toEqual({ reason: 'Trees are another task.' }))
})

test('view, words and page stand in the address', async () => {
  const { user } = await open()
  await user.selectOptions(screen.getByLabelText('View'), 'Changes')
  expect(window.location.search).toBe('?view=update')
  await user.type(screen.getByLabelText('Username'), 'oli{Enter}')
  expect(window.location.search).toContain('username=oli')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toContain('page=3')
})

test('only the owner of the site sets categories up', async () => {
  const { unmount } = await open()
  expect(screen.queryByRole('button', { name: 'Add category' })).toBeNull()
  expect(server.sentTo(categories)).toHaveLength(0)
  unmount()
  storeUser({ id: '2', username: 'admin', role: 'admin' })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Add category' }))
  await user.type(dialog().getByLabelText('Name'), 'Maps')
  await user.clear(dialog().getByLabelText('Minimum reward (units)'))
  await user.type(dialog().getByLabelText('Minimum reward (units)'), '1,200')
  await user.click(dialog().getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(adding)).toHaveLength(1))
  expect(server.sentTo(adding)[0]?.body).toEqual({ name: 'Maps', minReward: 1_200, position: 2, enabled: true })
})
