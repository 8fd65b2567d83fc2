import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { Dispute } from './disputes.ts'
import { DisputesPage } from './DisputesPage.tsx'

const list = 'GET /api/task/submission/disputed'
const statistic = 'GET /api/task/submission/disputed/statistic'
const accepting = 'POST /api/task/{id}/submission/accept'
const denying = 'POST /api/task/{id}/submission/deny'
let server: FakeServer

const dispute: Dispute = {
  _id: '01890000-0000-7000-8000-0000000000a1',
  taskId: '01890000-0000-7000-8000-000000000001',
  title: 'Take a picture',
  reward: 4_000,
  status: 'disputed',
  reason: 'Not sharp.',
  startedAt: at,
  deadline: null,
  sentAt: at,
  decidedAt: at,
  disputable: false,
  worker: { _id: '01890000-0000-7000-8000-0000000000b1', username: 'walter', acceptedRate: 9_000, decided: 10 },
  answers: [{ label: 'Your name', kind: 'text', text: 'Walter of the well' }],
  images: [],
  revised: false,
  timeline: [
    { at, step: 'denied', by: 'owner', text: 'Not sharp.', images: [] },
    { at, step: 'disputed', by: 'worker', text: 'It is sharp.', images: [] },
  ],
  undoSeconds: 0,
  actionId: null,
  owner: {
    username: 'olivia',
    deniedRate: 400,
    reviewed: 50,
    medianReviewSeconds: 7_200,
    disputes: 6,
    disputesLost: 4,
    unfair: true,
  },
  disputedAt: at,
}
const figures = {
  open: 1,
  oldestAt: at,
  forWorkers: 4,
  forOwners: 2,
  medianSeconds: 7_200,
  owners: [{ username: 'olivia', disputes: 6, lost: 4 }],
}
const decided = { done: 1, skipped: 0, actionId: null, undoUntil: null }

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/task/submission/disputed')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [dispute], totalItems: 1 }),
    [statistic]: () => figures,
    [accepting]: () => decided,
    [denying]: () => decided,
  })
})

const open = async () => {
  const shown = show(<DisputesPage />)
  await screen.findByText('It is sharp.')
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('both sides stand there with how they have behaved', async () => {
  await open()
  for (const words of ['Walter of the well', 'Not sharp.', 'It is sharp.', 'walter']) {
    expect(screen.getAllByText(words).length).toBeGreaterThan(0)
  }
  expect(screen.getAllByText('4 of 6').length).toBeGreaterThan(0)
  expect(screen.getByText('2 hours', { selector: '.stat-value' })).toBeDefined()
})

test('a decision needs a reason, and goes to the side that was chosen', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: /^In favor of worker walter/ }))
  await user.click(dialog().getByRole('button', { name: 'Decide dispute' }))
  expect(dialog().getByText(/Both sides will see it/)).toBeDefined()
  expect(server.sentTo(accepting)).toHaveLength(0)
  await user.type(dialog().getByLabelText('Reason'), 'One sees it clearly.')
  await user.click(dialog().getByRole('button', { name: 'Decide dispute' }))
  await waitFor(() => expect(server.sentTo(accepting)).toHaveLength(1))
  const [sent] = server.sentTo(accepting)
  expect(sent?.path).toBe(`/api/task/${dispute.taskId}/submission/accept`)
  expect(sent?.body).toEqual({ submissionIds: [dispute._id], reason: 'One sees it clearly.', isByAdmin: true })
  expect(server.sentTo(denying)).toHaveLength(0)
  await user.click(screen.getByRole('button', { name: /^In favor of task owner olivia/ }))
  await user.type(dialog().getByLabelText('Reason'), 'One sees nothing.')
  await user.click(dialog().getByRole('button', { name: 'Decide dispute' }))
  await waitFor(() => expect(server.sentTo(denying)).toHaveLength(1))
})

test('open and decided ones, and whose, stand in the address', async () => {
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe('/api/task/submission/disputed?decided=no&page=1&limit=20')
  await user.click(screen.getByRole('radio', { name: 'Decided' }))
  expect(window.location.search).toBe('?decided=yes')
  await user.type(screen.getByLabelText('Username of worker or task owner'), 'wal{Enter}')
  expect(window.location.search).toContain('username=wal')
})

test('nothing to decide says so', async () => {
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  show(<DisputesPage />)
  await screen.findByText('No open disputes')
})

test('a list that does not come says why and can be asked for again', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<DisputesPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [dispute], totalItems: 1 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('It is sharp.')
})
