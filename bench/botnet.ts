import { scoreTown, thresholds } from '@runnel/server/src/test/botnet.ts'
import type { Bar } from './antibot.ts'

const seeds = ['river', 'harbour', 'orchard', 'station', 'meadow'] as const
const percent = (share: number): string => `${(100 * share).toFixed(2)} %`

/**
 * The simulator of ANTIBOT.md 4: 8,000 people (carriers, families, internet cafés, VPNs, prints that collide) and 410
 * robots of five strategies, judged by the very rules that run over the database. What people do is assumed.
 */
export const botnetBench = (say: (text: string) => void): Bar[] => {
  const worst = { precision: 1, recall: 1, held: 0, locked: 0 }
  for (const seed of seeds) {
    const { precision, recall, people, byStrategy } = scoreTown(seed)
    say(`  town ${seed}`)
    for (const at of thresholds) {
      const strategies = [...byStrategy].map(([name, caught]) => `${name} ${caught[at].toFixed(2)}`).join(' · ')
      const found = `precision ${precision[at].toFixed(3)}, recall ${recall[at].toFixed(3)}`
      const all = `${found}, people ${percent(people[at])}`
      say(`    at ${at}: ${all} (${strategies})`)
    }
    worst.precision = Math.min(worst.precision, precision[60])
    worst.recall = Math.min(worst.recall, recall[60])
    worst.held = Math.max(worst.held, people[60])
    worst.locked = Math.max(worst.locked, people[80])
  }
  const { precision, recall, held, locked } = worst
  return [
    bar('S2 precision at 60, worst of five towns', '>= 0.90', precision.toFixed(3), precision >= 0.9),
    bar('S2 recall at 60 without the lone careful', '>= 0.97', recall.toFixed(3), recall >= 0.97),
    bar('S2 people held', '<= 0.50 %', percent(held), held <= 0.005),
    bar('S3 people locked by themselves', '<= 0.15 %', percent(locked), locked <= 0.0015),
  ]
}

const bar = (name: string, goal: string, measured: string, held: boolean): Bar => ({ bar: name, goal, measured, held })
