/** Stops once at the first signal, and ends the process with 0 when that went well. */
export const stopOnSignal = (stop: () => Promise<boolean>): void => {
  let running: Promise<boolean> | undefined
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      running ??= stop()
      void running.then(
        (endedWell) => process.exit(endedWell ? 0 : 1),
        () => process.exit(1),
      )
    })
  }
}
