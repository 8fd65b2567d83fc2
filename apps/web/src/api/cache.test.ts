import { notifyManager } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import './cache.ts'

test('a page knows that something is being sent before the next press can reach it', async () => {
  const seen = vi.fn()
  // As `useMutation` listens to what it has begun.
  notifyManager.batchCalls(seen)()
  // No other event is dispatched before all of these have run.
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  expect(seen).toHaveBeenCalledOnce()
})
