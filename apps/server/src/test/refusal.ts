import { Refused } from '#test/world.ts'

/** The refusal that a call meets; fails when the call succeeds or breaks in another way. */
export const refusal = async (call: Promise<unknown>): Promise<Pick<Refused, 'status' | 'failure'>> => {
  try {
    await call
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, failure: error.failure }
    throw error
  }
  throw new Error('the call was expected to be refused, and succeeded')
}
