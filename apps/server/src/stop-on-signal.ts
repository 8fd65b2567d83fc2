const signals = ['SIGTERM', 'SIGINT'] as const

/** While a process starts there is nothing to finish: it ends, and what it started with it. */
export const endOnSignal = (): void => {
  for (const signal of signals) process.on(signal, end)
}

const end = (): void => process.exit(1)

/** Stops once at the first signal, and ends the process with 0 when that went well. */
export const stopOnSignal = (stop: () => Promise<boolean>): void => {
  let running: Promise<boolean> | undefined
  for (const signal of signals) {
    process.removeListener(signal, end)
    process.on(signal, () => {
      running ??= stop()
      void running.then(
        (endedWell) => process.exit(endedWell ? 0 : 1),
        () => process.exit(1),
      )
    })
  }
}
