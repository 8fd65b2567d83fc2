import { adminOutflow } from '@runnel/contract/admin/outflow'
import { OutflowSource } from '@runnel/contract/outflow'
import { usualLimits } from '@runnel/contract/settings/outflow-limits'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { at } from '#features/admin/shared/example.ts'
import { fakeServer, refuse, show, type FakeServer } from '#web/test/fake-server.tsx'
import { lengthsOf } from '#web/test/lengths.ts'
import { userEvent } from '#web/test/user.ts'
import type { Outflow, OutflowRow, Trip } from './outflow.ts'
import { OutflowPage } from './OutflowPage.tsx'

const reading = 'GET /api/admin/outflow'
const listing = 'GET /api/admin/outflow/trip'
const stopping = 'POST /api/admin/outflow/stop'
const resuming = 'POST /api/admin/outflow/{id}/resume'
const looking = 'POST /api/admin/outflow/look'
let server: FakeServer

const nothing = { amount: 0, count: 0 }
const quiet = (source: OutflowSource): OutflowRow => ({
  source,
  state: 'paying',
  today: nothing,
  hour: nothing,
  day: nothing,
  usual: null,
  limits: usualLimits[source],
  budget: null,
  hours: [],
})

const faucet: OutflowRow = {
  ...quiet('faucet'),
  state: 'stopped',
  today: { amount: 1_400_000, count: 700 },
  hour: { amount: 900_000, count: 420 },
  limits: { ...usualLimits.faucet, hourAmount: 800_000, hourCount: 1_000 },
  usual: { amount: 70_000, count: 40, days: 9 },
  budget: { amount: 2_000_000, left: 600_000, usedUpAt: null, resetsAt: at },
  hours: [
    { at, amount: 20_000, count: 10 },
    { at, amount: 900_000, count: 420 },
  ],
}

const trip: Trip = {
  _id: '01890000-0000-7000-8000-000000000021',
  source: 'faucet',
  cause: 'hour-amount',
  state: 'open',
  stopsPayouts: true,
  measured: 900_000,
  limit: 800_000,
  usual: null,
  why: 'Faucet: credited $9.00 in the last 60 minutes, above $8.00.',
  at,
  by: null,
  resumedAt: null,
  resumedBy: null,
  note: null,
}

const past: Trip = {
  ...trip,
  _id: '01890000-0000-7000-8000-000000000022',
  cause: 'owner',
  state: 'resumed',
  why: 'Somebody told of a hole.',
  by: 'anna',
  resumedAt: at,
  resumedBy: 'anna',
  note: 'It was closed.',
}

const state: Outflow = {
  at,
  dryRun: false,
  payoutsStopped: trip.why,
  sources: [faucet, ...OutflowSource.options.filter((name) => name !== 'faucet').map(quiet)],
  open: [trip],
  past: [past],
}

beforeEach(() => {
  window.history.replaceState(null, '', '/app/admin/outflow')
  useRoute.setState({ shown: null })
  server = fakeServer({
    [reading]: () => state,
    [listing]: () => ({ items: [past], totalItems: 1 }),
    [stopping]: () => ({ trips: [trip], msg: 'Stopped.' }),
    [resuming]: () => ({ trip: past, msg: 'Faucet resumed.' }),
    [looking]: () => ({ tripped: 0, msg: 'All sources are within their limits.' }),
  })
})

const open = async () => {
  const shown = show(<OutflowPage />)
  await screen.findByText('It was closed.')
  await screen.findByRole('table', { name: 'By source' })
  return { user: userEvent.setup(), ...shown }
}

const dialog = () => within(screen.getByRole('dialog'))

test('a source shows what it paid against its limits, what is usual, and its budget', async () => {
  await open()
  const [row] = within(screen.getByRole('table', { name: 'By source' }))
    .getAllByRole('row')
    .slice(1)
  const words = row?.textContent ?? ''
  for (const part of ['$9.00', '420 payments', 'max. $8.00', 'max. 1,000 ×', 'stops at 10 ×'])
    expect(words).toContain(part)
  expect(words).toContain('$14.00 of $20.00')
  expect(screen.queryByRole('button', { name: 'Stop Faucet' })).toBeNull()
})

test('what is stopped says why, and runs again with a note', async () => {
  const { user } = await open()
  const stopped = within(screen.getByRole('region', { name: 'Stopped' }))
  expect(stopped.getByText(trip.why)).toBeDefined()
  await user.click(stopped.getByRole('button', { name: 'Resume Faucet' }))
  await user.type(dialog().getByLabelText(/Resolution note/), 'A happy hour.')
  await user.click(dialog().getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(server.sentTo(resuming)).toHaveLength(1))
  expect(server.sentTo(resuming)[0]).toMatchObject({
    path: `/api/admin/outflow/${trip._id}/resume`,
    body: { note: 'A happy hour.' },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.sentTo(reading).length).toBeGreaterThan(1)
})

test('a source is stopped by hand with a reason, and payouts with it if wanted', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Stop Coupons' }))
  await user.click(dialog().getByRole('button', { name: 'Stop now' }))
  expect(
    dialog().getByText(`Enter a reason of ${lengthsOf(adminOutflow.stopOutflow.body, 'reason')} characters.`),
  ).toBeDefined()
  expect(server.sentTo(stopping)).toHaveLength(0)
  await user.click(dialog().getByRole('checkbox', { name: 'Faucet' }))
  await user.click(dialog().getByRole('switch', { name: /^Stop payouts too/ }))
  await user.type(dialog().getByLabelText('Reason'), 'A code was shared.')
  await user.click(dialog().getByRole('button', { name: 'Stop now' }))
  await waitFor(() => expect(server.sentTo(stopping)).toHaveLength(1))
  expect(server.sentTo(stopping)[0]?.body).toEqual({
    sources: ['coupon', 'faucet'],
    payouts: true,
    reason: 'A code was shared.',
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('the breaker looks when it is asked to, and everything is asked again', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(server.sentTo(looking)).toHaveLength(1))
  await waitFor(() => expect(server.sentTo(reading).length).toBeGreaterThan(1))
})

test('past trips are narrowed by the address', async () => {
  const { user } = await open()
  await user.selectOptions(screen.getByLabelText('Status'), 'resumed')
  expect(window.location.search).toBe('?state=resumed')
})

test('numbers that did not come are asked for again, and a dry run is told', async () => {
  server.answers[reading] = () => refuse(503, { code: 'BUSY', msg: 'Back in a moment.' })
  show(<OutflowPage />)
  await screen.findByText('Back in a moment.')
  server.answers[reading] = () => ({ ...state, dryRun: true, open: [], payoutsStopped: null })
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Dry run is on')
  expect(screen.queryByRole('region', { name: 'Stopped' })).toBeNull()
})
