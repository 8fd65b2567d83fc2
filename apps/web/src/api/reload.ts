/** A challenge that must be fetched anew: the click order or the human check. */
export type ReloadTarget = 'antibot' | 'captcha'

const listeners = new Set<(target: ReloadTarget) => void>()

export const onReload = (listener: (target: ReloadTarget) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const reloadChallenge = (target: ReloadTarget): void => {
  for (const listener of listeners) listener(target)
}
