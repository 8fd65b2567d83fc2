import { vi } from 'vitest'

/**
 * Lets the next calls to providers give up almost at once, for what hangs on purpose. All others keep the patience that
 * the site has: on a busy machine an answer may take longer than any test would like to wait for one that never comes.
 */
export const hurry = (calls = 1): void => {
  const { timeout } = AbortSignal
  const spied = vi.spyOn(AbortSignal, 'timeout')
  for (let call = 0; call < calls; call++) spied.mockImplementationOnce(() => timeout.call(AbortSignal, 50))
}
