import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useRoute } from '#base/route.ts'
import { fakeServer, show, type FakeServer } from '#web/test/fake-server.tsx'
import { userEvent } from '#web/test/user.ts'
import { depositId, overview, paid, waiting } from './example.ts'
import { SandboxPage } from './SandboxPage.tsx'

const acting = 'POST /api/deposit/sandbox/{id}'
let server: FakeServer

beforeEach(() => {
  const pathname = `/app/deposit/sandbox/${depositId}`
  const path = '/app/deposit/sandbox/{id}'
  useRoute.setState({
    shown: { path, pathname, params: { id: depositId }, query: {}, Layout: () => null, PageView: () => null },
  })
  server = fakeServer({
    'GET /api/deposit': () => overview,
    'GET /api/deposit/{id}': () => ({ deposit: waiting }),
    [acting]: () => ({ deposit: paid }),
  })
})

test.each([
  ['Pay $2.00', 'pay'],
  ['Pay half', 'pay-half'],
  ['Pay double', 'pay-double'],
  ['Simulate failure', 'fail'],
  ['Simulate expiry', 'expire'],
])('%s does what a payer would do, and leads back to the deposit', async (name, outcome) => {
  show(<SandboxPage />)
  await screen.findByText('Test mode')
  await userEvent.click(await screen.findByRole('button', { name }))
  await waitFor(() => expect(window.location.search).toBe(`?id=${depositId}`))
  expect(window.location.pathname).toBe('/app/deposit')
  expect(server.sentTo(acting)[0]).toMatchObject({ body: { outcome } })
})

test('one that is over, or that is paid elsewhere, offers nothing', async () => {
  for (const deposit of [paid, { ...waiting, processor: 'btcpay' }]) {
    server = fakeServer({ 'GET /api/deposit/{id}': () => ({ deposit }) })
    const { unmount } = show(<SandboxPage />)
    await screen.findByText('Nothing left to simulate for this deposit.')
    expect(screen.queryByRole('button')).toBeNull()
    unmount()
  }
})

test('one that expired can be paid late, and not expire again', async () => {
  server.answers['GET /api/deposit/{id}'] = () => ({ deposit: { ...waiting, status: 'expired', depositUrl: null } })
  show(<SandboxPage />)
  await screen.findByRole('button', { name: 'Pay $2.00 late' })
  expect(screen.queryByRole('button', { name: 'Simulate expiry' })).toBeNull()
})
