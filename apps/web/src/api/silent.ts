const quietSignals = new WeakSet<AbortSignal>()

/** Marks a call as background work: what fails there is obeyed, but nobody is told by a toast. */
export function silence(signal: AbortSignal): AbortSignal {
  quietSignals.add(signal)
  return signal
}

export function isSilent(signal: AbortSignal | undefined): boolean {
  return signal !== undefined && quietSignals.has(signal)
}
