import { useEffect, useState } from 'react'
import type { EarlyTaps } from '#web/challenge-preload.ts'
import { countLesson, isTaught } from './taught.ts'

/** After this the animation has come to its end. */
const lastsMs = 4_200

/** Whether the first drawing (`challenge-preload.ts`) has played it to its end already. */
const wasPlayed = (): boolean => {
  // The first drawing leaves it on the window, which has no type for it.
  const { taps } = globalThis as { taps?: EarlyTaps }
  return taps !== undefined && performance.now() - taps.paintedAt > lastsMs
}

/** The last check that was counted: two drawings of one page are one lesson. */
let counted = ''

/**
 * The rule of the short check in one line, which plays once: three images, of which those with more circles are marked.
 * It keeps its place as long as the check stands. The sentence beside it says the same.
 */
export const Lesson = ({ check }: { check: string }) => {
  const [isShown] = useState(() => !isTaught())
  const [isStill] = useState(wasPlayed)
  useEffect(() => {
    if (!isShown || counted === check) return
    counted = check
    countLesson()
  }, [isShown, check])
  if (!isShown) return null
  return (
    <svg
      className={isStill ? 'lesson lesson-still' : 'lesson'}
      viewBox="0 0 348 44"
      fill="currentColor"
      aria-hidden="true"
      focusable="false"
    >
      {tiles.map(({ circles, triangles, isRight }, index) => (
        <g key={`${circles} ${triangles}`} transform={`translate(${index * 118} 2)`}>
          <g className={isRight ? undefined : 'lesson-wrong'}>
            <rect className="lesson-tile" width="112" height="40" rx="8" />
            {Array.from({ length: circles }, (_, place) => (
              <circle key={place} className="lesson-more" cx={18 + place * 18} cy="20" r="6" />
            ))}
            {Array.from({ length: triangles }, (_, place) => (
              <path key={place} d={`M${11 + (circles + place) * 18} 26l7-12 7 12z`} />
            ))}
          </g>
          {isRight && (
            <g className="lesson-mark">
              <circle cx="98" cy="20" r="9" />
              <path className="lesson-check" d="M94 20l3 3 5-6" />
            </g>
          )}
        </g>
      ))}
    </svg>
  )
}

const tiles = [
  { circles: 3, triangles: 1, isRight: true },
  { circles: 1, triangles: 3, isRight: false },
  { circles: 2, triangles: 1, isRight: true },
] as const
