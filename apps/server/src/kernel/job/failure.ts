/** A failure that no second try mends, such as a mailbox that is not there. */
export class FinalFailure extends Error {}

export const isFinal = (error: unknown): error is FinalFailure => error instanceof FinalFailure

/** A failure that only the owner mends, such as a login that a server refuses. The job waits and is tried again. */
export class OwnerFailure extends Error {
  /** Names the kind of failure, so that each is reported once a day. */
  readonly kind: string
  constructor(message: string, { kind, cause }: { kind: string; cause: unknown }) {
    super(message, { cause })
    this.kind = kind
  }
}
