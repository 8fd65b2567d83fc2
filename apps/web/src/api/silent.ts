const quietSignals = new WeakSet<AbortSignal>()

/** Marks a call as background work: what fails there is obeyed, but nobody is told by a toast. */
export const silence = (signal: AbortSignal): AbortSignal => {
  quietSignals.add(signal)
  return signal
}

export const isSilent = (signal: AbortSignal | undefined): boolean => signal !== undefined && quietSignals.has(signal)
