import { waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeToken } from '#base/store.ts'
import { fetchMe } from '#features/user/user.ts'
import { me } from '#web/test/samples.ts'
import { showPage } from '#web/test/show-page.tsx'
import { useSession } from './use-session.ts'

const live = vi.hoisted(() => ({ opened: 0, closed: 0 }))

vi.mock('#api/live.ts', () => ({
  followLive: () => {
    live.opened += 1
    return () => (live.closed += 1)
  },
}))

const Session = () => {
  useSession()
  return null
}

beforeEach(() => {
  clearSession()
  storeToken('token')
})

test('a locked account has no stream, and a released one follows it anew', async () => {
  const state: Parameters<typeof me>[0] = { lockedAt: '2026-11-18T10:00:00.000Z' }
  showPage(<Session />, { 'GET /api/user/me': () => me(state) })
  await waitFor(() => expect(window.location.pathname).toBe('/app/locked'))
  expect(live.opened - live.closed).toBe(0)
  state.lockedAt = null
  await fetchMe()
  await waitFor(() => expect(live.opened - live.closed).toBe(1))
})
