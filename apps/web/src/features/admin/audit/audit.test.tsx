import type { AuditRow } from '@runnel/contract/admin/audit'
import { auditActions } from '@runnel/contract/admin/audit-action'
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { activateLocale } from '#locales/locale.ts'
import { formatDateTime } from '#ui/format.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { strayText } from '#web/test/stray-text.ts'
import { userEvent } from '#web/test/user.ts'
import { actionName, areaNames } from './audit-actions.ts'
import { AuditPage } from './AuditPage.tsx'

const list = 'GET /api/admin/audit'
let server: FakeServer

const ban: AuditRow = {
  _id: idOf(1),
  at,
  by: 'olga',
  action: 'user.ban',
  target: idOf(2),
  targetName: 'bob',
  before: '{"lockedAt":null}',
  after: '{"reason":"Five accounts."}',
  from: '192.0.2.0/24',
}
const setting: AuditRow = {
  ...ban,
  _id: idOf(3),
  action: 'setting.save',
  target: 'faucet_timer',
  targetName: null,
  before: '300',
  after: '600',
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/audit')
  useRoute.setState({ shown: null })
  server = fakeServer({ [list]: () => ({ items: [ban, setting], totalItems: 2 }) })
})

afterEach(() => activateLocale('en'))

test('each deed says what, to whom, from what to what, by whom and from where', async () => {
  show(<AuditPage />)
  await screen.findByText('Account locked')
  expect(screen.getByText('Five accounts.')).toBeDefined()
  expect(screen.getByText('600')).toBeDefined()
  expect(screen.getByText('Faucet timer (seconds)')).toBeDefined()
  expect(screen.getAllByText('192.0.2.0/24')).toHaveLength(2)
})

test('one narrows it to an area, an admin, or what was done to one thing', async () => {
  show(<AuditPage />)
  const user = userEvent.setup()
  await screen.findByText('Account locked')
  await user.selectOptions(screen.getByLabelText('Action'), 'Settings')
  expect(window.location.search).toBe('?action=setting.')
  await user.type(screen.getByLabelText('Admin'), 'olga{Enter}')
  expect(window.location.search).toContain('actor=olga')
  await user.click(screen.getByRole('button', { name: 'all entries for this target' }))
  expect(window.location.search).toBe(`?target=${idOf(2)}`)
})

test('what was done to somebody is found by their name', async () => {
  show(<AuditPage />)
  await screen.findByText('Account locked')
  await userEvent.setup().type(screen.getByLabelText('Username, ID or setting'), 'bob{Enter}')
  expect(window.location.search).toBe('?target=bob')
})

test('every deed has words and an area', () => {
  for (const action of auditActions) {
    expect(actionName(action)).not.toBe(action)
    expect(Object.keys(areaNames()).filter((area) => action.startsWith(`${area}.`))).toHaveLength(1)
  }
  expect(actionName('something.old')).toBe('something.old')
})

test('nothing was done yet, or the log did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<AuditPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0 })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No admin actions yet')
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = show(<AuditPage />)
  await screen.findByText('600')
  const data = [
    'faucet_timer',
    'Five accounts.',
    'reason',
    'lockedAt',
    'olga',
    'bob',
    '192.0.2.0/24',
    formatDateTime(at),
  ]
  expect(strayText(baseElement, data)).toEqual([])
})
