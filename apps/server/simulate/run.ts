import type { Settings } from '@runnel/contract/settings/settings'
import { NothingToDoError, openActContext, RefusedError, type ActContext } from './act-context.ts'
import type { ActCounts } from './act-counts.ts'
import { type Act, acts } from './acts.ts'
import { createDice } from './dice.ts'
import { invariants } from './invariants.ts'
import { type Observation, readDatabaseState, type DatabaseState } from './observation.ts'
import { refreshSessions } from './people.ts'
import type { Databases } from './postgres.ts'
import { openSite, type Plan, type Site } from './site.ts'

/** Where a history stopped being right. */
export interface Violation {
  readonly invariant: string
  readonly says: string
  readonly details: readonly string[]
  readonly step: number
}

export interface RunResult {
  readonly steps: number
  readonly violation: Violation | undefined
  /** What each step did, in words. */
  readonly told: readonly string[]
  readonly history: readonly Act[]
}

export interface RunInput {
  readonly databases: Databases
  readonly plan: Plan
  readonly acts: Iterable<Act>
  readonly tally?: ActCounts
  /** Whether it goes on; asked before each step. */
  readonly goesOn: (site: Site, steps: number) => boolean
}

const BATCH = 100

/** Lets acts happen one after the other to a new site, and stops at the first that breaks what must hold. */
export const runHistory = async (input: RunInput): Promise<RunResult> => {
  const site = await openSite(input.databases, input.plan)
  const history: Act[] = []
  const told: string[] = []
  let violation: Violation | undefined
  let before = await stateOf(site)
  try {
    for (const act of input.acts) {
      if (!input.goesOn(site, history.length)) break
      history.push(act)
      const { look, words, state } = await takeStep(site, act, before)
      told.push(words)
      input.tally?.count(act.kind, words)
      before = state
      violation = await checkInvariants(look, history.length)
      if (violation !== undefined) break
    }
    violation ??= await checkInvariants(currentObservation(site, before), history.length, 'batch')
  } finally {
    await site.close()
  }
  return { steps: history.length, violation, told, history }
}

/** What is held against what it was before the next act. */
interface State extends DatabaseState {
  readonly settings: Settings
}

const stateOf = async (site: Site): Promise<State> => ({
  ...(await readDatabaseState(site)),
  settings: site.settings(),
})

const takeStep = async (site: Site, act: Act, before: State) => {
  site.turn(act.wait)
  const begun = site.clock()
  const kind = acts[act.kind]
  const context = openActContext(site, createDice(act.seed))
  if (act.wait > 60) await refreshSessions(site.db, begun)
  const words = await doAct(context, act)
  const state = await stateOf(site)
  const look: Observation = {
    ...state,
    site,
    record: context.record,
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

const doAct = async (context: ActContext, { kind }: Act): Promise<string> => {
  try {
    return await acts[kind].run(context)
  } catch (error) {
    if (error instanceof RefusedError) return `(${kind} is refused: ${error.code})`
    if (error instanceof NothingToDoError) return `(${kind} has nothing to do)`
    if (context.record.isTrouble) return `(${kind} breaks off: ${String(error)})`
    throw error
  }
}

const currentObservation = (site: Site, { owned, stopped, settings }: State): Observation => ({
  stoppedByEscrow: [],
  approvedInDebt: [],
  site,
  record: openActContext(site, createDice('look')).record,
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

const checkInvariants = async (
  look: Observation,
  step: number,
  when: 'step' | 'batch' = 'step',
): Promise<Violation | undefined> => {
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
