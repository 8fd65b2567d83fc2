import { task as contract } from '@runnel/contract/task/task'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { userEvent } from '#web/test/user.ts'
import type { TaskOne } from './calls.ts'
import { one, owner, submission, task, taskId } from './example.ts'
import { TaskPage } from './TaskPage.tsx'

const read = 'GET /api/task/{id}'
const starting = 'POST /api/task/{id}/start'
const sending = 'POST /api/task/{id}/submit'
const uploading = 'POST /api/task/image'
const disputing = 'POST /api/task/submission/{id}/dispute'
const imageId = '01890000-0000-7000-8000-0000000000f1'
const started = submission({ status: 'started', answers: [], sentAt: null, timeline: [] })
let server: FakeServer
let now: TaskOne

beforeEach(() => {
  localStorage.clear()
  useRoute.setState({
    shown: {
      path: '/app/task/{id}',
      pathname: `/app/task/${taskId}`,
      params: { id: taskId },
      query: {},
      Layout: () => null,
      PageView: () => null,
    },
  })
  now = one()
  const become = (changes: Parameters<typeof submission>[0]) => {
    now = { ...now, submission: submission(changes), closed: 'You’ve already done this task.' }
    return { submission: now.submission }
  }
  server = fakeServer({
    [read]: () => now,
    [starting]: () => become(started),
    [sending]: () => become({ status: 'pending' }),
    [uploading]: () => ({ image: { _id: imageId, width: 64, height: 48 } }),
    [disputing]: () => become({ status: 'disputed', deadline: null }),
  })
})

const open = () => {
  show(
    <>
      <TaskPage />
      <ConfirmHost />
    </>,
  )
  return userEvent.setup({ applyAccept: false })
}

const image = () => new File(['bytes'], 'bridge.png', { type: 'image/png' })

const fileInput = (): HTMLInputElement => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no field for images')
  return input
}

test('a place is taken under a key of its own, and the proof is asked for', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: 'Start task (4,000 units)' }))
  await screen.findByText('Slot reserved for you')
  expect(server.sentTo(starting)[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('what is missing is said beside its field, and only a whole proof is sent', async () => {
  now = one({ submission: started })
  const user = open()
  await user.type(await screen.findByLabelText(/Your page/), 'somewhere')
  await user.click(screen.getByRole('button', { name: 'Submit proof' }))
  expect(screen.getByText('This proof is required.')).toBeDefined()
  expect(screen.getByText('Enter a full URL that starts with https://.')).toBeDefined()
  expect(screen.getByText('Add an image.')).toBeDefined()
  expect(server.sentTo(sending)).toHaveLength(0)
  await user.type(screen.getByLabelText('Your name'), ' Walter ')
  await user.clear(screen.getByLabelText(/Your page/))
  await user.upload(fileInput(), image())
  await screen.findByText('Uploaded')
  await user.click(screen.getByRole('button', { name: 'Submit proof' }))
  await screen.findByText('Submitted. Waiting for review')
  const [sent] = server.sentTo(sending)
  expect(sent?.body).toEqual({ answers: ['Walter', '', ''], imageIds: [imageId] })
  expect(sent?.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/)
})

test('an answer that was lost is asked for again under the same key', async () => {
  now = one({ submission: started, proofs: [{ kind: 'text', label: 'Your name', required: true }] })
  let isLost = true
  const answer = server.answers[sending]
  server.answers[sending] = (request) => {
    if (isLost) throw new NoAnswerError('network', 'Failed to fetch')
    return answer?.(request)
  }
  const user = open()
  await user.type(await screen.findByLabelText('Your name'), 'Walter')
  await user.click(screen.getByRole('button', { name: 'Submit proof' }))
  const again = await screen.findByRole('button', { name: 'Try again' })
  isLost = false
  await user.click(again)
  await screen.findByText('Submitted. Waiting for review')
  const [first, second] = server.sentTo(sending).map(({ headers }) => headers['idempotency-key'])
  expect(second).toBe(first)
})

test('what is no image is not sent, and one that fails says why and can be removed', async () => {
  now = one({ submission: started })
  server.answers[uploading] = () => refuse(422, { code: 'NO_IMAGE', msg: 'This is no image that we can read.' })
  const user = open()
  await screen.findByText('Slot reserved for you')
  await user.upload(fileInput(), new File(['x'], 'notes.txt', { type: 'text/plain' }))
  expect(server.sentTo(uploading)).toHaveLength(0)
  await user.upload(fileInput(), image())
  await screen.findByText('This is no image that we can read.')
  await user.click(screen.getByRole('button', { name: 'Remove bridge.png' }))
  expect(screen.queryByText('bridge.png')).toBeNull()
})

test('images are pasted where nobody chose them', async () => {
  now = one({ submission: started })
  const user = open()
  await screen.findByText('Slot reserved for you')
  const clipboard = new DataTransfer()
  clipboard.items.add(image())
  await user.paste(clipboard)
  await waitFor(() => expect(server.sentTo(uploading)).toHaveLength(1))
  expect(server.sentTo(uploading)[0]?.file).toBeInstanceOf(File)
})

test('words that were not sent are there again', async () => {
  now = one({ submission: started })
  const user = open()
  await user.type(await screen.findByLabelText('Your name'), 'Half a w')
  open()
  const [, second] = await screen.findAllByLabelText('Your name')
  expect((second as HTMLInputElement).value).toBe('Half a w')
})

test('a denial says why and can be disputed with words', async () => {
  now = one({ submission: submission({ status: 'denied', reason: 'Not sharp.', disputable: true }), closed: 'Done.' })
  const user = open()
  await screen.findByText('Not sharp.')
  await user.click(screen.getByRole('button', { name: 'Open dispute' }))
  await user.click(screen.getByRole('button', { name: 'Open dispute' }))
  expect(screen.getByText(`Enter ${lengthsOf(contract.dispute.body, 'reason')} characters.`)).toBeDefined()
  await user.type(screen.getByLabelText('Explain what you did and why the denial is wrong'), 'It is sharp.')
  await user.click(screen.getByRole('button', { name: 'Open dispute' }))
  await screen.findByText('Dispute in review')
  expect(server.sentTo(disputing)[0]?.body).toEqual({ reason: 'It is sharp.', imageIds: [] })
})

test('what cannot be started says why, and a bad owner is warned of', async () => {
  now = one({ closed: 'This task requires level 5.', task: task({ owner: owner({ unfair: true }) }) })
  open()
  await screen.findByText('This task requires level 5.')
  expect(screen.getByText('This task owner often denies unfairly')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Start/ })).toBeNull()
})
