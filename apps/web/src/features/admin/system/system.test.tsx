import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { at } from '#features/admin/shared/example.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import type { QueuedMail, System } from './system.ts'
import { SystemPage } from './SystemPage.tsx'

const reading = 'GET /api/admin/system'
const listing = 'GET /api/admin/mail'
let server: FakeServer

const fine: System = {
  backupHours: 24,
  backup: { at, location: '/backup/runnel-20260101-120000.tar.gz', bytes: 48_200_000 },
  backupFailure: null,
  disk: { free: 41_500_000_000, total: 80_000_000_000 },
  database: { bytes: 3_150_000_000 },
  queue: { waiting: 12, oldestSeconds: 240 },
  versions: { runnel: '1.0.0', node: '24.21.0', postgres: '18.4' },
  newer: null,
  warnings: [],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/system')
  server = fakeServer({ [reading]: () => fine, [listing]: () => ({ items: [], totalItems: 0 }) })
})

const valueOf = (label: string) => screen.getByText(label).closest('div')?.querySelector('dd')?.textContent

test('shows backup, room, queue and versions', async () => {
  show(<SystemPage />)
  await screen.findByText('Last backup')
  expect(valueOf('Schedule')).toBe('Every 24 hours')
  expect(valueOf('Size')).toBe('48.2 MB')
  expect(valueOf('Location')).toBe('/backup/runnel-20260101-120000.tar.gz')
  expect(valueOf('Free disk space')).toBe('41.5 GB of 80 GB')
  expect(valueOf('Database size')).toBe('3.2 GB')
  expect(valueOf('Jobs waiting')).toBe('12')
  expect(valueOf('Longest wait')).toBe('4 minutes')
  expect(valueOf('PostgreSQL')).toBe('18.4')
})

test('says what is wrong, and that there is no backup', async () => {
  server.answers[reading] = () => ({
    ...fine,
    backupHours: 0,
    backup: null,
    disk: null,
    queue: { waiting: 0, oldestSeconds: 0 },
    warnings: [
      { code: 'BACKUP_NONE', msg: 'No backup has been made yet.' },
      { code: 'DISK_CRITICAL', msg: 'Only 120 MB are free.' },
      { code: 'UPDATE_READY', msg: 'Runnel 1.1.0 can be installed.' },
    ],
  })
  show(<SystemPage />)
  const title = await screen.findByText('No backup')
  expect(within(title.parentElement ?? title).getByText('No backup has been made yet.')).toBeDefined()
  expect(screen.getByText('Disk almost full')).toBeDefined()
  expect(valueOf('Last backup')).toBe('Never')
  expect(valueOf('Schedule')).toBe('Manual only')
  expect(valueOf('Free disk space')).toBe('Unknown')
  expect(valueOf('Longest wait')).toBe('–')
  expect(screen.queryByText('Size')).toBeNull()
})

const failed: QueuedMail = {
  _id: '01890000-0000-7000-8000-000000000001',
  kind: 'mail.reset',
  state: 'failed',
  to: 'bob@example.com',
  user: { _id: '01890000-0000-7000-8000-0000000000bb', username: 'bob' },
  retries: 31,
  createdAt: at,
  nextAt: null,
  error: '550 no such user [address]',
}
const waiting: QueuedMail = { ...failed, _id: failed._id.replace(/1$/, '2'), state: 'waiting', retries: 2, nextAt: at }

test('a failed email is sent again by its button, a waiting one has none', async () => {
  server.answers[listing] = () => ({ items: [failed, waiting], totalItems: 2 })
  let sent = 0
  server.answers['POST /api/admin/mail/{id}/again'] = () => {
    sent += 1
    return { msg: 'Email queued.' }
  }
  show(<SystemPage />)
  let all = 0
  server.answers['POST /api/admin/mail/again'] = () => {
    all += 1
    return { msg: '1 email queued.' }
  }
  const user = userEvent.setup()
  const buttons = await screen.findAllByRole('button', { name: 'Send again' })
  expect(buttons).toHaveLength(1)
  expect(screen.getAllByText('550 no such user [address]')).toHaveLength(2)
  expect(screen.getByText('31 retries')).toBeDefined()
  await user.click(buttons[0] ?? document.body)
  await waitFor(() => expect(sent).toBe(1))
  await user.click(screen.getByRole('button', { name: 'Send all failed again' }))
  await waitFor(() => expect(all).toBe(1))
})
