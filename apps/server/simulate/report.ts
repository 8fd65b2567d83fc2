import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RunResult } from './run.ts'
import type { Plan } from './site.ts'

/** What a failing run prints: what does not hold, and what led there. */
export const textOf = (plan: Plan, { violation, told, history }: RunResult): string => {
  if (violation === undefined) return 'Everything held.'
  const { invariant, says, details, step } = violation
  const lines = told.map(
    (words, index) => `  ${String(index + 1).padStart(4)}  +${history[index]?.wait ?? 0} s  ${words}`,
  )
  return [
    `BROKEN at step ${step} of seed ${plan.seed}: ${invariant}`,
    `  ${says}`,
    ...details.map((detail) => `  - ${detail}`),
    `The history (${told.length} acts):`,
    ...lines,
  ].join('\n')
}

/** Writes a history down so that it can be played again, with what each act did; returns where. */
export const storeHistory = (folder: string, plan: Plan, { history, told, violation }: RunResult): string => {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `simulate-${plan.seed}.json`)
  writeFileSync(path, `${JSON.stringify({ plan, violation, told, acts: history }, undefined, 1)}\n`)
  return path
}
