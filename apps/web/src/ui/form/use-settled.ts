import { useEffect, useState } from 'react'

/** A value once it has stopped changing for a while, as when somebody has finished typing. */
export const useSettled = <T>(value: T, forMs: number): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), forMs)
    return () => clearTimeout(timer)
  }, [value, forMs])
  return settled
}
