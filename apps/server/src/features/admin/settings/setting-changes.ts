import { PRICE_FACTOR, PROOF_BOUND } from '@runnel/contract/guards'
import { dailyMost, type PaidBy, type SettingGuard, settingGuards } from '@runnel/contract/settings/guards'
import type { Settings } from '@runnel/contract/settings/settings'
import { sql } from 'kysely'
import {
  type Alone,
  doneAlone,
  gainOf,
  isMovedBy,
  isSmallRise,
  riseNeedsSecond,
  SLICES_SECONDS,
  unprovedSince,
} from '#guard/approval/limits.ts'
import { needsTwoAdmins } from '#guard/approval/rules.ts'
import { later } from '#kernel/clock.ts'
import type { WriteContext } from '#kernel/context.ts'
import { asExecutor } from '#money/accounts.ts'
import type { Units } from '#money/amount.ts'

type Name = keyof Settings
type GuardOf<Kind extends SettingGuard['kind']> = Extract<SettingGuard, { readonly kind: Kind }>

interface SettingChanges {
  readonly before: Settings
  readonly after: Settings
  /** The settings that differ. */
  readonly names: readonly Name[]
}

/** What a change of settings takes. */
export interface SettingDecision {
  readonly needsProof: boolean
  /** Those that wait for a second admin. */
  readonly waits: ReadonlySet<Name>
  /** What the others let one user get more in a day, noted once for all settings of one source. */
  readonly gains: ReadonlyMap<Name, Units>
}

/** Judges a change by the guards of its settings, with what the same admin changed alone within a day. */
export const checkSettingChanges = async (context: WriteContext, changes: SettingChanges): Promise<SettingDecision> => {
  const parts = [
    checkPlainSettings(changes),
    await checkLooseningSettings(context, changes),
    await checkAmountSettings(context, changes),
    await checkPriceSettings(context, changes),
  ]
  return {
    needsProof: parts.some(({ needsProof }) => needsProof),
    waits: new Set(parts.flatMap(({ waits }) => [...waits])),
    gains: new Map(parts.flatMap(({ gains }) => [...gains])),
  }
}

const nothing: SettingDecision = { needsProof: false, waits: new Set(), gains: new Map() }

const guardsOf = <Kind extends SettingGuard['kind']>(names: readonly Name[], kind: Kind) =>
  names.flatMap((name) => {
    const guard = settingGuards[name]
    // Its kind says which of the guards it is.
    return guard.kind === kind ? [{ name, guard: guard as GuardOf<Kind> }] : []
  })

const checkPlainSettings = ({ names }: SettingChanges): SettingDecision => ({
  ...nothing,
  needsProof: guardsOf(names, 'proof').length > 0,
})

const checkLooseningSettings = async (
  context: WriteContext,
  { before, after, names }: SettingChanges,
): Promise<SettingDecision> => {
  const guards = guardsOf(names, 'loosens')
  const loose = guards.filter(({ guard }) => guard.isLooser(before, after)).map(({ name }) => name)
  const waits = loose.length > 0 && (await needsTwoAdmins(context)) ? loose : []
  return { ...nothing, needsProof: guards.length > 0, waits: new Set(waits) }
}

const checkAmountSettings = async (
  context: WriteContext,
  { before, after, names }: SettingChanges,
): Promise<SettingDecision> => {
  const guards = guardsOf(names, 'bounded')
  if (guards.length === 0) return nothing
  let alone: Alone = await doneAlone(context)
  let needsProof = false
  const waits: Name[] = []
  const gains = new Map<Name, Units>()
  const lately = await valuesAt(context, { now: before, names, since: unprovedSince(context) })
  for (const [paidBy, some] of Map.groupBy(guards, ({ guard }) => guard.paidBy)) {
    const rise = riseOf(paidBy, before, after)
    const gain = gainOf(rise)
    // Measured by what it was before the first raise without a proof, so that a large one is not made in steps.
    const isSmall = gain === 0 || (isSmallRise(rise, alone) && isSmallRise(riseOf(paidBy, lately, after), NONE))
    const isForTwo = await riseNeedsSecond(context, rise, alone)
    needsProof ||= !isSmall || isForTwo
    if (isForTwo) waits.push(...some.map(({ name }) => name))
    else {
      const [first] = some
      if (first !== undefined) gains.set(first.name, gain)
      alone = { ...alone, open: alone.open + gain, unproved: alone.unproved + gain }
    }
  }
  return { needsProof, waits: new Set(waits), gains }
}

const NONE = { unproved: 0 } as const

const riseOf = (paidBy: PaidBy, before: Settings, after: Settings) => ({
  from: dailyMost[paidBy](before),
  to: dailyMost[paidBy](after),
})

const checkPriceSettings = async (
  context: WriteContext,
  { before, after, names }: SettingChanges,
): Promise<SettingDecision> => {
  const guards = guardsOf(names, 'priced')
  if (guards.length === 0) return nothing
  const { now } = context
  const lately = await valuesAt(context, { now: before, names, since: unprovedSince(context) })
  const yesterday = await valuesAt(context, { now: before, names, since: later(now, -SLICES_SECONDS) })
  const isForTwo = await needsTwoAdmins(context)
  const movedBy = (then: Settings, factor: number): readonly Name[] =>
    guards.filter(({ guard }) => isMoved(guard.figures(then), guard.figures(after), factor)).map(({ name }) => name)
  const waits = isForTwo ? movedBy(yesterday, PRICE_FACTOR) : []
  const needsProof = waits.length > 0 || movedBy(lately, 1 + PROOF_BOUND.percent / 100).length > 0
  return { needsProof, waits: new Set(waits), gains: new Map() }
}

type Figures = Readonly<Record<string, number>>

/** What is not sold any more is no price; what is sold anew had none. */
const isMoved = (then: Figures, now: Figures, factor: number): boolean =>
  Object.entries(now).some(([name, to]) => isMovedBy({ from: then[name] ?? 0, to }, factor, 'both'))

interface ValuesAtInput {
  readonly now: Settings
  readonly names: readonly Name[]
  readonly since: Date
}

/** Settings as they were before the first change since then that one admin made alone. */
const valuesAt = async ({ tx }: Pick<WriteContext, 'tx'>, { now, names, since }: ValuesAtInput): Promise<Settings> => {
  const sources = new Set(names.flatMap((name) => sourceOf(name)))
  const wanted = namesOf(now).filter(
    (name) => names.includes(name) || sourceOf(name).some((source) => sources.has(source)),
  )
  const { rows } = await sql<{ name: string; value: unknown }>`
    SELECT DISTINCT ON (target) target AS name, before AS value FROM audit
    WHERE action = 'setting.save' AND target = ANY(${wanted}) AND gain IS NOT NULL AND at > ${since}
    ORDER BY target, at, id`.execute(asExecutor(tx))
  return { ...now, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}

const sourceOf = (name: Name): readonly PaidBy[] => {
  const guard = settingGuards[name]
  return guard.kind === 'bounded' ? [guard.paidBy] : []
}

// The settings' type has exactly these keys, which `Object.keys` cannot know.
const namesOf = (settings: Settings) => Object.keys(settings) as Name[]
