import type { CaptchaAnswer, CaptchaChallenge, PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
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

/** One human check through all its rounds: asks, works beside the page, and hands the answer out. */
export class HumanCheckRun {
  readonly state = createStore<CheckState>(() => atFirst)
  readonly #parts: CheckParts
  #round: Round | null = null

  constructor(parts: CheckParts) {
    this.#parts = parts
  }

  /** Starts the first round, once. */
  begin = (): void => {
    if (this.#round === null) this.renew()
  }

  renew = (): void => {
    this.stop()
    const { ask, solve, now } = this.#parts
    const stopper = new AbortController()
    const isCurrent = () => this.#round?.stop === stopper
    const challenge = ask(stopper.signal)
    const work = challenge.then((given) => {
      if (!isCurrent() || !this.#round) return undefined
      this.#round.goodUntil = now() + given.expiresIn * 1_000 - marginMs
      this.state.setState({ challenge: given, phase: phaseOf(given) })
      if (given.pow === null) return undefined
      return solve(given.pow, (progress) => isCurrent() && this.state.setState({ progress }), stopper.signal)
    })
    this.#round = { stop: stopper, challenge, work, goodUntil: Infinity, token: undefined }
    work.then(
      () => isCurrent() && this.#settle(),
      () => isCurrent() && this.state.setState({ phase: 'failed' }),
    )
  }

  stop = (): void => {
    this.#round?.stop.abort()
    this.#round = null
    this.state.setState(atFirst)
  }

  toggle = (id: string): void => {
    this.state.setState(({ picks }) => ({
      picks: picks.includes(id) ? picks.filter((other) => other !== id) : [...picks, id],
      missing: false,
    }))
  }

  /** What an external provider gave after its own check; undefined when it ran out. */
  giveToken = (token: string | undefined): void => {
    if (this.#round === null) return
    this.#round.token = token
    this.state.setState({ missing: false })
    this.#settle()
  }

  /** The challenge ran out before anybody answered it. */
  lapse = (): void => {
    this.state.setState({ phase: 'expired' })
  }

  /** The answer, once there is one; null when the visitor must still do something, or the check did not load. */
  take = async (): Promise<CaptchaAnswer | null> => {
    if (this.#isUseless()) this.renew()
    const mine = this.#round
    if (mine === null) return null
    const solved = await Promise.all([mine.challenge, mine.work]).catch(() => null)
    // A new round may have begun while this one was waited for.
    if (this.#round !== mine) return this.#round === null ? null : this.take()
    if (solved === null) return null
    const [challenge, pow] = solved
    const answer = answerOf({ challenge, pow, token: mine.token, picks: this.state.getState().picks })
    if (answer === null) this.state.setState({ missing: true })
    return answer
  }

  #isUseless(): boolean {
    const { phase } = this.state.getState()
    const isOld = this.#round === null || this.#round.goodUntil < this.#parts.now()
    return isOld || phase === 'failed' || phase === 'expired'
  }

  #settle(): void {
    const { challenge } = this.state.getState()
    if (challenge === null) return
    const isOpen = challenge.external !== null ? this.#round?.token === undefined : challenge.images.length > 0
    this.state.setState({ phase: isOpen ? 'choosing' : 'ready', progress: 1 })
  }
}

interface Solved {
  challenge: CaptchaChallenge
  pow: PowSolution | undefined
  token: string | undefined
  picks: readonly string[]
}

const answerOf = ({ challenge, pow, token, picks }: Solved): CaptchaAnswer | null => {
  const { id, external, images } = challenge
  const work = pow === undefined ? {} : { pow }
  if (external !== null) return token === undefined ? null : { id, token, ...work }
  if (images.length > 0) return picks.length === 0 ? null : { id, picks: [...picks], ...work }
  if (isFree(challenge)) return { id }
  return pow === undefined ? null : { id, pow }
}

/** Nothing is asked for this time: no captcha was drawn. */
export const isFree = ({ images, external, pow }: Pick<CaptchaChallenge, 'images' | 'external' | 'pow'>): boolean =>
  images.length === 0 && external === null && pow === null

const phaseOf = ({ images, external }: CaptchaChallenge): CheckPhase =>
  images.length > 0 || external !== null ? 'choosing' : 'working'
