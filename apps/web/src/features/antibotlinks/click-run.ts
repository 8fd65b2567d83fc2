import type { AntibotAnswer, AntibotChallenge, PowChallenge, PowSolution } from '@runnel/contract/check/captcha'
import { createStore } from 'zustand/vanilla'
import { setAntibot, setClicks } from '#base/store.ts'
import { followClicks, type ClickLike, type Clicks } from './clicks.ts'
import { proveClaim, type ProofHeaders } from './proof.ts'

export type ClickPhase = 'waiting' | 'working' | 'choosing' | 'complete' | 'expired' | 'failed'

export interface ClickState {
  phase: ClickPhase
  challenge: AntibotChallenge | null
  /** Ids of the chosen pictures in the order of choosing. */
  order: readonly string[]
  progress: number
  missing: boolean
}

export interface ClickParts {
  ask: (signal: AbortSignal) => Promise<AntibotChallenge>
  solve: (challenge: PowChallenge, onProgress: (done: number) => void, signal: AbortSignal) => Promise<PowSolution>
  now: () => number
}

export interface SolvedOrder {
  antibot: AntibotAnswer
  headers: ProofHeaders | Record<string, never>
}

interface Round {
  challenge: Promise<AntibotChallenge>
  work: Promise<PowSolution | undefined>
  stop: AbortController
  goodUntil: number
  clicks: Clicks | null
  lastClickAt: number
}

/** Sending takes time too: an answer this close to its end is abandoned. */
const marginMs = 5_000
/** Two choices closer than this are one finger that bounced. */
const bounceMs = 100

/** Nothing is asked for this time: no captcha was drawn for this action. */
export const isFreeOrder = ({ captcha, antibotlinks, pow }: AntibotChallenge): boolean =>
  !captcha && antibotlinks.length === 0 && pow === null

const atFirst: ClickState = { phase: 'waiting', challenge: null, order: [], progress: 0, missing: false }

/** One click-order challenge through all its rounds, with what the server wants to know about how it was solved. */
export class ClickRun {
  readonly state = createStore<ClickState>(() => atFirst)
  readonly #parts: ClickParts
  #round: Round | null = null

  constructor(parts: ClickParts) {
    this.#parts = parts
  }

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
      this.state.setState({ challenge: given, phase: given.antibotlinks.length > 0 ? 'choosing' : 'working' })
      if (given.pow === null) return undefined
      return solve(given.pow, (progress) => isCurrent() && this.state.setState({ progress }), stopper.signal)
    })
    this.#round = { stop: stopper, challenge, work, goodUntil: Infinity, clicks: null, lastClickAt: 0 }
    work.then(
      () => isCurrent() && this.#finishWork(),
      () => isCurrent() && this.state.setState({ phase: 'failed' }),
    )
  }

  stop = (): void => {
    this.#round?.stop.abort()
    this.#round = null
    setAntibot({})
    setClicks({ startClick: 0, finishClick: 0 })
    this.state.setState(atFirst)
  }

  /** From here on the time of each choice counts. */
  painted = (at?: number): void => {
    if (this.#round) this.#round.clicks = followClicks({ paintedAt: at })
  }

  moved = (): void => {
    this.#round?.clicks?.moved()
  }

  /** A picture of the short check was chosen or put back. */
  followed = (event: ClickLike, at?: number): void => {
    this.#round?.clicks?.clicked(event, at)
  }

  choose = (id: string, event?: ClickLike): void => {
    const { challenge, order, phase } = this.state.getState()
    const now = this.#parts.now()
    if (!this.#round || !challenge || phase !== 'choosing' || order.includes(id)) return
    if (now - this.#round.lastClickAt < bounceMs) return
    this.#round.lastClickAt = now
    this.#round.clicks?.clicked(event)
    const next = [...order, id]
    const isAll = next.length === challenge.pick
    this.state.setState({ order: next, missing: false, phase: isAll ? 'complete' : 'choosing' })
    this.#tellStore({ id: challenge.id, order: next })
  }

  undo = (): void => {
    const { challenge, order, phase } = this.state.getState()
    if (!challenge || order.length === 0 || (phase !== 'choosing' && phase !== 'complete')) return
    const next = order.slice(0, -1)
    this.state.setState({ order: next, phase: 'choosing' })
    this.#tellStore({ id: challenge.id, order: next })
  }

  lapse = (): void => {
    this.state.setState({ phase: 'expired' })
  }

  /** The answer with its proof headers; null when something is left to choose, or the challenge is spent. */
  take = async (): Promise<SolvedOrder | null> => {
    const mine = this.#round
    const { challenge: old } = this.state.getState()
    const isOver = mine === null || mine.goodUntil < this.#parts.now()
    // Nobody was shown anything that could run out: another envelope does as well.
    if (isOver && old !== null && isFreeOrder(old)) return this.#takeAnother()
    if (isOver) this.lapse()
    const { phase, order } = this.state.getState()
    if (phase === 'choosing') this.state.setState({ missing: true })
    if (mine === null || (phase !== 'complete' && phase !== 'working')) return null
    const solved = await Promise.all([mine.challenge, mine.work]).catch(() => null)
    if (solved === null || this.#round !== mine) return null
    const [challenge, pow] = solved
    const chosen = challenge.antibotlinks.length > 0 ? { order: [...order] } : {}
    const { clicks } = mine
    const headers = await proveClaim({ challenge, order, clicks: clicks ?? followClicks() })
    return { antibot: { id: challenge.id, ...chosen, ...(pow && { pow }) }, headers }
  }

  async #takeAnother(): Promise<SolvedOrder | null> {
    this.renew()
    const challenge = await this.#round?.challenge.catch(() => undefined)
    return challenge === undefined ? null : this.take()
  }

  #finishWork(): void {
    const { phase } = this.state.getState()
    this.state.setState({ progress: 1, phase: phase === 'working' ? 'complete' : phase })
  }

  #tellStore(antibot: { id: string; order: string[] }): void {
    const [start = '0', finish = '0'] = this.#round?.clicks?.duration().split('.') ?? []
    setAntibot(antibot)
    setClicks({ startClick: Number(start), finishClick: Number(finish) })
  }
}
