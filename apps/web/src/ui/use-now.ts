import { useEffect, useState } from 'react'

/** The browser's time in ms, renewed every so often; only for what is shown, never for what is decided. */
export const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
