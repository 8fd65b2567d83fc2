import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { AdminCampaign } from './ptc.ts'
import { PtcPage } from './PtcPage.tsx'

const list = 'GET /api/admin/ptc'
const deciding = 'PATCH /api/admin/ptc/{id}'
const deleting = 'DELETE /api/admin/ptc/{id}'
let server: FakeServer

const waiting: AdminCampaign = {
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'iframe',
  title: 'Fresh bread',
  description: 'Baked at night.',
  url: 'https://bakery.example.com/',
  timer: 10,
  price: 50,
  reward: 35,
  views: 1_000,
  remaining: 1_000,
  escrow: 50_000,
  spent: 0,
  countries: [],
  minLevel: 1,
  device: 'any',
  interval: 86_400,
  status: 'pending',
  reason: null,
  reports: 2,
  createdAt: at,
  updatedAt: at,
  owner: { _id: '01890000-0000-7000-8000-0000000000bb', username: 'bob', joinedAt: at, score: 12 },
  look: { at, sentence: 'The page can be embedded.', ok: true },
  reportReasons: [{ reason: 'broken', count: 2 }],
}

const running: AdminCampaign = {
  ...waiting,
  _id: '01890000-0000-7000-8000-000000000002',
  title: 'Old maps',
  status: 'active',
  look: null,
  reportReasons: [],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/ptc')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ ads: [waiting, running], count: 44 }),
    [deciding]: () => ({ campaign: { ...waiting, status: 'active' }, msg: 'Approved.' }),
    [deleting]: () => ({ refunded: 50_000, msg: 'Deleted.' }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <PtcPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByRole('button', { name: 'Details of Fresh bread' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => {
  const top = screen.getAllByRole('dialog').at(-1)
  if (!top) throw new Error('no dialog is open')
  return within(top)
}

test('one that waits is approved at once, and the list is asked for again', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Approve (Fresh bread)' }))
  await waitFor(() => expect(server.sentTo(deciding)).toHaveLength(1))
  expect(server.sentTo(deciding)[0]).toMatchObject({
    path: `/api/admin/ptc/${waiting._id}`,
    body: { status: 'active', readAt: at },
  })
  await waitFor(() => expect(server.sentTo(list).length).toBeGreaterThan(1))
  expect(screen.queryByRole('button', { name: 'Approve (Old maps)' })).toBeNull()
})

test('a rejection needs a reason and says what goes back', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Reject (Fresh bread)' }))
  expect(dialog().getByText(/50,000 units/)).toBeDefined()
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  expect(dialog().getByText(/^Enter a reason/)).toBeDefined()
  expect(server.sentTo(deciding)).toHaveLength(0)
  await user.click(dialog().getByRole('button', { name: 'This content isn’t allowed here.' }))
  await user.click(dialog().getByRole('button', { name: 'Reject and refund' }))
  await waitFor(() => expect(server.sentTo(deciding)).toHaveLength(1))
  expect(server.sentTo(deciding)[0]?.body).toEqual({
    status: 'rejected',
    reason: 'This content isn’t allowed here.',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a running one is paused with a reason', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Pause (Old maps)' }))
  await user.type(dialog().getByLabelText('Reason'), 'It opens windows.')
  await user.click(dialog().getByRole('button', { name: 'Pause' }))
  await waitFor(() => expect(server.sentTo(deciding)).toHaveLength(1))
  expect(server.sentTo(deciding)[0]?.body).toEqual({ status: 'paused', reason: 'It opens windows.' })
})

test('deleting asks first', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Delete (Old maps)' }))
  expect(server.sentTo(deleting)).toHaveLength(0)
  await user.click(dialog().getByRole('button', { name: 'Delete campaign' }))
  await waitFor(() => expect(server.sentTo(deleting)).toHaveLength(1))
  expect(server.sentTo(deleting)[0]?.path).toBe(`/api/admin/ptc/${running._id}`)
})

test('the page is shown on demand only, in a frame that reaches nothing of ours', async () => {
  const { user, baseElement } = await open()
  await user.click(screen.getByRole('button', { name: 'Details of Fresh bread' }))
  expect(baseElement.querySelector('iframe')).toBeNull()
  await user.click(dialog().getByRole('button', { name: 'Preview' }))
  const frame = baseElement.querySelector('iframe')
  expect(frame?.getAttribute('src')).toBe(waiting.url)
  expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-forms')
  await user.click(dialog().getByRole('button', { name: 'Next' }))
  expect(dialog().getByRole('heading', { name: 'Old maps' })).toBeDefined()
  expect(baseElement.querySelector('iframe')).toBeNull()
})

test('the address opens in a tab that cannot reach back', async () => {
  await open()
  const [link] = screen.getAllByRole('link', { name: 'bakery.example.com/' })
  expect(link?.getAttribute('target')).toBe('_blank')
  expect(link?.getAttribute('rel')).toContain('noopener')
})

test('the chosen are approved after a question, or rejected with one reason', async () => {
  server.answers['POST /api/admin/ptc/decide'] = () => ({ done: 2, skipped: 0, msg: '2 decided.' })
  const sent = () => server.sentTo('POST /api/admin/ptc/decide')
  const user = userEvent.setup()
  show(
    <>
      <PtcPage />
      <ConfirmHost />
    </>,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  const bar = within(screen.getByRole('region', { name: 'Selected campaigns' }))
  await user.click(bar.getByRole('button', { name: 'Approve 1' }))
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({ campaigns: [{ id: waiting._id, readAt: at }], status: 'active' }),
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  await user.click(bar.getByRole('button', { name: 'Reject' }))
  const question = within(await screen.findByRole('dialog'))
  expect(question.getByRole('heading', { name: 'Reject 2 campaigns' })).toBeDefined()
  await user.type(question.getByLabelText('Reason'), 'Not allowed here.')
  await user.click(question.getByRole('button', { name: 'Reject and refund' }))
  const campaigns = [waiting, running].map(({ _id: id }) => ({ id, readAt: at }))
  const body = { campaigns, status: 'rejected', reason: 'Not allowed here.' }
  await waitFor(() => expect(sent()[1]?.body).toEqual(body))
  await waitFor(() => expect(bar.queryByText(/selected/)).toBeNull())
})

test('filters and page stand in the address and are asked of the server', async () => {
  const query = { status: 'pending', content: 'bread', username: 'bo', url: 'bakery', page: '2' }
  useRoute.setState({
    shown: {
      path: '/app/admin/ptc',
      pathname: window.location.pathname,
      params: {},
      query,
      Layout: () => null,
      PageView: () => null,
    },
  })
  const { user } = await open()
  expect(server.sentTo(list)[0]?.path).toBe(
    '/api/admin/ptc?status=pending&content=bread&username=bo&url=bakery&page=2&limit=20',
  )
  await user.type(screen.getByLabelText('ID'), `${waiting._id}{Enter}`)
  expect(window.location.search).toContain(`id=${waiting._id}`)
  expect(window.location.search).not.toContain('page=')
  await user.selectOptions(screen.getByLabelText('Status'), 'Rejected')
  expect(window.location.search).toContain('status=rejected')
  expect(window.location.search).toContain('content=bread')
  await user.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(window.location.search).toContain('page=3')
})
