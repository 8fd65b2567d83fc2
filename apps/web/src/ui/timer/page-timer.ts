const timers = new Set<ReturnType<typeof setTimeout>>()

/**
 * Runs something later that belongs to the page as a whole and to none of its components; gives a function that calls
 * it off. A browser ends it with the document, and `endPageTimers` where many documents follow each other, as in tests.
 */
export const pageTimer = (run: () => void, milliseconds = 0): (() => void) => {
  const timer = setTimeout(() => {
    timers.delete(timer)
    run()
  }, milliseconds)
  timers.add(timer)
  return () => end(timer)
}

export const endPageTimers = (): void => timers.forEach(end)

const end = (timer: ReturnType<typeof setTimeout>): void => {
  clearTimeout(timer)
  timers.delete(timer)
}
