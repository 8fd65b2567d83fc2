import type { Settings } from '@runnel/contract/settings'

import { type Act, acts } from './acts.ts'
import { createDice } from './dice.ts'
import { invariants } from './invariants.ts'
import { type Look, lookAt, type Looked } from './look.ts'
import { keepSignedIn } from './people.ts'
import type { Databases } from './postgres.ts'
import { openSite, type Plan, type Site } from './site.ts'
import { NothingToDoError, openStage, RefusedError, type Stage } from './stage.ts'
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
  let before = await stateOf(site)
  try {
    for (const act of running.acts) {
      if (!running.goesOn(site, history.length)) break
      history.push(act)
      const { look, words, state } = await takeStep(site, act, before)
      told.push(words)
      running.tally?.count(act.kind, words)
      before = state
      violation = await judge(look, history.length)
      if (violation !== undefined) break
    }
    violation ??= await judge(lookNow(site, before), history.length, 'batch')
  } finally {
    await site.close()
  }
  return { steps: history.length, violation, told, history }
}

/** What is held against what it was before the next act. */
interface State extends Looked {
  readonly settings: Settings
}

const stateOf = async (site: Site): Promise<State> => ({ ...(await lookAt(site)), settings: site.settings() })

const takeStep = async (site: Site, act: Act, before: State) => {
  site.turn(act.wait)
  const begun = site.clock()
  const kind = acts[act.kind]
  const stage = openStage(site, createDice(act.seed))
  if (act.wait > 60) await keepSignedIn(site.db, begun)
  const words = await doAct(stage, act)
  const state = await stateOf(site)
  const look: Look = {
    ...state,
    site,
    record: stage.record,
    moves: kind.moves,
    before: before.owned,
    after: state.owned,
    stopped: new Set([...before.stopped].filter((source) => state.stopped.has(source))),
    settings: [before.settings, state.settings],
    begun,
    rows: (sql, values = []) => site.db.raw(sql, values),
  }
  site.errors.length = 0
  return { look, words, state }
}

const doAct = async (stage: Stage, { kind }: Act): Promise<string> => {
  try {
    return await acts[kind].run(stage)
  } catch (error) {
    if (error instanceof RefusedError) return `(${kind} is refused: ${error.code})`
    if (error instanceof NothingToDoError) return `(${kind} has nothing to do)`
    if (stage.record.isTrouble) return `(${kind} breaks off: ${String(error)})`
    throw error
  }
}

const lookNow = (site: Site, { owned, stopped, settings }: State): Look => ({
  stoppedByEscrow: [],
  approvedInDebt: [],
  site,
  record: openStage(site, createDice('look')).record,
  moves: [],
  transfers: [],
  withdrawals: [],
  beginnings: [],
  before: owned,
  after: owned,
  stopped,
  settings: [settings, settings],
  begun: site.clock(),
  rows: (sql, values = []) => site.db.raw(sql, values),
})

const judge = async (look: Look, step: number, when: 'step' | 'batch' = 'step'): Promise<Violation | undefined> => {
  const isBatch = when === 'batch' || step % BATCH === 0
  for (const { name, says, when: due, broken } of invariants) {
    if (due === 'batch' && !isBatch) continue
    const details = await broken(look)
    if (details.length === 0) continue
    return { invariant: name, says, details: details.slice(0, 5).map((text) => named(look.site, text)), step }
  }
  return undefined
}

/** The names of people in the place of their ids. */
const named = ({ members, owner, partner, moderator }: Site, text: string): string =>
  [...members, owner, partner, moderator].reduce((told, { id, username }) => told.replaceAll(id, username), text)
