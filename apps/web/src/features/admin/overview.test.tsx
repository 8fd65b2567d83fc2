import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { activateLocale } from '#locales/locale.ts'
import { formatDateTime } from '#ui/format.ts'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import type { FakeServer } from '#web/test/fake-server.tsx'
import { strayText } from '#web/test/stray-text.ts'
import { at, overview } from './example.ts'
import { OverviewPage } from './OverviewPage.tsx'

let server: FakeServer

beforeEach(() => {
  server = fakeServer({ 'GET /api/admin/stats': () => overview })
})

afterEach(() => activateLocale('en'))

test('what waits for a person leads to it, and a warning to the setting', async () => {
  show(<OverviewPage />)
  const review = await screen.findByRole('link', { name: /Withdrawals to decide/ })
  expect(review.getAttribute('href')).toBe('/app/admin/withdrawals?status=review')
  expect(screen.getByRole('link', { name: /outcome nobody knows/ })).toBeDefined()
  const campaigns = screen.getByRole('link', { name: /Campaigns to decide/ })
  expect(campaigns.getAttribute('href')).toBe('/app/admin/ptc?status=pending')
  const links = screen.getByRole('link', { name: /Shortlink visits to decide/ })
  expect(links.getAttribute('href')).toBe('/app/admin/link?tab=held')
  expect(screen.queryByRole('link', { name: /Approved/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Open the settings' }).getAttribute('href')).toBe(
    '/app/admin/settings?tab=methods',
  )
  expect(screen.getByText('Failed')).toBeDefined()
})

test('a check of the books shows at once which accounts differ', async () => {
  const found = {
    balanced: false,
    checkedAt: at,
    accounts: 30,
    transfers: 200,
    mismatches: [{ account: 'main:bob', balance: 120, sum: 100 }],
  }
  server.answers['POST /api/admin/reconcile'] = () => {
    server.answers['GET /api/admin/stats'] = () => ({ ...overview, books: found })
    return found
  }
  show(<OverviewPage />)
  await screen.findByText('Balanced')
  await userEvent.setup().click(screen.getByRole('button', { name: 'Check now' }))
  expect(await screen.findByText('main:bob')).toBeDefined()
  expect(screen.getByText('Not balanced')).toBeDefined()
  expect(screen.getByText(/Payouts have stopped/)).toBeDefined()
})

test('every word comes from the catalogue', async () => {
  await activateLocale('pseudo')
  const { baseElement } = show(<OverviewPage />)
  await waitFor(() => expect(baseElement.querySelector('figure')).not.toBeNull())
  const [job] = overview.jobs
  const [warning] = overview.warnings
  const times = [...baseElement.querySelectorAll('time')].map((time) => time.textContent)
  const data = [...times, job?.note ?? '', warning?.msg ?? '', formatDateTime(at), 'Jan 1', 'USD']
  expect(strayText(baseElement, data)).toEqual([])
})
