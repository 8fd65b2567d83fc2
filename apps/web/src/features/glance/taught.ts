const name = 'lessons'
/** So many short checks explain themselves. */
const LESSONS = 2

/** How many checks this browser has explained. */
const known = (): number => {
  try {
    return Number(localStorage.getItem(name))
  } catch {
    return 0
  }
}

/** Whether the rule needs no teaching any more; the first drawing of the page is made before anybody knows. */
export const isTaught = (): boolean => typeof document !== 'undefined' && known() >= LESSONS

export const countLesson = (): void => {
  try {
    localStorage.setItem(name, String(known() + 1))
  } catch {
    // A browser that keeps nothing is taught each time.
  }
}
