import { join } from 'node:path'

type Timer = ReturnType<typeof setTimeout> | number
type SetTimer = typeof setTimeout | typeof setInterval | typeof requestAnimationFrame
type ClearTimer = typeof clearTimeout | typeof clearInterval | typeof cancelAnimationFrame

interface PendingTimer {
  /** Made where the timer was set. */
  trace: Error
  milliseconds: number
}

const sources = join(import.meta.dirname, '..')
const pending = new Map<Timer, PendingTimer>()
const realSetTimeout = globalThis.setTimeout

const recordSet = <Set extends SetTimer>(set: Set, { repeats = false } = {}): Set =>
  new Proxy(set, {
    apply: (target, self, [run, milliseconds = 0, ...rest]: [(...given: unknown[]) => void, number?, ...unknown[]]) => {
      const runAndForget = (...given: unknown[]) => {
        if (!repeats) pending.delete(timer)
        run(...given)
      }
      const timer: Timer = Reflect.apply(target, self, [runAndForget, milliseconds, ...rest])
      pending.set(timer, { trace: new Error(), milliseconds })
      return timer
    },
  })

const recordClear = <Clear extends ClearTimer>(clear: Clear): Clear =>
  new Proxy(clear, {
    apply: (target, self, [timer]: [Timer]) => {
      pending.delete(timer)
      return Reflect.apply(target, self, [timer])
    },
  })

// Files of tests share the window and this module, so all of it happens once.
globalThis.setTimeout = recordSet(globalThis.setTimeout)
globalThis.clearTimeout = recordClear(globalThis.clearTimeout)
globalThis.setInterval = recordSet(globalThis.setInterval, { repeats: true })
globalThis.clearInterval = recordClear(globalThis.clearInterval)
if (typeof requestAnimationFrame === 'function') {
  globalThis.requestAnimationFrame = recordSet(requestAnimationFrame)
  globalThis.cancelAnimationFrame = recordClear(cancelAnimationFrame)
}

/**
 * Fails where a timer that our own files set outlives its test. The window may be another one when it runs, or none: a
 * run of all tests then ends in an error that no test explains. A timer that is due at once still runs before.
 */
export const refusePendingTimers = async (): Promise<void> => {
  const isDue = [...pending.values()].some(({ milliseconds }) => milliseconds === 0)
  if (isDue) await new Promise<void>((resolve) => realSetTimeout(resolve))
  const left = [...pending.values()].flatMap(({ trace, milliseconds }) => {
    const place = placeOf(trace)
    return place === undefined ? [] : [`a timer of ${milliseconds} ms, set ${place}`]
  })
  pending.clear()
  if (left.length > 0) throw new Error(`The test is over, and there still waits ${left.join('\nand ')}`)
}

/** The line that set the timer; undefined if a package did. */
const placeOf = ({ stack = '' }: Error): string | undefined => {
  const setter = stack.split('\n').find((line) => line.startsWith('    at ') && !line.includes(import.meta.filename))
  return setter?.includes(sources) && !setter.includes('node_modules') ? setter.trim() : undefined
}
