import { vi } from 'vitest'

/** As the language has it, not as an earlier call here left it. */
const timeout = AbortSignal.timeout.bind(AbortSignal)
/** What is shorter is the patience of one connection, which comes about at once here. */
const CONNECT_MS = 4_000

/**
 * Lets the next calls to providers give up almost at once, for what hangs on purpose. All others keep the patience that
 * the site has: on a busy machine an answer may take longer than any test would like to wait for one that never comes.
 */
export const hurry = (calls = 1): void => {
  let left = calls
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms > CONNECT_MS && left-- > 0 ? 50 : ms))
}
