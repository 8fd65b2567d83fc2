import type { TrapHit } from '@runnel/contract/admin/trap'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { activateLocale } from '#locales/locale.ts'
import { formatDateTime } from '#ui/format.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { idOf } from '#web/test/samples.ts'
import { strayText } from '#web/test/stray-text.ts'
import { userEvent } from '#web/test/user.ts'
import { TrapsPage } from './TrapsPage.tsx'

const list = 'GET /api/admin/trap'
let server: FakeServer

const hit: TrapHit = {
  _id: idOf(1),
  at,
  user: { _id: idOf(2), username: 'robby', score: 92 },
  net: '192.0.2.0/24',
  country: 'NO',
  device: idOf(3),
  trap: 'decoy-address',
  points: 80,
  sample: { path: '/faucet/verify', 'user-agent': 'python-requests/2.31' },
}
const guest: TrapHit = { ...hit, _id: idOf(4), user: null, device: null, country: null, trap: 'new-trap', sample: {} }

const days = [
  { day: '2026-11-19', byAccounts: 0, byGuests: 0 },
  { day: '2026-11-20', byAccounts: 3, byGuests: 9 },
]

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/log/trap')
  useRoute.setState({ shown: null })
  const kinds = [{ kind: 'decoy-address', hits: 12, users: 3 }]
  server = fakeServer({ [list]: () => ({ items: [hit, guest], totalItems: 2, kinds, days }) })
})

afterEach(() => activateLocale('en'))

test('each hit says what, who, from where, and a few words of the request', async () => {
  show(<TrapsPage />)
  await screen.findByText('robby')
  expect(screen.getByText('python-requests/2.31')).toBeDefined()
  expect(screen.getByText('Guest')).toBeDefined()
  expect(screen.getByText('new-trap')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Decoy URL: 12 (3 accounts)' })).toBeDefined()
})

test('one goes on to all from the same place, and to one kind', async () => {
  show(<TrapsPage />)
  const user = userEvent.setup()
  await screen.findByText('robby')
  const [net] = screen.getAllByRole('button', { name: '192.0.2.0/24' })
  await user.click(net ?? document.body)
  expect(decodeURIComponent(window.location.search)).toBe('?net=192.0.2.0/24')
  await user.click(screen.getByRole('button', { name: idOf(3).slice(-12) }))
  expect(window.location.search).toContain(`device=${idOf(3)}`)
  await user.click(screen.getByRole('button', { name: 'Decoy URL: 12 (3 accounts)' }))
  expect(window.location.search).toBe('?kind=decoy-address')
})

test('days tell when they came, of accounts and of guests', async () => {
  show(<TrapsPage />)
  const table = await screen.findByRole('table', { name: 'Trap hits per day, by users and guests' })
  expect(
    within(table)
      .getAllByRole('row')
      .map((row) => row.textContent),
  ).toEqual(['DayBy usersBy guests', 'Nov 1900', 'Nov 2039'])
})

test('one account is one, and guests are not counted as none', async () => {
  const kinds = [
    { kind: 'forged', hits: 5, users: 1 },
    { kind: 'forged', hits: 2, users: 0 },
  ]
  server.answers[list] = () => ({ items: [hit], totalItems: 1, kinds, days })
  show(<TrapsPage />)
  await screen.findByRole('button', { name: /: 5 \(1 account\)$/ })
  expect(screen.getByRole('button', { name: /: 2 \(guests\)$/ })).toBeDefined()
})

test('nothing has hit a trap, or the list did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<TrapsPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0, kinds: [], days: days.slice(0, 1) })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('No trap hits')
  expect(screen.queryByText('Hits by day (UTC)')).toBeNull()
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = show(<TrapsPage />)
  await screen.findByText('robby')
  const sample = Object.entries(hit.sample).flat()
  const data = [
    ...sample,
    'Nov 19',
    'Nov 20',
    'robby',
    '192.0.2.0/24',
    'NO',
    'new-trap',
    idOf(3).slice(-12),
    formatDateTime(at),
  ]
  expect(strayText(baseElement, data)).toEqual([])
})
