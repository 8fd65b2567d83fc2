/** Sets no cookie before somebody plays the video. */
const playerOrigin = 'https://www.youtube-nocookie.com'

/** YouTube's own numbers of what a player does. */
const isPlayingState = 1

const greetEveryMs = 500
/** A player that has not said a word by then was kept from loading. */
const silenceMs = 8_000

/** The player takes orders and tells what it does only with `enablejsapi`, and to the page that `origin` names. */
export const embedAddress = (videoId: string, origin: string): string => {
  const id = encodeURIComponent(videoId)
  const query = new URLSearchParams({
    enablejsapi: '1',
    origin,
    playsinline: '1',
    rel: '0',
    // A video shorter than the timer begins again.
    loop: '1',
    playlist: videoId,
  })
  return `${playerOrigin}/embed/${id}?${query}`
}

export interface PlayerWord {
  playing?: boolean
  /** Why it cannot play, in YouTube's numbers. */
  error?: number
}

/** What a message of the player says; null when it is none of the player's. */
export const readPlayer = (data: unknown): PlayerWord | null => {
  const message = typeof data === 'string' ? parsed(data) : data
  if (!isRecord(message) || typeof message['event'] !== 'string') return null
  const { event, info } = message
  if (event === 'onStateChange' && typeof info === 'number') return { playing: info === isPlayingState }
  if (event === 'onError' && typeof info === 'number') return { error: info }
  if (!isRecord(info) || typeof info['playerState'] !== 'number') return {}
  return { playing: info['playerState'] === isPlayingState }
}

interface PlayerEars {
  onPlaying: (playing: boolean) => void
  onError: (code: number) => void
  /** It seems to be blocked. */
  onSilence: () => void
}

/** Speaks with the player in a frame without a script of theirs, until the returned function is called. */
export const followPlayer = (frame: HTMLIFrameElement, { onPlaying, onError, onSilence }: PlayerEars): (() => void) => {
  const say = (message: object) =>
    frame.contentWindow?.postMessage(JSON.stringify({ ...message, id: 'ad', channel: 'widget' }), playerOrigin)
  let heard = false
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== frame.contentWindow || origin !== playerOrigin) return
    const word = readPlayer(data)
    if (word === null) return
    if (!heard) for (const name of ['onStateChange', 'onError']) say(listenTo(name))
    heard = true
    stopGreeting()
    if (word.playing !== undefined) onPlaying(word.playing)
    if (word.error !== undefined) onError(word.error)
  }
  const greeting = setInterval(() => say({ event: 'listening' }), greetEveryMs)
  const silence = setTimeout(() => {
    stopGreeting()
    onSilence()
  }, silenceMs)
  const stopGreeting = () => {
    clearInterval(greeting)
    clearTimeout(silence)
  }
  window.addEventListener('message', hear)
  return () => {
    stopGreeting()
    window.removeEventListener('message', hear)
  }
}

const listenTo = (name: string): object => ({ event: 'command', func: 'addEventListener', args: [name] })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
