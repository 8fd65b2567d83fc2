import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { everyDay, everyHour } from '#features/advertise/report/ReportCharts.tsx'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { CampaignPage } from './CampaignPage.tsx'
import { campaign, campaigns, report } from './example.ts'

let server: FakeServer

beforeEach(() => {
  const { _id: id } = campaign()
  const route = { path: '/app/campaign/{id}', pathname: `/app/campaign/${id}`, params: { id }, query: {} } as const
  useRoute.setState({ shown: { ...route, Layout: () => null, PageView: () => null } })
  server = fakeServer({
    'GET /api/advertise/{id}': () => report(),
    'GET /api/advertise': () => campaigns({ ads: [campaign()], total: 1 }),
  })
})

test('the report tells what was paid, what is left, where, and why viewers complained', async () => {
  show(<CampaignPage />)
  await screen.findByText('75%', { selector: '.stat-value' })
  expect(server.sentTo('GET /api/advertise/{id}')[0]?.path).toBe(`/api/advertise/${campaign()._id}`)
  expect(screen.getByText('3 refunded as invalid')).toBeDefined()
  expect(screen.getByText('600 of 1,000')).toBeDefined()
  expect(screen.getByText('Germany')).toBeDefined()
  expect(screen.getByText('Doesn’t load')).toBeDefined()
  expect(screen.getByText('It was not a person.')).toBeDefined()
  const days = within(screen.getByRole('table', { name: 'Views per day' }))
  expect(days.getAllByRole('row')).toHaveLength(7)
  const hours = within(screen.getByRole('table', { name: 'By hour of day (UTC)' }))
  expect(hours.getByRole('row', { name: '07:00 600' })).toBeDefined()
  expect(await screen.findByRole('button', { name: 'Pause (Fresh bread)' })).toBeDefined()
})

test('one that nobody has seen yet says so instead of drawing empty charts', async () => {
  server.answers['GET /api/advertise/{id}'] = () =>
    report({ opened: 0, paid: 0, days: [], countries: [], devices: [], reports: [] })
  show(<CampaignPage />)
  await screen.findByText('No views in the last 30 days')
  expect(screen.getByText('No reports.')).toBeDefined()
  expect(screen.queryByRole('table', { name: 'Views per day' })).toBeNull()
})

test('days and hours without views are there, as nothing', () => {
  const days = everyDay(report().days)
  expect(days.map(({ day }) => day)).toEqual([
    '2025-12-26',
    '2025-12-27',
    '2025-12-28',
    '2025-12-29',
    '2025-12-30',
    '2025-12-31',
    '2026-01-01',
  ])
  expect(days.map(({ paid }) => paid)).toEqual([0, 0, 0, 200, 0, 0, 400])
  expect(everyHour([{ hour: 23, paid: 4 }]).filter(({ paid }) => paid > 0)).toEqual([{ hour: 23, paid: 4 }])
  expect(everyHour([])).toHaveLength(24)
})
