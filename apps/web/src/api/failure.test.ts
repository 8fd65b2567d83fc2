import { user as userContract } from '@runnel/contract/account/user'
import { faucet as faucetContract } from '@runnel/contract/earn/faucet'
import type { Failure } from '@runnel/contract/failure'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeToken, storeUser, useStore } from '#base/store.ts'
import { clearToasts, TOLD_WITHIN_MS, useToasts } from '#ui/overlay/toast.ts'
import { queryClient } from './cache.ts'
import { fieldErrors, isWorthRepeating, markShown, messageOf } from './failure.ts'
import { setTransport, connect } from './query.ts'
import { onReload } from './reload.ts'
import { CallError, NoAnswerError } from './send.ts'
import { silence } from './silent.ts'

const user = connect('user', userContract)
const faucet = connect('faucet', faucetContract)
const claim = { body: { antibot: { id: 'x', order: ['abcdefgh'] } }, headers: {} }

const refuseBy = (status: number, failure: Partial<Failure>) =>
  setTransport(() => Promise.reject(new CallError(status, { code: 'NO', msg: 'No.', ...failure })))
/** Once every page has had the time to show a failure itself. */
const toasts = async (): Promise<string[]> => {
  await vi.advanceTimersByTimeAsync(TOLD_WITHIN_MS)
  return useToasts.getState().toasts.map(({ kind, text }) => `${kind}: ${text}`)
}
const place = () => window.location.pathname + window.location.search

let reloaded: string[]
let deaf: () => void
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  window.history.replaceState(null, '', '/app/faucet?page=2')
  clearToasts()
  queryClient.clear()
  storeToken('token')
  storeUser({ id: '1', username: 'alice', role: 'user' })
  reloaded = []
  deaf = onReload((target) => reloaded.push(target))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  deaf()
  vi.restoreAllMocks()
})

test('401 forgets the session and asks to sign in again, with the way back', async () => {
  queryClient.setQueryData(['user', 'me'], { balance: 5 })
  refuseBy(401, { msg: 'Your session has ended.' })
  await expect(user.calls.refresh()).rejects.toBeInstanceOf(CallError)
  expect(useStore.getState()).toMatchObject({ token: null, user: null })
  expect(localStorage.getItem('token')).toBeNull()
  expect(queryClient.getQueryData(['user', 'me'])).toBeUndefined()
  expect(place()).toBe('/login?redirect=%2Fapp%2Ffaucet%3Fpage%3D2')
})

test('418 forgets what was known of the user before and opens the page that tells why', async () => {
  queryClient.setQueryData(['user', 'me'], { balance: 5 })
  refuseBy(418, { msg: 'Your account is locked.' })
  await expect(faucet.calls.claim(claim)).rejects.toThrow()
  expect(place()).toBe('/app/locked')
  // That the account was open a moment ago would lead straight back from there.
  expect(queryClient.getQueryData(['user', 'me'])).toBeUndefined()
  expect(useStore.getState().token).toBe('token')
})

describe('challenges', () => {
  test('antibot reloads the click order only', async () => {
    refuseBy(400, { reload: 'antibot' })
    await expect(user.calls.refresh()).rejects.toThrow()
    expect(reloaded).toEqual(['antibot'])
  })

  test('captcha, which means both, is told once', async () => {
    refuseBy(400, { reload: 'captcha' })
    await expect(user.calls.refresh()).rejects.toThrow()
    expect(reloaded).toEqual(['captcha'])
  })

  test('one that went with a refused call is spent', async () => {
    refuseBy(409, {})
    await expect(faucet.calls.claim(claim)).rejects.toThrow()
    expect(reloaded).toEqual(['antibot'])
    await expect(faucet.calls.claim({ ...claim, body: { ...claim.body, captcha: { id: 'y' } } })).rejects.toThrow()
    expect(reloaded).toEqual(['antibot', 'captcha'])
  })

  test('one that nobody answered is kept for an honest second try', async () => {
    setTransport(() => Promise.reject(new NoAnswerError('network', 'Failed to fetch')))
    await expect(faucet.calls.claim(claim)).rejects.toThrow()
    expect(reloaded).toEqual([])
  })
})

test('maintenance opens its page', async () => {
  refuseBy(503, { isMaintaining: true })
  await expect(user.calls.refresh()).rejects.toThrow()
  expect(place()).toBe('/maintenance')
})

test('a redirect action is followed on this site', async () => {
  refuseBy(429, { action: { type: 'redirect', path: '/app/wait' } })
  await expect(user.calls.refresh()).rejects.toThrow()
  expect(place()).toBe('/app/wait')
})

test.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)'])(
  '%s is no place to be sent to',
  async (path) => {
    refuseBy(429, { action: { type: 'redirect', path } })
    await expect(user.calls.refresh()).rejects.toThrow()
    expect(place()).toBe('/app/faucet?page=2')
  },
)

describe('toasts', () => {
  test('tell what the server said', async () => {
    refuseBy(422, { msg: 'This username is taken.', errors: { username: 'Taken.' } })
    const error: unknown = await user.calls.refresh().catch((failure: unknown) => failure)
    expect(await toasts()).toEqual(['error: This username is taken.'])
    expect(fieldErrors(error)).toEqual({ username: 'Taken.' })
  })

  test('say nothing of what the page shows, in the server’s words or in its own', async () => {
    refuseBy(409, { msg: 'You have this already.' })
    const first: unknown = await user.calls.refresh().catch((failure: unknown) => failure)
    expect(messageOf(first)).toBe('You have this already.')
    const second: unknown = await user.calls.refresh().catch((failure: unknown) => failure)
    markShown(second)
    expect(await toasts()).toEqual([])
  })

  test('of several calls that a dead session refuses one is told', async () => {
    refuseBy(401, { msg: 'Your session has ended.' })
    await expect(user.calls.refresh()).rejects.toThrow()
    refuseBy(401, { msg: 'Please sign in.' })
    await expect(user.calls.refresh()).rejects.toThrow()
    expect(await toasts()).toEqual(['error: Your session has ended.'])
  })

  test.each([
    [418, { msg: 'Your account is locked.' }],
    [503, { msg: 'Back soon.', isMaintaining: true }],
    [429, { msg: 'Take a break.', action: { type: 'redirect', path: '/app/wait' } }],
  ] as const)('of a %i the page that it leads to tells', async (code, failure) => {
    refuseBy(code, failure)
    await expect(user.calls.refresh()).rejects.toThrow()
    expect(await toasts()).toEqual([])
  })

  test('tell of a success that has something to say, and of no other', async () => {
    setTransport(async () => ({ msg: 'Saved.' }))
    await user.calls.resend()
    setTransport(async () => ({ unread: 0 }))
    await user.calls.refresh()
    expect(await toasts()).toEqual(['success: Saved.'])
  })

  test('give a network error its own message and the advice, and tell analytics', async () => {
    const heard = vi.fn()
    window.addEventListener('runnel:analytics', heard)
    setTransport(() => Promise.reject(new NoAnswerError('network', 'Failed to fetch')))
    await expect(user.calls.refresh()).rejects.toThrow()
    window.removeEventListener('runnel:analytics', heard)
    expect((await toasts())[0]).toMatch(/^error: Failed to fetch.*clear your browser cache/)
    expect(heard).toHaveBeenCalledTimes(1)
  })

  test('say that the server took too long, without telling analytics of the network', async () => {
    const heard = vi.fn()
    window.addEventListener('runnel:analytics', heard)
    setTransport(() => Promise.reject(new NoAnswerError('timeout', 'aborted')))
    await expect(user.calls.refresh()).rejects.toThrow()
    window.removeEventListener('runnel:analytics', heard)
    expect((await toasts())[0]).toMatch(/too long/)
    expect(heard).not.toHaveBeenCalled()
  })

  test('are not repeated by a background refetch, whose orders are still obeyed', async () => {
    setTransport(async () => ({ sessions: [] }))
    await queryClient.fetchQuery({ ...user.query('sessions'), staleTime: 0 })
    refuseBy(503, { isMaintaining: true, msg: 'Back soon.' })
    await expect(queryClient.fetchQuery({ ...user.query('sessions'), staleTime: 0 })).rejects.toThrow()
    expect(await toasts()).toEqual([])
    expect(place()).toBe('/maintenance')
  })

  test('tell of a first load that failed', async () => {
    refuseBy(404, { msg: 'Not found.' })
    await expect(queryClient.fetchQuery({ ...user.query('sessions'), staleTime: 0 })).rejects.toThrow()
    expect(await toasts()).toEqual(['error: Not found.'])
  })

  test('say nothing of a call that the page itself gave up', async () => {
    const stop = new AbortController()
    setTransport(() => Promise.reject(new Error('aborted')))
    stop.abort()
    await expect(user.calls.refresh({ signal: stop.signal })).rejects.toThrow()
    expect(await toasts()).toEqual([])
  })
})

test('a quiet call says nothing, whether it succeeds or not', async () => {
  const signal = () => silence(new AbortController().signal)
  setTransport(() => Promise.resolve({ msg: 'This address cannot be shown.' }))
  await user.calls.refresh({ signal: signal() })
  refuseBy(409, {})
  await expect(user.calls.refresh({ signal: signal() })).rejects.toThrow()
  expect(await toasts()).toEqual([])
  setTransport(() => Promise.resolve({ msg: 'Done.' }))
  await user.calls.refresh()
  expect(await toasts()).toEqual(['success: Done.'])
})

test('what waits for a second admin is no error, and leads to where it waits', async () => {
  const action = { type: 'redirect', path: '/app/admin/approval?state=pending' } as const
  refuseBy(409, { code: 'WAITS_FOR_SECOND', msg: 'A second admin must approve this first.', action })
  await expect(user.calls.refresh()).rejects.toBeInstanceOf(CallError)
  expect(await toasts()).toEqual(['success: A second admin must approve this first.'])
  expect(place()).toBe('/app/admin/approval?state=pending')
})

test.each([
  [400, false],
  [403, false],
  [404, false],
  [408, true],
  [409, false],
  [422, false],
  [429, true],
  [500, true],
  [503, true],
] as const)('after a %i the same once more helps: %s', (code, helps) => {
  expect(isWorthRepeating(new CallError(code, null))).toBe(helps)
})

test('without an answer, and where nobody said who they are, it may help too', () => {
  expect(isWorthRepeating(new NoAnswerError('network', 'Failed to fetch'))).toBe(true)
  expect(isWorthRepeating(new CallError(403, { code: 'STEP_UP_REQUIRED', msg: 'Confirm.' }))).toBe(true)
})
