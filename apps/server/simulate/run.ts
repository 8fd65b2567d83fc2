import { type Act, acts } from './acts.ts'
import { createDice } from './dice.ts'
import { invariants } from './invariants.ts'
import { type Look, ownedNow, takeSeen } from './look.ts'
import { keepSignedIn } from './people.ts'
import type { Databases } from './postgres.ts'
import { openSite, type Plan, type Site } from './site.ts'
import { NothingToDoError, openStage, RefusedError } from './stage.ts'
import type { Tally } from './tally.ts'

/** Where a history stopped being right. */
export interface Violation {
  readonly invariant: string
  readonly says: string
  readonly details: readonly string[]
  readonly step: number
}

export interface Ending {
  readonly steps: number
  readonly violation: Violation | undefined
  /** What each step did, in words. */
  readonly told: readonly string[]
  readonly history: readonly Act[]
}

export interface Running {
  readonly databases: Databases
  readonly plan: Plan
  readonly acts: Iterable<Act>
  readonly tally?: Tally
  /** Whether it goes on; asked before each step. */
  readonly goesOn: (site: Site, steps: number) => boolean
}

const BATCH = 100

/** Lets acts happen one after the other to a new site, and stops at the first that breaks what must hold. */
export const runHistory = async (running: Running): Promise<Ending> => {
  const site = await openSite(running.databases, running.plan)
  const history: Act[] = []
  const told: string[] = []
  let violation: Violation | undefined
  let before = await ownedNow(site)
  await takeSeen(site)
  try {
    for (const act of running.acts) {
      if (!running.goesOn(site, history.length)) break
      history.push(act)
      const { look, words } = await takeStep(site, act, before)
      told.push(words)
      running.tally?.count(act.kind, words)
      before = new Map(look.after)
      violation = await judge(look, history.length)
      if (violation !== undefined) break
    }
    violation ??= await judge(await lookNow(site, before), history.length, 'batch')
  } finally {
    await site.close()
  }
  return { steps: history.length, violation, told, history }
}

const takeStep = async (site: Site, act: Act, before: Look['before']) => {
  site.turn(act.wait)
  const kind = acts[act.kind]
  const stage = openStage(site, createDice(act.seed))
  if (act.wait > 60) await keepSignedIn(site.db, site.clock())
  let words: string
  try {
    words = await kind.run(stage)
  } catch (error) {
    if (error instanceof RefusedError) words = `(${act.kind} is refused: ${error.code})`
    else if (error instanceof NothingToDoError) words = `(${act.kind} has nothing to do)`
    else if (stage.record.isTrouble) words = `(${act.kind} breaks off: ${String(error)})`
    else throw error
  }
  const [after, seen] = [await ownedNow(site), await takeSeen(site)]
  const look: Look = {
    site,
    record: stage.record,
    moves: kind.moves,
    ...seen,
    before,
    after,
    rows: (sql, values = []) => site.db.raw(sql, values),
  }
  site.errors.length = 0
  return { look, words }
}

const lookNow = async (site: Site, before: Look['before']): Promise<Look> => ({
  site,
  record: openStage(site, createDice('look')).record,
  moves: [],
  transfers: [],
  withdrawals: [],
  before,
  after: before,
  rows: (sql, values = []) => site.db.raw(sql, values),
})

const judge = async (look: Look, step: number, when: 'step' | 'batch' = 'step'): Promise<Violation | undefined> => {
  const isBatch = when === 'batch' || step % BATCH === 0
  for (const { name, says, when: due, broken } of invariants) {
    if (due === 'batch' && !isBatch) continue
    const details = await broken(look)
    if (details.length > 0) return { invariant: name, says, details: details.slice(0, 5), step }
  }
  return undefined
}
