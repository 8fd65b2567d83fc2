import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { categories, category, ownTask } from '#features/task/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { ManagePage } from './ManagePage.tsx'

const list = 'GET /api/task/advertise'
const creating = 'POST /api/task/advertise'
const moving = 'PATCH /api/task/{id}/status'
const adding = 'POST /api/task/{id}/add-balance'
const deleting = 'DELETE /api/task/{id}'
let server: FakeServer

beforeEach(() => {
  localStorage.clear()
  window.history.replaceState(null, '', '/app/task/advertise/manage')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [], totalItems: 0 }),
    'GET /api/task/category': () => categories(),
    'POST /api/task/preview': () => ({ html: '<p>Go <strong>there</strong>.</p>' }),
    [creating]: () => ({ task: ownTask({ status: 'pending' }), depositBalance: 12_000 }),
  })
})

const open = () => {
  show(
    <>
      <ManagePage />
      <ConfirmHost />
    </>,
  )
  return userEvent.setup()
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { exact: true })

const fill = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(await screen.findByLabelText('Title'), 'Take a picture')
  await user.selectOptions(field('Category'), 'Apps')
  await user.type(field('Instructions'), 'Go there and take a picture.')
  await user.type(field('Proof 1'), 'Your name')
  await user.type(field('Reward (units)'), '4,000')
}

test('what it costs is shown with the fee, and it is made under a key of its own', async () => {
  const user = open()
  await fill(user)
  await user.click(screen.getByRole('button', { name: 'Add proof' }))
  await user.type(field('Proof 2'), 'Your picture')
  await user.click(within(screen.getByRole('group', { name: 'Type of proof 2' })).getByText('Image'))
  expect(screen.getByText('44,000 units')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  await waitFor(() => expect(server.sentTo(creating)).toHaveLength(1))
  const [sent] = server.sentTo(creating)
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(sent?.body).toEqual({
    title: 'Take a picture',
    categoryId: category._id,
    instructions: 'Go there and take a picture.',
    proofs: [
      { kind: 'text', label: 'Your name', required: true },
      { kind: 'image', label: 'Your picture', required: true },
    ],
    reward: 4_000,
    places: 10,
    minLevel: 1,
    countries: [],
    minutesToFinish: 60,
    hoursToReview: 72,
  })
})

test('what is written is kept, until it is paid or thrown away', async () => {
  const user = open()
  await fill(user)
  open()
  await screen.findByText('We restored your unsent draft from this browser.')
  const [, second] = screen.getAllByLabelText<HTMLInputElement>('Title')
  expect(second?.value).toBe('Take a picture')
  await user.click(screen.getByRole('button', { name: 'Start over' }))
  await waitFor(() => expect(second?.value).toBe(''))
})

test('nothing is sent that cannot be paid or that the category forbids', async () => {
  const user = open()
  await fill(user)
  await user.clear(field('Reward (units)'))
  await user.type(field('Reward (units)'), '499')
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  expect(screen.getByText('The minimum reward in this category is 500 units.')).toBeDefined()
  await user.clear(field('Reward (units)'))
  await user.type(field('Reward (units)'), '10,000')
  expect(screen.getByText('You need 10,000 units more')).toBeDefined()
  await user.click(screen.getByRole('button', { name: 'Create and pay' }))
  expect(server.sentTo(creating)).toHaveLength(0)
})

test('instructions are looked at as workers will read them', async () => {
  const user = open()
  await fill(user)
  await user.click(screen.getByText('Preview'))
  await screen.findByText('there')
  expect(server.sentTo('POST /api/task/preview')[0]?.body).toEqual({ instructions: 'Go there and take a picture.' })
})

test('a running one is paused, gets more places, and is deleted after a question', async () => {
  server.answers[list] = () => ({ items: [ownTask()], totalItems: 1 })
  server.answers[moving] = () => ({ task: ownTask({ status: 'paused' }) })
  server.answers[adding] = () => ({ task: ownTask({ places: 25 }), added: 5, charged: 22_000, depositBalance: 78_000 })
  server.answers[deleting] = () => ({ refunded: 66_000, depositBalance: 166_000 })
  const user = open()
  await screen.findByText('2 to review')
  await user.click(screen.getByRole('button', { name: 'Pause (Take a picture)' }))
  await waitFor(() => expect(server.sentTo(moving)[0]?.body).toEqual({ status: 'paused' }))
  await user.click(screen.getByRole('menuitem', { name: 'Add slots', hidden: true }))
  const places = await screen.findByLabelText('Slots')
  await user.clear(places)
  await user.type(places, '5')
  await user.click(screen.getByRole('button', { name: 'Add and pay' }))
  await waitFor(() => expect(server.sentTo(adding)[0]?.body).toEqual({ amount: 22_000 }))
  await user.click(screen.getByRole('menuitem', { name: 'Delete', hidden: true }))
  expect(server.sentTo(deleting)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: 'Delete task' }))
  await waitFor(() => expect(server.sentTo(deleting)).toHaveLength(1))
})

test('what a person paused, its owner cannot resume', async () => {
  const paused = ownTask({ status: 'paused', pausedByStaff: true, reason: 'It asks for passwords.' })
  server.answers[list] = () => ({ items: [paused], totalItems: 1 })
  open()
  await screen.findByText('It asks for passwords.')
  expect(screen.queryByRole('button', { name: /^Resume/ })).toBeNull()
})
