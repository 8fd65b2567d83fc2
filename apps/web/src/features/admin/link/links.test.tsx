import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at, settings } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { LinkPage } from './LinkPage.tsx'
import type { AdminLink, HeldVisit } from './links.ts'

const list = 'GET /api/admin/link'
const adding = 'POST /api/admin/link'
const editing = 'PATCH /api/admin/link/{id}'
const ordering = 'POST /api/admin/link/order'
const testing = 'POST /api/admin/link/{id}/test'
const deciding = 'POST /api/admin/link/held'
const days = 'GET /api/link/statistic'
let server: FakeServer

const otter: AdminLink = {
  _id: '01890000-0000-7000-8000-000000000001',
  name: '⟦Otter⟧',
  api: 'adlinkfly',
  apiUrl: 'https://otter.example/api',
  reward: 35,
  maxView: 2,
  priority: 1,
  minSeconds: 10,
  expectedSeconds: 45,
  countries: [],
  enabled: true,
  keySet: true,
  learnt: { median: 46, floor: 14, visits: 57 },
  outUntil: null,
  lastError: null,
  used: true,
  today: { opened: 8, completed: 6, cost: 210 },
  position: 0,
}

const broken: AdminLink = {
  ...otter,
  _id: '01890000-0000-7000-8000-000000000002',
  name: '⟦Broken⟧',
  learnt: null,
  outUntil: '2999-01-01T00:00:00.000Z',
  lastError: '⟦It did not answer in 5 s.⟧',
  position: 1,
}

const held: HeldVisit = {
  _id: '01890000-0000-7000-8000-0000000000aa',
  link: '⟦Otter⟧',
  user: { _id: '01890000-0000-7000-8000-0000000000bb', username: '⟦bob⟧', score: 12 },
  seconds: 7.25,
  usual: 46,
  reward: 35,
  reason: '⟦far faster than others⟧',
  at,
}

const day = {
  _id: otter._id,
  name: otter.name,
  day: '2026-11-19',
  opened: 8,
  completed: 6,
  held: 1,
  refused: 0,
  avgDuration: 44,
  cost: 210,
}

const atTab = (query: Record<string, string> = {}) => {
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path: '/app/admin/link', pathname: '/app/admin/link', params: {}, query, ...views } })
}

beforeEach(() => {
  atTab()
  server = fakeServer({
    [list]: () => ({ links: [otter, broken] }),
    'GET /api/admin/setting': () => ({ ...settings, hasSandbox: false }),
    [adding]: () => ({ link: otter }),
    [editing]: () => ({ link: otter }),
    [ordering]: () => ({}),
    [testing]: () => ({ ok: true, milliseconds: 1_132, result: 'https://otter.example/x', msg: 'It works.' }),
    'GET /api/admin/link/held': () => ({ items: [held, { ...held, _id: broken._id }], totalItems: 2 }),
    [deciding]: () => ({ done: 1, skipped: 0 }),
    [days]: () => ({ items: [day, { ...day, _id: broken._id, name: broken.name, opened: 2, completed: 0 }] }),
  })
})

test('each provider says what it pays, takes and how it does', async () => {
  show(<LinkPage />)
  const row = (await screen.findByText('⟦Otter⟧', { selector: '.font-semibold' })).closest('tr')!
  for (const words of [
    '35 units',
    '2 visits a day',
    '46 s measured',
    'Held for review if below 14 s',
    '6 of 8 completed',
    'OK',
  ]) {
    expect(within(row).getByText(words)).toBeTruthy()
  }
  const out = screen.getByText('⟦Broken⟧', { selector: '.font-semibold' }).closest('tr')!
  expect(within(out).getByText('Suspended')).toBeTruthy()
  expect(within(out).getByText('⟦It did not answer in 5 s.⟧')).toBeTruthy()
})

test('a provider is moved by its buttons', async () => {
  show(<LinkPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Move ⟦Broken⟧ up' }))
  await waitFor(() => expect(server.sentTo(ordering)).toHaveLength(1))
  expect(server.sentTo(ordering)[0]?.body).toEqual({ ids: [broken._id, otter._id] })
  expect(screen.getByRole('button', { name: 'Move ⟦Otter⟧ up' })).toHaveProperty('disabled', true)
})

test('a site that moves real coins offers no sandbox, and says where to try one', async () => {
  const user = userEvent.setup()
  show(<LinkPage />)
  await user.click(await screen.findByRole('button', { name: 'Edit ⟦Otter⟧' }))
  const dialog = within(screen.getByRole('dialog'))
  await dialog.findByText(/run “npm run demo”/)
  await user.click(dialog.getByRole('combobox', { name: 'API type' }))
  expect(await screen.findByRole('option', { name: 'Cuty' })).toBeDefined()
  expect(screen.queryByRole('option', { name: 'Sandbox' })).toBeNull()
})

test('a test tells how long it took and what came of it', async () => {
  show(<LinkPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'Test ⟦Otter⟧' }))
  await screen.findByText('Test passed in 1,132 ms', { exact: false })
  expect(screen.getByText(/otter\.example\/x/)).toBeTruthy()
})

test('one that nobody visited is not called OK before its test passes', async () => {
  server.answers[list] = () => ({ links: [{ ...otter, used: false, learnt: null }] })
  show(<LinkPage />)
  await screen.findByText('No visits yet')
  expect(screen.queryByText('OK')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Test ⟦Otter⟧' }))
  await screen.findByText('OK')
  expect(screen.queryByText('No visits yet')).toBeNull()
})

test('only what was changed is sent, and an untouched key stays as it is', async () => {
  const user = userEvent.setup()
  show(<LinkPage />)
  await user.click(await screen.findByRole('button', { name: 'Edit ⟦Otter⟧' }))
  const dialog = within(screen.getByRole('dialog'))
  const expected = dialog.getByLabelText('Expected time (seconds)')
  await user.clear(expected)
  await user.type(expected, '5')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await dialog.findByText('Can’t be below the minimum time.')).toBeTruthy()
  await user.type(expected, '0')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.sentTo(editing)).toHaveLength(1))
  expect(server.sentTo(editing)[0]?.body).toEqual({ expectedSeconds: 50 })
})

test('what the server says stands beside its field', async () => {
  server.answers[adding] = () =>
    refuse(422, { code: 'PROVIDER_UNFIT', msg: '⟦No⟧', errors: { apiUrl: '⟦It needs the address of its API.⟧' } })
  const user = userEvent.setup()
  show(<LinkPage />)
  await user.click(await screen.findByRole('button', { name: 'Add provider' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.type(dialog.getByLabelText('Name'), 'New')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('⟦It needs the address of its API.⟧')
})

test('a held visit is paid at once, and refused only with a reason', async () => {
  atTab({ tab: 'held' })
  const user = userEvent.setup()
  show(<LinkPage />)
  await user.click((await screen.findAllByRole('button', { name: 'Pay ⟦bob⟧' }))[0]!)
  await waitFor(() => expect(server.sentTo(deciding)[0]?.body).toEqual({ ids: [held._id], pay: true }))
  await user.click(screen.getAllByRole('button', { name: 'Reject ⟦bob⟧' })[0]!)
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  expect(server.sentTo(deciding)).toHaveLength(1)
  await user.type(dialog.getByLabelText('Reason'), 'Too quick')
  await user.click(dialog.getByRole('button', { name: 'Reject' }))
  await waitFor(() =>
    expect(server.sentTo(deciding)[1]?.body).toEqual({ ids: [held._id], pay: false, reason: 'Too quick' }),
  )
})

test('all held visits of a page are paid together after a question', async () => {
  atTab({ tab: 'held' })
  const user = userEvent.setup()
  show(
    <>
      <LinkPage />
      <ConfirmHost />
    </>,
  )
  await user.click(await screen.findByRole('checkbox', { name: 'Select all 2 on this page that can be decided' }))
  const chosen = within(screen.getByRole('region', { name: 'Selected visits' }))
  expect(chosen.getByText('2 selected: 70 units')).toBeTruthy()
  await user.click(chosen.getByRole('button', { name: 'Pay' }))
  expect(screen.getByText('Total cost: 70 units.')).toBeTruthy()
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Pay' }))
  await waitFor(() => expect(server.sentTo(deciding)[0]?.body).toEqual({ ids: [held._id, broken._id], pay: true }))
})

test('the statistic sums what is shown, of one provider alone if the address says so', async () => {
  atTab({ tab: 'statistic', from: '2026-11-01', to: '2026-11-20' })
  const { unmount } = show(<LinkPage />)
  await screen.findByText('60%')
  expect(server.sentTo(days)[0]?.path).toBe('/api/link/statistic?from=2026-11-01&to=2026-11-20')
  unmount()
  atTab({ tab: 'statistic', provider: otter._id })
  show(<LinkPage />)
  expect(await screen.findAllByText('75%')).toHaveLength(2)
})
