import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts processor time in hundredths of a second, whatever the processor. */
const TICK_MS = 10

interface ProcessStat {
  readonly parent: number
  readonly ticks: number
  /** Of what it had started and has seen the end of. */
  readonly endedTicks: number
}

const sum = (all: number, text: string): number => all + Number(text)

/** Parent and processor time of a process; undefined for one that is gone. */
const statOf = (pid: number): ProcessStat | undefined => {
  try {
    // The name stands in parentheses and may hold blanks; what follows are numbers (proc_pid_stat(5), from field 3 on).
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const [own, ended] = [fields.slice(11, 13), fields.slice(13, 15)].map((times) => times.reduce(sum, 0))
    return { parent: Number(fields[1]), ticks: own ?? 0, endedTicks: ended ?? 0 }
  } catch {
    return undefined
  }
}

/** Milliseconds of processor time of a process so far, all threads; NaN where the system does not tell. */
export const cpuMsOf = (pid: number): number => (statOf(pid)?.ticks ?? Number.NaN) * TICK_MS

/** The same of a process and all that it started: of a PostgreSQL server with its connections. */
export const cpuMsOfTree = (root: number): number => {
  const all = new Map<number, ProcessStat>()
  for (const name of process.platform === 'linux' ? readdirSync('/proc') : []) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    if (stat !== undefined) all.set(Number(name), stat)
  }
  const isBelow = (pid: number): boolean => pid === root || (all.has(pid) && isBelow(all.get(pid)?.parent ?? 0))
  const ticks = [...all]
    .filter(([pid]) => isBelow(pid))
    .reduce((all, [, stat]) => all + stat.ticks + stat.endedTicks, 0)
  return all.has(root) ? ticks * TICK_MS : Number.NaN
}

/** The first process of the embedded database of a data folder. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
