import { Refusal } from '#kernel/refusal.ts'
import { inEnglish } from '#kernel/words/render.ts'
import { cut, say, type Words } from '#kernel/words/say.ts'

/** Ends a job in failure with a sentence for its owner, who may read another language than the log. */
export class JobError extends Error {
  override readonly name = 'JobError'
  readonly words: Words

  constructor(words: Words) {
    super(inEnglish(words))
    this.words = words
  }
}

/** What an error says to the owner of the site; an error of other programs has only its own text. */
export const reasonOf = (error: unknown): string => {
  if (error instanceof JobError) return error.words
  if (error instanceof Refusal) return error.failure.msg
  return error instanceof Error ? error.message : String(error)
}

/** Answers of other programs may be pages long. */
const REASON_MAX = 300

/** How the items of one run went: each for itself, so that one in trouble stops no other. */
export interface ErrorCollector {
  /** Does one of them; undefined where that went wrong. */
  readonly try: <T>(work: () => Promise<T>) => Promise<T | undefined>
  /** How many went wrong so far. */
  readonly failed: () => number
  /**
   * Ends the run with what it did. Where something went wrong it ends in failure, so that it is tried again and the
   * owner learns of it with its first reason.
   */
  readonly end: (note: Words) => Words
}

export const createErrorCollector = (): ErrorCollector => {
  const reasons: string[] = []
  return {
    try: async (work) => {
      try {
        return await work()
      } catch (error) {
        reasons.push(reasonOf(error))
        return undefined
      }
    },
    failed: () => reasons.length,
    end: (note) => {
      const [reason] = reasons
      if (reason === undefined) return note
      throw new JobError(
        say('owner.job.someFailed', { done: note, count: reasons.length, reason: cut(reason, REASON_MAX) }),
      )
    },
  }
}
