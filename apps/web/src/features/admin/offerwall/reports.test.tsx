import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { RewardReport } from './reports.ts'
import { Reports } from './Reports.tsx'

const crediting = 'POST /api/admin/offerwall/report/{id}/credit'
const answering = 'POST /api/admin/offerwall/report/{id}/answer'
const reports = 'GET /api/admin/offerwall/report'
let server: FakeServer

const report: RewardReport = {
  _id: '01890000-0000-7000-8000-0000000000aa',
  wall: '⟦Otter⟧',
  user: { _id: '01890000-0000-7000-8000-0000000000cc', username: '⟦bob⟧' },
  clickId: '01890000-0000-7000-8000-0000000000dd',
  clickedAt: at,
  offer: '⟦A game⟧',
  promised: 1_200,
  words: '⟦I finished it.⟧',
  evidence: '⟦Order 4711⟧',
  state: 'open',
  answer: null,
  credited: null,
  createdAt: at,
  since: { count: 2, ofClick: 200 },
  creditable: 1_000,
  whyNot: null,
  mail: { to: 'help@vendor.example', subject: '⟦Missing reward⟧', text: '⟦Please check.⟧' },
}

beforeEach(() => {
  const views = { Layout: () => null, PageView: () => null }
  const path = '/app/admin/offerwalls'
  useRoute.setState({ shown: { path, pathname: path, params: {}, query: { tab: 'reports' }, ...views } })
  server = fakeServer({
    'GET /api/admin/offerwall': () => ({ walls: [], presets: [] }),
    [reports]: () => ({ items: [report], totalItems: 1 }),
    [crediting]: () => ({}),
    [answering]: () => ({}),
  })
})

const page = () =>
  show(
    <>
      <Reports />
      <ConfirmHost />
    </>,
  )

test('what is left of the promise is credited after a question', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Credit' }))
  await screen.findByText('Credit 1,000 units to ⟦bob⟧?')
  await user.click(screen.getAllByRole('button', { name: 'Credit' }).at(-1)!)
  await waitFor(() => expect(server.sentTo(crediting)).toHaveLength(1))
  expect(server.sentTo(crediting)[0]).toMatchObject({ body: { amount: 1_000, answer: '' } })
})

test('the vendor’s email is ready, and the report is marked as passed', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Pass to vendor' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByRole('link', { name: 'Open email' }).getAttribute('href')).toMatch(
    /^mailto:help%40vendor\.example\?/,
  )
  expect(dialog.getByText('⟦Please check.⟧')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Mark as passed' }))
  await waitFor(() => expect(server.sentTo(answering)[0]?.body).toEqual({ state: 'passed', answer: '' }))
})

test('a report is declined with words for the member', async () => {
  const user = userEvent.setup()
  page()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Answer'), 'It was not finished.')
  await user.click(dialog.getByRole('button', { name: 'Decline' }))
  await waitFor(() =>
    expect(server.sentTo(answering)[0]?.body).toEqual({ state: 'declined', answer: 'It was not finished.' }),
  )
})

test('what cannot be credited says why, and a closed report has no buttons', async () => {
  server.answers[reports] = () => ({
    items: [
      { ...report, creditable: 0, whyNot: '⟦No click IDs.⟧' },
      { ...report, _id: '01890000-0000-7000-8000-0000000000ab', state: 'arrived', creditable: 0 },
    ],
    totalItems: 2,
  })
  page()
  await screen.findByText('⟦No click IDs.⟧')
  expect(screen.queryByRole('button', { name: 'Credit' })).toBeNull()
  expect(screen.getAllByRole('button', { name: 'Decline' })).toHaveLength(1)
  expect(screen.getByRole('table').textContent).toContain('Postback arrived')
})
