import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { CallError } from '#api/send.ts'
import { silence } from '#api/silent.ts'
import { ptc, type OpenedAd } from './ptc.ts'
import { refusalOf } from './verify.ts'
import { ViewRun } from './view-run.ts'
import { isWatching } from './watch-timer.ts'

/** Counts a view from its ticket to the end of its timer, as the server does. */
export const useView = ({ ad, ticket, beat }: OpenedAd) => {
  const [run] = useState(
    () =>
      new ViewRun({
        timer: ad.timer,
        beat,
        send: async (watching) => {
          const signal = silence(new AbortController().signal)
          const { counted } = await ptc.calls.beat({ params: { id: ad._id }, body: { ticket, watching }, signal })
          return counted
        },
        look: (place) => isWatching(ad.kind, { ...ourPage(), ...place }),
        isFinal: (error) => error instanceof CallError && refusalOf(error) !== 'other',
        now: () => performance.now(),
      }),
  )
  useEffect(() => {
    run.start()
    const changes = ['visibilitychange', 'focus', 'blur', 'pagehide'] as const
    for (const name of changes) window.addEventListener(name, run.tick)
    return () => {
      run.stop()
      for (const name of changes) window.removeEventListener(name, run.tick)
    }
  }, [run])
  return { ...useStore(run.state), run }
}

/** A click into a frame of another origin takes the keys there; the document then still counts as focused. */
const ourPage = () => ({ visible: document.visibilityState === 'visible', focused: document.hasFocus() })
