import { adminAppeal } from '@runnel/contract/admin/appeal'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { appeal as written } from '#features/admin/suspect/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import type { AdminAppeal } from './appeals.ts'
import { AppealsPage } from './AppealsPage.tsx'

const list = 'GET /api/admin/appeal'
const answering = 'POST /api/admin/appeal/{id}/answer'
let server: FakeServer

const open: AdminAppeal = {
  ...written,
  user: { _id: idOf(0), username: 'bob', score: 84, joinedAt: at },
  lock: { reason: 'Several accounts.', since: at, until: null },
  measures: [{ kind: 'reward', since: at, until: null, reason: 'Looked at.' }],
  answeredBy: null,
}
const held: AdminAppeal = {
  ...open,
  _id: idOf(302),
  user: { ...open.user, _id: idOf(1), username: 'carol' },
  message: 'Why only half?',
  lock: null,
}
const answered: AdminAppeal = {
  ...held,
  _id: idOf(303),
  user: { ...open.user, _id: idOf(2), username: 'dave' },
  answeredAt: at,
  answeredBy: 'olga',
  verdict: 'keep',
  answer: 'Three more accounts say otherwise.',
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/appeal')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [open, held, answered], totalItems: 3 }),
    [answering]: () => ({ appeal: answered, msg: 'Sent.' }),
  })
})

const look = async () => {
  const shown = show(<AppealsPage />)
  await screen.findByText('My sister and I share one computer.')
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => within(screen.getByRole('dialog'))

test('each stands with what it is against, and what was answered', async () => {
  await look()
  expect(screen.getByText('Several accounts.', { exact: false })).toBeDefined()
  expect(screen.getByText('Three more accounts say otherwise.')).toBeDefined()
  expect(screen.getByText('by olga')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^Reply/ })).toHaveLength(2)
})

test('an answer needs words and a decision; a lock can be shortened', async () => {
  const { user } = await look()
  await user.click(screen.getByRole('button', { name: 'Reply (bob)' }))
  await user.click(dialog().getByRole('button', { name: 'Send decision' }))
  expect(dialog().getByText('Select a decision.')).toBeDefined()
  expect(dialog().getByText(`Enter ${lengthsOf(adminAppeal.answerAppeal.body, 'message')} characters.`)).toBeDefined()
  await user.click(dialog().getByRole('radio', { name: 'Shorten lock' }))
  await user.selectOptions(dialog().getByLabelText('Duration'), '7 days')
  await user.type(dialog().getByLabelText('Reply'), 'A week, because it was the first time.')
  await user.click(dialog().getByRole('button', { name: 'Send decision' }))
  await waitFor(() => expect(server.sentTo(answering)).toHaveLength(1))
  const [sent] = server.sentTo(answering)
  expect(sent?.path).toBe(`/api/admin/appeal/${open._id}/answer`)
  const until = Date.parse(Object(sent?.body)['until'])
  expect(Math.round((until - Date.now()) / 86_400_000)).toBe(7)
})

test('what is no lock cannot be shortened, and a release carries no moment', async () => {
  const { user } = await look()
  await user.click(screen.getByRole('button', { name: 'Reply (carol)' }))
  expect(dialog().queryByRole('radio', { name: 'Shorten lock' })).toBeNull()
  await user.click(dialog().getByRole('radio', { name: /^Approve: lift all restrictions/ }))
  await user.type(dialog().getByLabelText('Reply'), 'You were right.')
  await user.click(dialog().getByRole('button', { name: 'Send decision' }))
  await waitFor(() => expect(server.sentTo(answering)).toHaveLength(1))
  expect(server.sentTo(answering)[0]?.body).toEqual({ verdict: 'release', message: 'You were right.' })
})

test('a refused answer says why and stays open', async () => {
  const { user } = await look()
  server.answers[answering] = () => refuse(409, { code: 'ANSWERED', msg: 'Somebody was faster.' })
  await user.click(screen.getByRole('button', { name: 'Reply (bob)' }))
  await user.click(dialog().getByRole('radio', { name: 'Deny appeal' }))
  await user.type(dialog().getByLabelText('Reply'), 'No.')
  await user.click(dialog().getByRole('button', { name: 'Send decision' }))
  await waitFor(() => expect(server.sentTo(answering)).toHaveLength(1))
  expect(dialog().getByLabelText('Reply')).toHaveProperty('value', 'No.')
})

test('nobody objects, or the list did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<AppealsPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No appeals')
})
