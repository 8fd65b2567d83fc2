import { useEffect, useEffectEvent, useState } from 'react'

/** More than this between two ticks means that the tab slept or somebody turned the clock. */
const driftMs = 2_500

interface Countdown {
  /** What the server said was left, in seconds. */
  seconds: number
  /** `performance.now()` when it said so. */
  receivedAt: number
  /** Called after sleep or a turned clock: only the server knows what is left now. */
  onDrift?: () => void
}

/** Seconds left, counted by the clock that nobody can turn. */
export const useCountdown = ({ seconds, receivedAt, onDrift }: Countdown): number => {
  const [now, setNow] = useState(() => performance.now())
  const drifted = useEffectEvent(() => onDrift?.())
  const over = secondsLeft({ seconds, receivedAt, now }) === 0
  useEffect(() => {
    if (over) return
    let wall = Date.now()
    let steady = performance.now()
    const tick = () => {
      const apart = Math.abs(Date.now() - wall - (performance.now() - steady))
      const slept = performance.now() - steady > driftMs + 1_000
      wall = Date.now()
      steady = performance.now()
      setNow(steady)
      if (apart > driftMs || slept) drifted()
    }
    const timer = setInterval(tick, 250)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [over, seconds, receivedAt])
  return secondsLeft({ seconds, receivedAt, now: Math.max(now, receivedAt) })
}

export const secondsLeft = ({
  seconds,
  receivedAt,
  now,
}: {
  seconds: number
  receivedAt: number
  now: number
}): number => Math.max(0, Math.ceil(seconds - (now - receivedAt) / 1000))
