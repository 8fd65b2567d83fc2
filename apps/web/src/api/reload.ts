/** A challenge that must be fetched anew: the click order or the human check. */
export type ReloadTarget = 'antibot' | 'captcha'

const listeners = new Set<(target: ReloadTarget) => void>()

export function onReload(listener: (target: ReloadTarget) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function reloadChallenge(target: ReloadTarget): void {
  for (const listener of listeners) listener(target)
}
