import { adminContact } from '@runnel/contract/admin/contact'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { NoAnswerError } from '#api/send.ts'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { ContactPage } from './ContactPage.tsx'
import type { ContactMessage } from './contacts.ts'

const list = 'GET /api/admin/contact'
const answering = 'POST /api/admin/contact/{id}/answer'
const closing = 'POST /api/admin/contact/{id}/close'
const closingMany = 'POST /api/admin/contact/close'
const reopening = 'POST /api/admin/contact/{id}/reopen'
let server: FakeServer

const waiting: ContactMessage = {
  _id: idOf(1),
  user: { _id: idOf(11), username: 'bob', locked: true },
  email: 'bob@example.com',
  subject: 'My payout',
  message: 'Where is it?\nI wait since Monday.',
  createdAt: at,
  state: 'open',
  answers: [],
}
const answered: ContactMessage = {
  ...waiting,
  _id: idOf(2),
  user: null,
  email: 'guest@example.com',
  subject: 'Buy an ad',
  message: 'How much is it?',
  state: 'answered',
  answers: [{ _id: idOf(21), by: 'olga', message: 'See the page of prices.', at }],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/contact')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [waiting, answered], totalItems: 2 }),
    [answering]: () => ({ message: answered, msg: 'Sent.' }),
    [closing]: () => ({ message: answered }),
    [closingMany]: () => ({ done: 1, skipped: 0 }),
    [reopening]: () => ({ message: waiting }),
  })
})

const look = async () => {
  const shown = show(
    <>
      <ContactPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'My payout' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('a message opens with who wrote it, all answers, and room for the next', async () => {
  const { user } = await look()
  await user.click(screen.getByRole('button', { name: 'Buy an ad' }))
  expect(dialog().getByText('See the page of prices.')).toBeDefined()
  expect(dialog().getByText('guest')).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Previous' }))
  expect(dialog().getByText(/I wait since Monday/)).toBeDefined()
  expect(dialog().getByText('locked')).toBeDefined()
})

test('an answer is sent once, however often the line breaks', async () => {
  const { user } = await look()
  await user.click(screen.getByRole('button', { name: 'My payout' }))
  await user.click(dialog().getByRole('button', { name: 'Send reply' }))
  expect(dialog().getByText(`Enter ${lengthsOf(adminContact.answerContact.body, 'message')} characters.`)).toBeDefined()
  server.answers[answering] = () => {
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  await user.type(dialog().getByLabelText('Reply'), 'It left today.')
  await user.click(dialog().getByRole('button', { name: 'Send reply' }))
  await dialog().findByText('No response from the server')
  server.answers[answering] = () => ({ message: answered })
  await user.click(dialog().getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.sentTo(answering)).toHaveLength(2))
  const [first, second] = server.sentTo(answering)
  expect(second?.body).toEqual({ message: 'It left today.' })
  expect(second?.headers).toEqual(first?.headers)
  expect(JSON.stringify(first?.headers)).toMatch(/[\da-f]{32}/)
})

test('what is typed for a message stays while others are read, and is sent once', async () => {
  const { user } = await look()
  const reply = () => dialog().getByLabelText<HTMLTextAreaElement>('Reply')
  const press = (name: string) => user.click(dialog().getByRole('button', { name }))
  await user.click(screen.getByRole('button', { name: 'My payout' }))
  await user.type(reply(), 'It left today.')
  await press('Next')
  expect(reply().value).toBe('')
  await user.type(reply(), 'Two dollars.')
  await press('Previous')
  expect(reply().value).toBe('It left today.')
  server.answers[answering] = () => {
    throw new NoAnswerError('network', 'Failed to fetch')
  }
  await press('Send reply')
  await dialog().findByText('No response from the server')
  await press('Next')
  expect(reply().value).toBe('Two dollars.')
  await press('Close')
  await user.click(screen.getByRole('button', { name: 'My payout' }))
  server.answers[answering] = () => ({ message: answered })
  await press('Send reply')
  await waitFor(() => expect(reply().value).toBe(''))
  const [first, second] = server.sentTo(answering)
  expect(second?.body).toEqual({ message: 'It left today.' })
  expect(second?.headers).toEqual(first?.headers)
  await press('Next')
  await press('Previous')
  expect(reply().value).toBe('')
})

test('what is typed while an answer is being sent stays', async () => {
  const { user } = await look()
  const reply = () => dialog().getByLabelText<HTMLTextAreaElement>('Reply')
  const arrived = Promise.withResolvers<object>()
  server.answers[answering] = () => arrived.promise
  await user.click(screen.getByRole('button', { name: 'My payout' }))
  await user.type(reply(), 'It left')
  await user.click(dialog().getByRole('button', { name: 'Send reply' }))
  await user.type(reply(), ' today.')
  await user.click(dialog().getByRole('button', { name: 'Next' }))
  await user.type(reply(), 'Two dollars.')
  arrived.resolve({ message: answered })
  await waitFor(() => expect(server.sentTo(list)).toHaveLength(2))
  expect(reply().value).toBe('Two dollars.')
  await user.click(dialog().getByRole('button', { name: 'Previous' }))
  expect(reply().value).toBe('It left today.')
})

test('one is closed at once, many after a question, and each can be opened again', async () => {
  const { user } = await look()
  await user.click(screen.getByRole('button', { name: 'My payout' }))
  await user.click(dialog().getByRole('button', { name: 'Close without reply' }))
  await waitFor(() => expect(server.sentTo(closing)[0]?.path).toBe(`/api/admin/contact/${waiting._id}/close`))
  await user.click(dialog().getByRole('button', { name: 'Next' }))
  await user.click(dialog().getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(server.sentTo(reopening)).toHaveLength(1))
  await user.click(dialog().getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('checkbox', { name: /Buy an ad/ })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select message: My payout' }))
  await user.click(screen.getByRole('button', { name: 'Close without reply' }))
  await user.click(dialog().getByRole('button', { name: 'Close without reply' }))
  await waitFor(() => expect(server.sentTo(closingMany)[0]?.body).toEqual({ ids: [waiting._id] }))
})

test('nobody has written, or the list did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<ContactPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No messages')
})
