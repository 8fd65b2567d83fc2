import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { ConfirmHost } from '#ui/overlay/ConfirmHost.tsx'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { ImportPage } from './ImportPage.tsx'
import type { Import, Preview } from './imports.ts'

const list = 'GET /api/admin/import'
const sending = 'POST /api/admin/import'
let server: FakeServer

const counts = { rows: 12, added: 9, skipped: 2, problems: 1, balance: 125_000, deposit: 0, referrersLinked: 0 }
const problems = [{ line: 7, username: 'b b', sentence: 'A username has no spaces.', proposal: 'b_b' }]
const running: Import = {
  _id: idOf(1),
  source: 'old-site',
  state: 'running',
  by: 'olga',
  startedAt: at,
  finishedAt: null,
  progress: 5,
  counts,
  mails: { wanted: true, sent: 3, waiting: 6 },
  problems,
}
const preview: Preview = {
  import: null,
  columns: [
    { name: 'nick', field: 'username' },
    { name: 'colour', field: null },
  ],
  counts,
  problems,
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/import')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [list]: () => ({ items: [running], totalItems: 1 }),
    [sending]: ({ path }) => (path.includes('dry=true') ? preview : { ...preview, import: running }),
  })
})

const open = async () => {
  const shown = show(
    <>
      <ImportPage />
      <ConfirmHost />
    </>,
  )
  await screen.findByText('old-site')
  return { user: userEvent.setup(), ...shown }
}

const file = () => new File(['nick,colour\nann,red\n'], 'users.csv', { type: 'text/csv' })

const lookAt = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.upload(screen.getByLabelText('Select CSV file', { selector: 'input' }), file())
  await user.type(screen.getByLabelText('Source name'), 'old-site')
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  await screen.findByText('Preview')
}

test('a file is looked at before anything is taken over', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Preview import' }))
  expect(screen.getByText('Use 2 to 40 lowercase letters, digits or dashes.')).toBeDefined()
  await lookAt(user)
  const [look] = server.sentTo(sending)
  expect(look?.path).toContain('dry=true')
  expect(look?.path).toContain('source=old-site')
  expect(look?.path).toContain('unit=decimal')
  expect(look?.file?.size).toBe(file().size)
  const columns = within(screen.getByRole('table', { name: 'Column mapping' }))
  expect(columns.getByText('ignored')).toBeDefined()
  const [wrong] = screen.getAllByRole('table', { name: 'Rows with errors' })
  expect(wrong && within(wrong).getByText('b_b')).toBeDefined()
})

test('the same file is imported after a question that names what comes in', async () => {
  const { user } = await open()
  await lookAt(user)
  await user.click(screen.getByRole('button', { name: 'Import' }))
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Import 9 accounts?')).toBeDefined()
  expect(dialog.getByText(/125,000 units/)).toBeDefined()
  expect(server.sentTo(sending)).toHaveLength(1)
  await user.click(dialog.getByRole('button', { name: 'Import' }))
  await waitFor(() => expect(server.sentTo(sending)).toHaveLength(2))
  expect(server.sentTo(sending)[1]?.path).toContain('dry=false')
  await waitFor(() => expect(screen.queryByText('Preview')).toBeNull())
})

test('whatever changes after the look asks for another look', async () => {
  const { user } = await open()
  await lookAt(user)
  await user.click(screen.getByRole('radio', { name: 'Whole units' }))
  expect(screen.queryByText('Preview')).toBeNull()
})

test('mails go out at a pace that is asked for with them', async () => {
  const { user } = await open()
  expect(screen.queryByLabelText('Emails per minute')).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: /^Email everyone/ }))
  await user.clear(screen.getByLabelText('Emails per minute'))
  await user.type(screen.getByLabelText('Emails per minute'), '20')
  await lookAt(user)
  expect(server.sentTo(sending)[0]?.path).toContain('sendMails=true&mailsPerMinute=20')
})

test('an import says how far it is, and which rows it could not take', async () => {
  const { user } = await open()
  expect(screen.getByRole('progressbar', { name: 'Rows processed' }).getAttribute('aria-valuenow')).toBe('5')
  expect(screen.getByText('3 emails sent, 6 to go')).toBeDefined()
  await user.click(screen.getByText('1 row can’t be imported'))
  expect(screen.getByText('A username has no spaces.')).toBeDefined()
})

test('those so far are narrowed in the address', async () => {
  const { user } = await open()
  await user.selectOptions(screen.getByLabelText('Status'), 'done')
  expect(window.location.search).toBe('?state=done')
  await user.type(screen.getByLabelText('Source starts with'), 'old{Enter}')
  await user.type(screen.getByLabelText('Admin'), 'olga{Enter}')
  expect(window.location.search).toBe('?source=old&by=olga')
})

test('the address narrows what is asked for', async () => {
  const path = '/app/admin/import'
  const query = { source: 'old', by: 'olga', state: 'done' }
  const views = { Layout: () => null, PageView: () => null }
  useRoute.setState({ shown: { path, pathname: path, params: {}, query, ...views } })
  await open()
  expect(server.sentTo(list)[0]?.path).toContain('source=old&by=olga&state=done')
})

test('a list that does not come says why; without imports that is said', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<ImportPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No imports yet')
})
