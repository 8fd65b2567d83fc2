import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { queryClient } from './cache.ts'
import { NoAnswerError } from './send.ts'
import { useAttempt } from './use-attempt.ts'

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)

test('an attempt that is still under way is not forgotten, so that the same is sent again', async () => {
  const first = Promise.withResolvers<string>()
  const send = vi
    .fn<(key: string) => Promise<string>>()
    .mockReturnValueOnce(first.promise)
    .mockResolvedValueOnce('done')
  const { result } = renderHook(() => useAttempt({ send, onDone: () => undefined }), { wrapper })
  act(() => result.current.send('key-1'))
  await waitFor(() => expect(result.current.isSending).toBe(true))
  act(() => result.current.reset())
  expect(result.current.isSending).toBe(true)
  first.reject(new NoAnswerError('timeout', 'no answer'))
  await waitFor(() => expect(result.current.isUnsent).toBe(true))
  act(() => result.current.sendAgain())
  await waitFor(() => expect(result.current.answer).toBe('done'))
  expect(send.mock.calls.map(([key]) => key)).toEqual(['key-1', 'key-1'])
})
