/** Rings once after so many milliseconds, also in a hidden tab; the returned function calls it off. */
export const setAlarm = (milliseconds: number, ring: () => void): (() => void) => {
  const worker = startWorker()
  if (!worker) {
    const timer = setTimeout(ring, milliseconds)
    return () => clearTimeout(timer)
  }
  worker.addEventListener('message', () => {
    worker.terminate()
    ring()
  })
  worker.postMessage(milliseconds)
  return () => worker.terminate()
}

const startWorker = (): Worker | undefined => {
  try {
    return new Worker(new URL('./alarm-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    // Without threads the alarm of the page itself has to do.
    return undefined
  }
}
