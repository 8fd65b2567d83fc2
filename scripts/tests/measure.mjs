// A set-up file of every project of the tests: notes for each test file how much processor time it took.
import { readFileSync } from 'node:fs'
import { afterAll } from 'vitest'

/** Linux counts its clock in hundredths of a second here, whatever the kernel's own tick is. */
const TICKS_A_SECOND = 100

/**
 * Processor time of this process and of the children that have ended, in seconds. Only Linux tells that of children;
 * elsewhere a file that starts programs seems cheaper than it is.
 */
const cpuSeconds = () => {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The name of the program stands in parentheses and may hold blanks; utime is the 12th field behind it (proc(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND
  } catch {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  }
}

// Vitest runs this file anew before each test file, also where several share a process.
const before = cpuSeconds()

// The first hook of a file runs last, so that the time of all its other hooks counts.
// oxlint-disable-next-line no-empty-pattern -- Vitest reads the first parameter's text and takes only a pattern.
afterAll(({}, file) => {
  file.meta.cpuSeconds = cpuSeconds() - before
})
