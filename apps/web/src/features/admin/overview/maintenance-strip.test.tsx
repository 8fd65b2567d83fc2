import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeUser } from '#base/store.ts'
import { at, overview } from '#features/admin/shared/example.ts'
import { fakeServer, show } from '#web/test/fake-server.tsx'
import { MaintenanceStrip } from './MaintenanceStrip.tsx'

const shown = (maintenance: { by: string | null; since: string | null } | null, role: 'admin' | 'moderator') => {
  const server = fakeServer({ 'GET /api/admin/waiting': () => ({ ...overview.queue, maintenance }) })
  storeUser({ id: '1', username: 'olga', role })
  show(<MaintenanceStrip />)
  return server
}

test('the staff sees who closed the site and since when, and an admin the way to the switch', async () => {
  shown({ by: 'olga', since: at }, 'admin')
  const strip = await screen.findByRole('complementary', { name: 'Maintenance mode' })
  expect(strip.textContent).toMatch(/Turned on by olga .+ ago\. Only staff can use the site\./)
  const way = screen.getByRole('link', { name: 'Change' })
  expect(way.getAttribute('href')).toBe('/app/admin/settings?tab=site&setting=maintenance')
})

test('a moderator has no way to the settings, and what nobody knows is not told', async () => {
  shown({ by: null, since: null }, 'moderator')
  const strip = await screen.findByRole('complementary', { name: 'Maintenance mode' })
  expect(strip.textContent).toBe('Maintenance mode is on. Only staff can use the site.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a site that is open has no strip', async () => {
  const server = shown(null, 'admin')
  await waitFor(() => expect(server.sentTo('GET /api/admin/waiting')).toHaveLength(1))
  expect(screen.queryByRole('complementary')).toBeNull()
})
