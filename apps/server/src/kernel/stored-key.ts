import { assert } from './refusal.ts'
import type { Caller } from './session.ts'
import { requireFreshProof } from './step-up.ts'

interface KeyChange {
  readonly caller: Pick<Caller, 'provedAt'> | undefined
  readonly now: Date
  /** The key as it is stored, sealed or not; empty: none. */
  readonly stored: string
  /** What was typed; undefined and empty: nothing. */
  readonly typed: string | undefined
  /** Whether the address that the key is sent to changes. */
  readonly isMoved: boolean
}

/**
 * What becomes of a stored key when its provider is edited. A key belongs to the address for which it was typed:
 * whoever may write another address there must not have the key sent to it. So it is removed with its address, unless
 * it is typed again in the same request.
 * @throws STEP_UP_REQUIRED where the address of a stored key changes without a fresh proof.
 */
export const keyAfter = (change: KeyChange): 'kept' | 'replaced' | 'removed' => {
  const { caller, now, stored, typed = '', isMoved } = change
  if (isMoved && stored !== '') {
    assert(caller !== undefined, 'keys are changed by somebody')
    requireFreshProof({ caller, now })
  }
  if (typed !== '') return 'replaced'
  return isMoved && stored !== '' ? 'removed' : 'kept'
}
