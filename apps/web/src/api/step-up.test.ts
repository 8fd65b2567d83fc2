import { twoStep } from '@runnel/contract/account/two-step'
import { user } from '@runnel/contract/account/user'
import type { Request } from '@runnel/contract/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchTransport } from './send.ts'
import { silence } from './silent.ts'
import { useStepUp } from './step-up.ts'

const act: Request = {
  route: twoStep.start,
  path: twoStep.start.path,
  headers: { 'idempotency-key': 'k1' },
  body: { amount: 5 },
  signal: undefined,
}
const refused = () =>
  Response.json({ code: 'STEP_UP_REQUIRED', msg: 'Please confirm that it is you.' }, { status: 403 })
const fetching = vi.fn<typeof fetch>()

beforeEach(() => {
  fetching.mockReset()
  vi.stubGlobal('fetch', fetching)
})
afterEach(() => {
  useStepUp.getState().asked?.answer(false)
  vi.unstubAllGlobals()
})

const isAsked = () => vi.waitFor(() => expect(useStepUp.getState().asked).not.toBeNull(), { timeout: 20_000 })
const answer = (proved: boolean) => useStepUp.getState().asked?.answer(proved)

test('asks who is at the screen, then sends the very same call again and gives its answer', async () => {
  fetching.mockResolvedValueOnce(refused()).mockResolvedValueOnce(Response.json({ done: true }))
  const sent = fetchTransport(act)
  await isAsked()
  expect(fetching).toHaveBeenCalledTimes(1)
  answer(true)
  await expect(sent).resolves.toEqual({ done: true })
  expect(fetching).toHaveBeenCalledTimes(2)
  expect(fetching.mock.calls[1]).toEqual([act.path, expect.objectContaining({ method: 'POST', body: '{"amount":5}' })])
  const keys = fetching.mock.calls.map(([, options]) => new Headers(options?.headers).get('idempotency-key'))
  expect(keys).toEqual(['k1', 'k1'])
  expect(useStepUp.getState().asked).toBeNull()
})

test('gives the refusal to whoever does not answer, and sends nothing more', async () => {
  fetching.mockResolvedValueOnce(refused())
  const sent = fetchTransport(act)
  await isAsked()
  answer(false)
  await expect(sent).rejects.toMatchObject({ status: 403, failure: { code: 'STEP_UP_REQUIRED' } })
  expect(fetching).toHaveBeenCalledTimes(1)
})

test('asks once for all calls that wait at the same time', async () => {
  fetching.mockImplementation(async () => (fetching.mock.calls.length <= 3 ? refused() : Response.json({ ok: 1 })))
  const sent = [fetchTransport(act), fetchTransport(act), fetchTransport(act)]
  await isAsked()
  const { asked } = useStepUp.getState()
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(3), { timeout: 20_000 })
  expect(useStepUp.getState().asked).toBe(asked)
  answer(true)
  await expect(Promise.all(sent)).resolves.toEqual([{ ok: 1 }, { ok: 1 }, { ok: 1 }])
  expect(fetching).toHaveBeenCalledTimes(6)
})

test('asks again when the proof ran out in between', async () => {
  fetching
    .mockResolvedValueOnce(refused())
    .mockResolvedValueOnce(refused())
    .mockResolvedValueOnce(Response.json({ ok: 1 }))
  const sent = fetchTransport(act)
  await isAsked()
  answer(true)
  await vi.waitFor(() => expect(fetching).toHaveBeenCalledTimes(2), { timeout: 20_000 })
  await isAsked()
  answer(true)
  await expect(sent).resolves.toEqual({ ok: 1 })
})

test('never asks for work in the background, nor for any other refusal', async () => {
  fetching.mockResolvedValueOnce(refused())
  const quiet = { ...act, route: user.refresh, signal: silence(new AbortController().signal) }
  await expect(fetchTransport(quiet)).rejects.toMatchObject({ status: 403 })
  fetching.mockResolvedValueOnce(Response.json({ code: 'FORBIDDEN', msg: 'No.' }, { status: 403 }))
  await expect(fetchTransport(act)).rejects.toMatchObject({ failure: { code: 'FORBIDDEN' } })
  expect(useStepUp.getState().asked).toBeNull()
})
