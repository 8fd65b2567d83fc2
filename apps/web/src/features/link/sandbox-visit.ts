/** The sandbox has no pages in between: the address that it gives is our own. */
export function isSandbox(address: string): boolean {
  return URL.parse(address)?.origin === window.location.origin
}

/**
 * How long a visit of the sandbox lasts: about as long as visits of this link usually do, or it would be refused as too
 * fast. People are not equally fast each time, and who is looks like a program.
 */
export function sandboxSeconds(usual: number): number {
  return Math.max(1, Math.ceil(usual * (0.9 + 0.6 * Math.random())))
}

/** Waits, unless the page is left meanwhile; returns whether it is still there. */
export function stay(seconds: number, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(false)
    const timer = setTimeout(() => resolve(true), seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve(false)
    })
  })
}
