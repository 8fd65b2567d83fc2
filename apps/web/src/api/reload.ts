/** What must be fetched anew: the click order alone, or the human check and the click order. */
export type ReloadTarget = 'antibot' | 'captcha'

const listeners = new Set<(target: ReloadTarget) => void>()

export const onReload = (listener: (target: ReloadTarget) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const reloadChallenge = (target: ReloadTarget): void => {
  for (const listener of listeners) listener(target)
}
