import { useEffect } from 'react'
import type { EarlyTaps } from '#web/challenge-preload.ts'

/** Hears how the pictures are chosen, where a claim proves that. */
export interface PictureFollower {
  /** `at` as of `performance.now()`, where that was earlier than now. */
  readonly painted: (at?: number) => void
  readonly moved: () => void
  readonly followed: (event: MouseEvent, at?: number) => void
}

/** What was done before the application was there, where it was done to these pictures; each serves once. */
export const takeEarlyTaps = (first: string | undefined): EarlyTaps | undefined => {
  // `challenge-preload.ts` leaves it on the window, which has no type for it.
  const here = window as { taps?: EarlyTaps }
  const { taps } = here
  delete here.taps
  return taps?.first === first ? taps : undefined
}

interface Choice {
  readonly images: readonly { readonly id: string }[]
  readonly follower: PictureFollower | undefined
  readonly onToggle: (id: string) => void
}

/** Says when the pictures were painted, and chooses those that were tapped before anything could answer. */
export const useFirstClicks = ({ images, follower, onToggle }: Choice): void => {
  useEffect(() => {
    const taps = takeEarlyTaps(images[0]?.id)
    follower?.painted(taps?.paintedAt)
    if (taps === undefined) return
    const choose = (index: number, event: MouseEvent) => {
      const image = images[index]
      if (!image) return
      follower?.followed(event, event.timeStamp)
      onToggle(image.id)
    }
    if (taps.isMoved) follower?.moved()
    for (const [index, event] of taps.clicks) choose(index, event)
    // Until the page stands in the place of its first drawing, that is what gets the clicks.
    taps.onClick = choose
    return () => {
      taps.onClick = undefined
    }
  }, [follower, images, onToggle])
}
