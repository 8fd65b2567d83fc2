import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { TrapHit } from '@runnel/contract/admin-trap'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useRoute } from '#app/route.ts'
import { at } from '#features/admin/example.ts'
import { idOf } from '#features/admin/suspect/example.ts'
import { activateLocale } from '#locales/locale.ts'
import { formatDateTime } from '#ui/format.ts'
import { fakeServer, refuse, show } from '#web/test/fake-server.tsx'
import type { FakeServer } from '#web/test/fake-server.tsx'
import { strayText } from '#web/test/stray-text.ts'
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

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/log/trap')
  useRoute.setState({ shown: null })
  const kinds = [{ kind: 'decoy-address', hits: 12, users: 3 }]
  server = fakeServer({ [list]: () => ({ items: [hit, guest], totalItems: 2, kinds }) })
})

afterEach(() => activateLocale('en'))

test('each hit says what, who, from where, and a few words of the request', async () => {
  show(<TrapsPage />)
  await screen.findByText('robby')
  expect(screen.getByText('python-requests/2.31')).toBeDefined()
  expect(screen.getByText('A guest')).toBeDefined()
  expect(screen.getByText('new-trap')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Decoy address: 12 (3 accounts)' })).toBeDefined()
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
  await user.click(screen.getByRole('button', { name: 'Decoy address: 12 (3 accounts)' }))
  expect(window.location.search).toBe('?kind=decoy-address')
})

test('nothing has hit a trap, or the list did not come', async () => {
  server.answers[list] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<TrapsPage />)
  await screen.findByText('Back in a moment.')
  server.answers[list] = () => ({ items: [], totalItems: 0, kinds: [] })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing has hit a trap')
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = show(<TrapsPage />)
  await screen.findByText('robby')
  const sample = Object.entries(hit.sample).flat()
  const data = [...sample, 'robby', '192.0.2.0/24', 'NO', 'new-trap', idOf(3).slice(-12), formatDateTime(at)]
  expect(strayText(baseElement, data)).toEqual([])
})
