import { auth } from '@runnel/contract/account/auth'
import { user } from '@runnel/contract/account/user'
import type { Request } from '@runnel/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearSession, storeToken } from '#base/store.ts'
import { CallError, NoAnswerError, fetchTransport } from './send.ts'

const refresh: Request = {
  route: user.refresh,
  path: user.refresh.path,
  headers: {},
  body: undefined,
  signal: undefined,
}
const login: Request = { ...refresh, route: auth.login, path: auth.login.path, body: { login: 'alice' } }
const fetching = vi.fn<typeof fetch>()

beforeEach(() => {
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
  clearSession()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const headersOf = (call: number) => new Headers(fetching.mock.calls[call]?.[1]?.headers)

test('sends the token and the credentials, and reads the answer', async () => {
  storeToken('secret')
  fetching.mockResolvedValue(Response.json({ unread: 3 }))
  await expect(fetchTransport(refresh)).resolves.toEqual({ unread: 3 })
  expect(fetching.mock.calls[0]?.[1]).toMatchObject({ method: 'GET', credentials: 'include', body: null })
  expect(headersOf(0).get('authorization')).toBe('Bearer secret')
  expect(headersOf(0).get('tz')).toBeNull()
})

test('sends the time zone with calls of auth, and no token where there is none', async () => {
  fetching.mockResolvedValue(Response.json({ token: 'x' }))
  await fetchTransport(login)
  expect(headersOf(0).get('tz')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
  expect(headersOf(0).has('authorization')).toBe(false)
  expect(fetching.mock.calls[0]?.[1]?.body).toBe('{"login":"alice"}')
})

test('hands the envelope of a refusal on', async () => {
  fetching.mockResolvedValue(Response.json({ code: 'WRONG_LOGIN', msg: 'No.' }, { status: 422 }))
  await expect(fetchTransport(login)).rejects.toMatchObject({
    status: 422,
    failure: { code: 'WRONG_LOGIN', msg: 'No.' },
  })
})

test('knows a refusal without an envelope, as a proxy writes it', async () => {
  fetching.mockResolvedValue(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const error: unknown = await fetchTransport(login).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(CallError)
  expect(error).toMatchObject({ status: 502, failure: null })
})

test('tries a reading call that found no network once more, and a writing one never', async () => {
  fetching.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(Response.json({ unread: 1 }))
  await expect(fetchTransport(refresh)).resolves.toEqual({ unread: 1 })
  fetching.mockReset()
  fetching.mockRejectedValue(new TypeError('Failed to fetch'))
  await expect(fetchTransport(login)).rejects.toBeInstanceOf(NoAnswerError)
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('gives up after a minute', async () => {
  vi.useFakeTimers()
  fetching.mockImplementation(
    (_, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
      }),
  )
  const sent = fetchTransport(login)
  const seen = expect(sent).rejects.toMatchObject({ reason: 'timeout' })
  await vi.advanceTimersByTimeAsync(60_000)
  await seen
})

test('uses an answer that the document asked for early, once', async () => {
  Object.assign(window, { early: { [user.refresh.path]: Promise.resolve(Response.json({ unread: 7 })) } })
  fetching.mockResolvedValue(Response.json({ unread: 8 }))
  vi.spyOn(performance, 'now').mockReturnValue(14_000)
  await expect(fetchTransport(refresh)).resolves.toEqual({ unread: 7 })
  await expect(fetchTransport(refresh)).resolves.toEqual({ unread: 8 })
  expect(fetching).toHaveBeenCalledTimes(1)
})
