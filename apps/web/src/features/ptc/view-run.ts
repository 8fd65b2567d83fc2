import { createStore } from 'zustand/vanilla'
import { startWatch, syncWatch, leftMs, advanceWatch, type ViewVisibility, type Watch } from './watch-timer.ts'

export interface ViewState {
  /** Whole seconds that are still to be watched. */
  left: number
  watching: boolean
  /** The server has counted the whole timer. */
  done: boolean
  /** The visitor opened the ad's own tab. */
  opened: boolean
  /** Why the server counts no longer. */
  ended: unknown
}

type Place = Pick<ViewVisibility, 'opened' | 'playing'>

interface ViewParts {
  /** Seconds of the timer. */
  timer: number
  /** Seconds between two heartbeats. */
  beat: number
  /** Tells the server, and gives the seconds that it has counted. */
  send: (watching: boolean) => Promise<number>
  /** Whether the ad is being watched right now; what only the page knows comes with the question. */
  look: (place: Place) => boolean
  /** Whether a failed heartbeat means that there will be no other; else the line was broken. */
  isFinal: (error: unknown) => boolean
  now: () => number
}

const tickMs = 250
/** Between two heartbeats that nobody asked for by the clock. */
const againMs = 1_000

const atFirst = { watching: false, done: false, opened: false, ended: null }

/** One view from its ticket to the end of its timer: looks, counts, and tells the server whenever something changes. */
export class ViewRun {
  readonly state
  readonly #parts: ViewParts
  #watch: Watch
  #timer: ReturnType<typeof setInterval> | undefined
  #playing = false
  #isSending = false
  /** What the server was told last; null when it does not know. */
  #told: boolean | null = null
  #sentAt = -Infinity

  constructor(parts: ViewParts) {
    this.#parts = parts
    this.#watch = startWatch(parts.timer, parts.now())
    this.state = createStore<ViewState>(() => ({ left: parts.timer, ...atFirst }))
  }

  start = (): void => {
    if (this.#timer === undefined) this.#timer = setInterval(this.tick, tickMs)
    this.tick()
  }

  stop = (): void => {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** The video began to play, or stopped. */
  play = (playing: boolean): void => {
    this.#playing = playing
    this.tick()
  }

  /** The visitor pressed what opens the ad's own tab. */
  open = (): void => {
    this.state.setState({ opened: true })
    this.tick()
  }

  /** The server says that it was too early after all: it goes on with what the server has. */
  resume = (secondsLeft: number): void => {
    const { timer, now } = this.#parts
    this.#watch = syncWatch(this.#watch, { counted: timer - secondsLeft, now: now() })
    this.#told = null
    this.state.setState({ done: false })
    this.start()
  }

  /** Timers sleep in the background, so whoever learns of a change calls this too. */
  tick = (): void => {
    if (this.#timer === undefined) return
    const now = this.#parts.now()
    const watching = this.#parts.look({ opened: this.state.getState().opened, playing: this.#playing })
    if (watching !== this.#watch.watching) this.#watch = advanceWatch(this.#watch, { watching, now })
    this.#show(now)
    if (this.#isDue(now)) void this.#beat(now)
  }

  #isDue(now: number): boolean {
    if (this.#isSending) return false
    const { watching } = this.#watch
    const silentMs = now - this.#sentAt
    if (this.#told !== watching) return this.#told !== null || silentMs >= againMs
    if (silentMs < againMs || !watching) return false
    return silentMs >= this.#parts.beat * 1_000 || leftMs(this.#watch, now) <= 0
  }

  async #beat(sentAt: number): Promise<void> {
    const { send, now, timer, isFinal } = this.#parts
    const { watching } = this.#watch
    this.#isSending = true
    this.#sentAt = sentAt
    try {
      const counted = await send(watching)
      this.#told = watching
      this.#watch = syncWatch(this.#watch, { counted, now: now() })
      this.#show(now())
      if (counted >= timer) this.#finish({ done: true, left: 0 })
    } catch (error) {
      this.#told = null
      if (isFinal(error)) this.#finish({ ended: error })
    } finally {
      this.#isSending = false
    }
  }

  #finish(change: Partial<ViewState>): void {
    this.stop()
    this.state.setState(change)
  }

  #show(now: number): void {
    const left = Math.ceil(leftMs(this.#watch, now) / 1_000)
    const { watching } = this.#watch
    const shown = this.state.getState()
    if (shown.left !== left || shown.watching !== watching) this.state.setState({ left, watching })
  }
}
