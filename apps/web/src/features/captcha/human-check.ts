import type { CaptchaAnswer, CaptchaChallenge, PowChallenge, PowSolution } from '@runnel/contract/challenge'
import { createStore } from 'zustand/vanilla'

export type CheckPhase = 'waiting' | 'working' | 'choosing' | 'ready' | 'expired' | 'failed'

export interface CheckState {
  phase: CheckPhase
  challenge: CaptchaChallenge | null
  /** Ids of the chosen pictures. */
  picks: readonly string[]
  /** How much of the longest possible work is done, from 0 to 1. */
  progress: number
  /** The form was sent before the check was answered. */
  missing: boolean
}

export interface CheckParts {
  ask: (signal: AbortSignal) => Promise<CaptchaChallenge>
  solve: (challenge: PowChallenge, onProgress: (done: number) => void, signal: AbortSignal) => Promise<PowSolution>
  now: () => number
}

export type HumanCheckRun = ReturnType<typeof createHumanCheck>

interface Round {
  challenge: Promise<CaptchaChallenge>
  work: Promise<PowSolution | undefined>
  stop: AbortController
  goodUntil: number
  token: string | undefined
}

/** Sending takes time too: an answer this close to its end is solved anew. */
const marginMs = 15_000

const atFirst: CheckState = { phase: 'waiting', challenge: null, picks: [], progress: 0, missing: false }

/** One human check through all its rounds: asks for a challenge, works on it beside the page, and hands the answer out. */
export function createHumanCheck({ ask, solve, now }: CheckParts) {
  const state = createStore<CheckState>(() => atFirst)
  let round: Round | null = null
  return { state, begin, renew, stop, toggle, giveToken, lapse, take }

  /** Starts the first round, once. */
  function begin(): void {
    if (round === null) renew()
  }

  function renew(): void {
    stop()
    const mine: Round = {
      stop: new AbortController(),
      challenge: Promise.reject(new Error('not asked yet')),
      work: Promise.resolve(undefined),
      goodUntil: Infinity,
      token: undefined,
    }
    mine.challenge.catch(() => undefined)
    round = mine
    const isCurrent = () => round === mine
    mine.challenge = ask(mine.stop.signal)
    mine.work = mine.challenge.then((challenge) => {
      mine.goodUntil = now() + challenge.expiresIn * 1_000 - marginMs
      if (isCurrent()) state.setState({ challenge, phase: phaseOf(challenge) })
      if (challenge.pow === null) return undefined
      return solve(challenge.pow, (progress) => isCurrent() && state.setState({ progress }), mine.stop.signal)
    })
    mine.work.then(
      () => isCurrent() && settle(mine),
      () => isCurrent() && state.setState({ phase: 'failed' }),
    )
  }

  function stop(): void {
    round?.stop.abort()
    round = null
    state.setState(atFirst)
  }

  function settle({ token }: Round): void {
    const { challenge } = state.getState()
    if (challenge === null) return
    const open = challenge.external !== null ? token === undefined : challenge.images.length > 0
    state.setState({ phase: open ? 'choosing' : 'ready', progress: 1 })
  }

  function toggle(id: string): void {
    state.setState(({ picks }) => ({
      picks: picks.includes(id) ? picks.filter((other) => other !== id) : [...picks, id],
      missing: false,
    }))
  }

  /** What an external provider gave after its own check; undefined when it ran out. */
  function giveToken(token: string | undefined): void {
    if (round === null) return
    round.token = token
    state.setState({ missing: false })
    settle(round)
  }

  /** The challenge ran out before anybody answered it. */
  function lapse(): void {
    state.setState({ phase: 'expired' })
  }

  /** The answer, once there is one; null when the visitor must still do something, or the check did not load. */
  async function take(): Promise<CaptchaAnswer | null> {
    const { phase } = state.getState()
    if (round === null || phase === 'failed' || phase === 'expired' || round.goodUntil < now()) renew()
    const mine = round
    if (mine === null) return null
    const solved = await Promise.all([mine.challenge, mine.work]).catch(() => null)
    // A new round may have begun while this one was waited for.
    if (round !== mine) return round === null ? null : take()
    const answer = solved && answerOf({ challenge: solved[0], pow: solved[1], token: mine.token })
    if (solved && !answer) state.setState({ missing: true })
    return answer
  }

  function answerOf({ challenge, pow, token }: Solved): CaptchaAnswer | null {
    const { id } = challenge
    const { picks } = state.getState()
    const work = pow === undefined ? {} : { pow }
    if (challenge.external !== null) return token === undefined ? null : { id, token, ...work }
    if (challenge.images.length > 0) return picks.length === 0 ? null : { id, picks: [...picks], ...work }
    return pow === undefined ? null : { id, pow }
  }
}

interface Solved {
  challenge: CaptchaChallenge
  pow: PowSolution | undefined
  token: string | undefined
}

function phaseOf({ images, external }: CaptchaChallenge): CheckPhase {
  return images.length > 0 || external !== null ? 'choosing' : 'working'
}
