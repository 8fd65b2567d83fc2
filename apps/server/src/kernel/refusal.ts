import { type Failure, status } from '@runnel/contract/failure'
import { inEnglish, valuesOf } from '#kernel/words/render.ts'
import type { Words } from '#kernel/words/say.ts'

type Kind = keyof typeof status
type Extra = Omit<Failure, 'code' | 'values' | 'msg' | 'requestId'>

/** What the visitor did wrong, on its way to the envelope of PRODUCT.md §1. Never an error of ours. */
export class Refusal extends Error {
  readonly status: number
  readonly failure: Failure
  /** Whether what was solved for the call may be sent again, as the call was refused for no fault of its sender. */
  readonly keepsCheck: boolean

  constructor(
    kind: Kind,
    failure: Omit<Failure, 'values'>,
    { keepsCheck = false }: { readonly keepsCheck?: boolean } = {},
  ) {
    super(inEnglish(failure.msg))
    this.name = 'Refusal'
    this.status = status[kind]
    this.failure = envelope(failure)
    this.keepsCheck = keepsCheck
  }
}

/** A refusal as it is sent: what its sentence names stands beside it. */
export const envelope = ({ code, ...rest }: Omit<Failure, 'values'>): Failure => {
  const values = valuesOf(rest.msg)
  return { code, ...(values !== undefined && { values }), ...rest }
}

/**
 * Stops the request with a refusal: `refuse('conflict', 'FAUCET_WAIT', say('faucet.wait', { wait }))`.
 * The transaction rolls back and the visitor reads `msg`.
 */
export const refuse = (kind: Kind, code: string, msg: Words, extra: Extra = {}): never => {
  throw new Refusal(kind, { code, msg, ...extra })
}

/** Refuses one field of the body: 422 with the sentence beside the field. */
export const refuseField = (field: string, code: string, msg: Words): never =>
  refuse('invalid', code, msg, { errors: { [field]: msg } })

/** Stops with an error of ours when something that must hold does not. */
// Only a declaration can narrow types at its callers without naming its type twice.
// oxlint-disable-next-line func-style
export function assert(condition: unknown, sentence: string): asserts condition {
  if (condition === false || condition === null || condition === undefined) {
    throw new Error(`assertion failed: ${sentence}`)
  }
}
