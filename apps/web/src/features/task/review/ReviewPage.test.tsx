import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { ownTask, review, submission, taskId } from '#features/task/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { ReviewPage } from './ReviewPage.tsx'

const list = 'GET /api/task/{id}/submission'
const accepting = 'POST /api/task/{id}/submission/accept'
const denying = 'POST /api/task/{id}/submission/deny'
const revising = 'POST /api/task/{id}/submission/revision'
const undoing = 'POST /api/task/action/{id}/undo'
const actionId = '01890000-0000-7000-8000-0000000000d1'
let server: FakeServer

const named = (username: string, index: number) =>
  submission({
    _id: `01890000-0000-7000-8000-0000000000a${index}`,
    worker: { ...submission().worker, username },
  })
const three = ['walter', 'wanda', 'willow'].map(named)

beforeEach(() => {
  localStorage.clear()
  useRoute.setState({
    shown: {
      path: '/app/task/{id}/submission',
      pathname: `/app/task/${taskId}/submission`,
      params: { id: taskId },
      query: {},
      Layout: () => null,
      PageView: () => null,
    },
  })
  let waiting = three
  const decide = (request: { body: unknown }) => {
    const { submissionIds } = request.body as { submissionIds: string[] }
    waiting = waiting.filter(({ _id }) => !submissionIds.includes(_id))
    return { done: submissionIds.length, skipped: 0, actionId, undoUntil: '2099-01-01T00:00:00.000Z' }
  }
  server = fakeServer({
    [list]: () => review(waiting),
    'GET /api/task/advertise/{id}': () => ({ task: ownTask() }),
    [accepting]: decide,
    [denying]: decide,
    [revising]: decide,
    [undoing]: () => {
      waiting = three
      return { undone: 1, skipped: 0 }
    },
  })
})

const open = async () => {
  const shown = show(<ReviewPage />)
  await screen.findByRole('heading', { name: 'Submission from walter' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('one key accepts, the next proof is there, and another key takes it back', async () => {
  const { user } = await open()
  await user.keyboard('{ArrowDown}')
  await screen.findByRole('heading', { name: 'Submission from wanda' })
  await user.keyboard('a')
  await screen.findByRole('heading', { name: 'Submission from willow' })
  const [sent] = server.sentTo(accepting)
  expect(sent?.body).toEqual({ submissionIds: [three[1]?._id] })
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
  expect(screen.getByText('Accepted: 1', { selector: 'li span' })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Undo \d\d$/ })).toBeDefined()
  await user.keyboard('u')
  await screen.findByText('Select all 3 on this page')
  expect(server.sentTo(undoing)[0]?.path).toContain(actionId)
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('those who listen hear what was decided and who is next', async () => {
  const { user } = await open()
  await user.keyboard('a')
  await waitFor(() =>
    expect(screen.getByText(/^Accepted: 1\. wanda, 1 of 2 on this page$/).getAttribute('role')).toBe('status'),
  )
})

test('a denial that did not go through keeps the written reason and what else was chosen', async () => {
  server.answers[denying] = () => refuse(409, { code: 'BUSY', msg: 'Not now.' })
  const { user } = await open()
  await user.keyboard('d')
  await user.type(dialog().getByLabelText('Reason'), 'a dark read')
  await user.click(dialog().getByRole('checkbox'))
  await user.click(dialog().getByRole('button', { name: 'Deny' }))
  await waitFor(() => expect(server.sentTo(denying)).toHaveLength(1))
  await waitFor(() => expect(dialog().getByRole('button', { name: 'Deny' }).ariaBusy).not.toBe('true'))
  expect(dialog().getByLabelText<HTMLTextAreaElement>('Reason').value).toBe('a dark read')
  expect(dialog().getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

test('a denial needs a reason, and can bar the worker', async () => {
  const { user } = await open()
  await user.keyboard('d')
  await user.click(dialog().getByRole('button', { name: 'Deny' }))
  expect(dialog().getByText(/^Enter a reason of 5 to 1,000 characters/)).toBeDefined()
  expect(server.sentTo(denying)).toHaveLength(0)
  await user.type(dialog().getByLabelText('Reason'), 'a dark read')
  await user.click(dialog().getByRole('checkbox'))
  await user.click(dialog().getByRole('button', { name: 'Deny' }))
  await waitFor(() => expect(server.sentTo(denying)).toHaveLength(1))
  const [sent] = server.sentTo(denying)
  expect(sent?.path).toContain('?ban=true')
  expect(sent?.body).toEqual({ submissionIds: [three[0]?._id], reason: 'a dark read' })
  expect(server.sentTo(accepting)).toHaveLength(0)
})

test('many are decided at once', async () => {
  const { user } = await open()
  await user.click(screen.getByLabelText('Select all 3 on this page'))
  await user.click(screen.getByLabelText('Select submission from wanda'))
  await user.click(screen.getByRole('button', { name: 'Accept 2' }))
  await waitFor(() => expect(server.sentTo(accepting)).toHaveLength(1))
  expect(server.sentTo(accepting)[0]?.body).toEqual({ submissionIds: [three[0]?._id, three[2]?._id] })
  await screen.findByRole('heading', { name: 'Submission from wanda' })
})

test('better proof is asked for once only', async () => {
  server.answers[list] = () => review([submission({ revised: true })])
  const { user } = await open()
  expect(screen.getByRole('button', { name: 'Revision' })).toHaveProperty('disabled', true)
  await user.keyboard('r')
  expect(screen.queryAllByRole('dialog', { hidden: false }).filter((one) => one.hasAttribute('open'))).toEqual([])
})

test('keys can be switched off, and the browser remembers it', async () => {
  const { user, unmount } = await open()
  await user.click(screen.getByRole('switch'))
  await user.keyboard('a')
  unmount()
  await open()
  await user.keyboard('a')
  expect(server.sentTo(accepting)).toHaveLength(0)
})
