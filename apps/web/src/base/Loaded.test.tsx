import { user as contract } from '@runnel/contract/account/user'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#api/cache.ts'
import { connect } from '#api/query.ts'
import { clearToasts, TOLD_WITHIN_MS, useToasts } from '#ui/overlay/toast.ts'
import { fakeServer, refuse, show } from '#web/test/fake-server.tsx'
import { me } from '#web/test/samples.ts'
import { userEvent } from '#web/test/user.ts'
import { Loaded, QueryError } from './Loaded.tsx'
import { routing } from './route.ts'

const route = 'GET /api/user/me'
const query = connect('user', contract).query('me')
const meOf = (username: string) => () => me({ username })
const fail = () => refuse(500, { code: 'BROKEN', msg: 'The server has a problem.' })
const never = () => new Promise(() => undefined)
const shownToasts = () => useToasts.getState().toasts.map(({ text }) => text)

beforeEach(clearToasts)

const Page = ({ loading }: { loading?: string }) => (
  <Loaded query={useQuery(query)} {...(loading !== undefined && { loading })}>
    {({ user }) => <p>I am {user.username}</p>}
  </Loaded>
)

test('while the first answer is on its way, the usual skeleton stands there, or the page’s own', () => {
  fakeServer({ [route]: never })
  const { rerender } = show(<Page />)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeTruthy()
  rerender(<p />)
  show(<Page loading="Wait for me" />)
  expect(screen.getByText('Wait for me')).toBeTruthy()
  expect(screen.queryByRole('status')).toBeNull()
})

test('the answer takes the place of the skeleton', async () => {
  fakeServer({ [route]: meOf('alice') })
  show(<Page loading="Wait for me" />)
  expect(await screen.findByText('I am alice')).toBeTruthy()
  expect(screen.queryByText('Wait for me')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a failure is told in the words of the server, and can be repeated', async () => {
  const server = fakeServer({ [route]: fail })
  show(<Page loading="Wait for me" />)
  expect((await screen.findByRole('alert')).textContent).toContain('The server has a problem.')
  expect(screen.queryByText('Wait for me')).toBeNull()
  let answer: (value: unknown) => void = () => undefined
  server.answers[route] = () => new Promise((resolve) => (answer = resolve))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByText('Wait for me')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  await act(async () => answer(meOf('alice')()))
  expect(await screen.findByText('I am alice')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.sentTo(route)).toHaveLength(2)
})

test('what is gone is told once, cannot be asked for again, and has a way back', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  routing.WayBack = () => <a href="/app/advertise">Advertise</a>
  fakeServer({ [route]: () => refuse(404, { code: 'NOT_FOUND', msg: 'Campaign not found.' }) })
  show(<Page loading="Wait for me" />)
  expect((await screen.findByRole('alert')).textContent).toContain('Campaign not found.')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Advertise' })).toBeTruthy()
  await vi.advanceTimersByTimeAsync(TOLD_WITHIN_MS)
  expect(shownToasts()).toEqual([])
  routing.WayBack = () => null
})

test('data stays while it is fetched again, and when that fails, of which nothing is said', async () => {
  const server = fakeServer({ [route]: meOf('alice') })
  show(<Page />)
  await screen.findByText('I am alice')
  server.answers[route] = fail
  await act(() => queryClient.invalidateQueries())
  expect(server.sentTo(route)).toHaveLength(2)
  expect(queryClient.getQueryState(query.queryKey)?.status).toBe('error')
  expect(screen.getByText('I am alice')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(shownToasts()).toEqual([])
  server.answers[route] = meOf('bob')
  await act(() => queryClient.invalidateQueries())
  expect(await screen.findByText('I am bob')).toBeTruthy()
})

test('without children only what stands in the place of data is drawn', async () => {
  const Empty = () => <Loaded query={useQuery(query)} loading="Wait for me" />
  fakeServer({ [route]: meOf('alice') })
  const { container } = show(<Empty />)
  expect(container.textContent).toBe('Wait for me')
  await waitFor(() => expect(container.textContent).toBe(''))
})

test('QueryError stands beside older data too, and is nothing without a failure', async () => {
  const Both = () => {
    const answer = useQuery(query)
    return (
      <>
        <QueryError query={answer} />
        <p>{answer.data?.user.username}</p>
      </>
    )
  }
  const server = fakeServer({ [route]: meOf('alice') })
  show(<Both />)
  await screen.findByText('alice')
  expect(screen.queryByRole('alert')).toBeNull()
  server.answers[route] = fail
  await act(() => queryClient.invalidateQueries())
  expect((await screen.findByRole('alert')).textContent).toContain('The server has a problem.')
  expect(screen.getByText('alice')).toBeTruthy()
  let answer: (value: unknown) => void = () => undefined
  server.answers[route] = () => new Promise((resolve) => (answer = resolve))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(screen.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true')
  await act(async () => answer(meOf('bob')()))
  expect(await screen.findByText('bob')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
