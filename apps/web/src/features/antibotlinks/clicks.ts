import { durationText, type ConductSign } from '@runnel/contract/check/proof'

/** The parts of a click that tell how it was made. */
export type ClickLike = Pick<MouseEvent, 'isTrusted' | 'detail' | 'offsetX' | 'offsetY'> & {
  readonly pointerType?: string
}
export type Clicks = {
  /** A pointer moved over the challenge. */
  readonly moved: () => void
  /** A picture was chosen, by pointer or by key. */
  readonly clicked: (event?: ClickLike, at?: number) => void
  /** Something else that counts was seen, such as a field that nobody can see being filled. */
  readonly note: (sign: ConductSign) => void
  readonly duration: () => string
  readonly signs: () => ReadonlySet<ConductSign>
}

interface Followed {
  readonly clock?: () => number
  /** By that clock; without it now. */
  readonly paintedAt?: number | undefined
}

/** Follows how a challenge is solved, from the moment its pictures are painted. */
export const followClicks = ({ clock = () => performance.now(), paintedAt = clock() }: Followed = {}): Clicks => {
  const times: number[] = []
  const points: string[] = []
  const noted = new Set<ConductSign>()
  let moves = 0
  return {
    moved: () => {
      moves += 1
    },
    clicked: (event, at = clock()) => {
      times.push(Math.max(1, Math.round(at - paintedAt)))
      if (document.visibilityState === 'hidden') noted.add('page-hidden')
      if (event === undefined) return
      if (!event.isTrusted) noted.add('untrusted-events')
      // A click without a count was made by a key, and fingers do not hover.
      const byMouse = event.detail > 0 && event.pointerType === 'mouse'
      if (!byMouse) return
      if (moves === 0) noted.add('no-pointer-movement')
      points.push(`${event.offsetX},${event.offsetY}`)
      if (points.length >= 3 && new Set(points).size === 1) noted.add('identical-points')
    },
    note: (sign) => {
      noted.add(sign)
    },
    duration: () => {
      const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0))
      return durationText({ start: times[0] ?? 0, finish: times.at(-1) ?? 0, gaps })
    },
    signs: () => noted,
  }
}
