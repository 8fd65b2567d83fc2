import { type ActName, actNames } from './acts.ts'

interface Counts {
  done: number
  idle: number
  readonly refused: Map<string, number>
}

/** How often each kind of act was done, refused, or had nothing to do. */
export const createActCounts = () => {
  const counts = new Map<ActName, Counts>(actNames.map((name) => [name, { done: 0, idle: 0, refused: new Map() }]))
  return {
    count: (kind: ActName, words: string): void => {
      const own = counts.get(kind)
      if (own === undefined) return
      const code = /is refused: (\w+)\)$/.exec(words)?.[1]
      if (code !== undefined) own.refused.set(code, (own.refused.get(code) ?? 0) + 1)
      else if (words.startsWith('(')) own.idle += 1
      else own.done += 1
    },
    /** Kinds that were never done. */
    missing: (): ActName[] => actNames.filter((name) => counts.get(name)?.done === 0),
    lines: (): string[] =>
      actNames.map((name) => {
        const { done, idle, refused } = counts.get(name) ?? { done: 0, idle: 0, refused: new Map<string, number>() }
        const codes = [...refused].toSorted((a, b) => b[1] - a[1]).map(([code, times]) => `${code} ${times}`)
        const no = codes.length === 0 ? '' : `; refused: ${codes.slice(0, 5).join(', ')}`
        return `  ${name.padEnd(18)} ${String(done).padStart(6)} done, ${idle} idle${no}`
      }),
  }
}
export type ActCounts = ReturnType<typeof createActCounts>
