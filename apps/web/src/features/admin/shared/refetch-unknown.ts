import { isUnknownOutcome } from '#api/attempt.ts'
import { queryClient } from '#api/cache.ts'

/** A change without an answer may have been made: what the admin area shows is then asked for again. */
export const refetchAfterUnknown = (): void => {
  queryClient.getMutationCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || !isUnknownOutcome(event.action.error)) return
    void queryClient.invalidateQueries({ queryKey: ['admin'] })
  })
}
