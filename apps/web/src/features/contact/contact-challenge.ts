import type { CaptchaChallenge, PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import type { Failure } from '@runnel/contract/failure'

interface Solved {
  id: string
  pow: PowSolution
  /** The clock of this page, in milliseconds. */
  goodUntil: number
}

/** Sending takes time too: an answer this close to its end is solved anew. */
const marginMs = 15_000

/** Solves the check while the visitor still writes, and again when the answer has grown too old to send. */
export const solvedChallenge = (solve: (challenge: PowChallenge) => Promise<PowSolution>) => {
  const begin = (): Promise<Solved> => {
    const solving = askAndSolve(solve)
    // Whoever takes it learns of the failure; until then nobody waits for it.
    solving.catch(() => undefined)
    return solving
  }

  let next = begin()

  const take = async (): Promise<{ id: string; pow: PowSolution }> => {
    const ready = await next.catch(() => null)
    if (!ready || ready.goodUntil < Date.now()) next = begin()
    const { id, pow } = await next
    return { id, pow }
  }

  return {
    take,
    /** For a refused message: its challenge is used up. */
    renew: () => {
      next = begin()
    },
  }
}

const askAndSolve = async (solve: (challenge: PowChallenge) => Promise<PowSolution>): Promise<Solved> => {
  const askedAt = Date.now()
  const answer = await fetch('/api/ct?action=contact', { signal: AbortSignal.timeout(60_000) })
  // What the server answers is checked against the contract before it leaves; see kernel/mount.
  const body = (await answer.json()) as CaptchaChallenge & Partial<Failure>
  if (!answer.ok) throw new Error(body.msg ?? '', { cause: 'server' })
  if (!body.pow) throw new Error('This check has no proof of work')
  const pow = await solve(body.pow)
  return { id: body.id, pow, goodUntil: askedAt + body.expiresIn * 1_000 - marginMs }
}
