import { AdKind } from '@runnel/contract/advertise'
import type { RateSource } from '@runnel/contract/payout'
import type { DepositSetting, HappyHour, PtcPrice, Settings } from '@runnel/contract/settings/settings'
import { unitsFromText } from '#ui/form/amount-text.ts'
import type { SettingName } from './table/table.ts'

type Translation = Settings['maintenance_translations'][number]

/** A row of a list as its fields hold it; the fee of a way to pay in is a percentage there. */
type RowDraft<Row> = { [Part in keyof Row]: Row[Part] extends number ? string : Row[Part] }
export type DepositDraft = RowDraft<DepositSetting>
export type PriceDraft = RowDraft<PtcPrice>

/** The settings as a form holds them: what is a number in the contract is text while somebody types it. */
export type Draft = {
  [Name in SettingName]: Settings[Name] extends boolean
    ? boolean
    : Settings[Name] extends readonly number[]
      ? string[]
      : Settings[Name] extends readonly (infer Row)[]
        ? RowDraft<Row>[]
        : Settings[Name] extends object
          ? PartsDraft<Settings[Name]>
          : string
}

/** Parts with names, and parts of these: every number is text while somebody types it. */
type PartsDraft<Value> = { [Part in keyof Value]: Value[Part] extends number ? string : PartsDraft<Value[Part]> }

export const draftOf = (settings: Settings): Draft => {
  const entries = Object.entries(settings).map(([name, value]) => [name, asDraft(value)])
  // Each value became what `Draft` says of its type.
  const draft = Object.fromEntries(entries) as Draft
  return { ...draft, ptc_prices: inOrder(draft.ptc_prices) }
}

const asDraft = (value: Settings[SettingName]): unknown => {
  if (typeof value === 'number') return String(value)
  if (!Array.isArray(value)) return typeof value === 'object' ? eachPart(value, String) : value
  const rows: readonly (number | string | HappyHour | DepositSetting | PtcPrice | RateSource | Translation)[] = value
  return rows.map((row) => (typeof row === 'object' ? asRow(row) : String(row)))
}

/** The same parts with every value that is no part itself put through `change`. */
const eachPart = (parts: object, change: (value: unknown) => unknown): object => {
  const entries = Object.entries(parts).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'object' && value !== null ? eachPart(value, change) : change(value),
  ])
  return Object.fromEntries(entries)
}

const asRow = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([part, known]) => [part, asPart(part, known)]))

const asPart = (part: string, value: string | number | boolean): string | boolean => {
  if (typeof value !== 'number') return value
  return part === feePart ? String(value / 100) : String(value)
}

const feePart = 'feeBasisPoints' satisfies keyof DepositSetting
const numberParts: readonly string[] = ['minimum', 'maximum', 'timer', 'price'] satisfies (
  | keyof DepositSetting
  | keyof PtcPrice
)[]

/** By kind and length, so that a price which went and came back is no change. */
export const inOrder = (prices: readonly PriceDraft[]): PriceDraft[] => {
  const kinds = AdKind.options
  return prices.toSorted((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || Number(a.timer) - Number(b.timer))
}

/** Only what differs from what is saved, as the contract wants it; text that is no number stays what it is. */
export const changesOf = (draft: Draft, saved: Settings): Partial<Settings> => {
  const before = draftOf(saved)
  const names = namesOf(saved)
    .filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(before[name]))
    // '1,200' is 1200.
    .filter((name) => typeof saved[name] !== 'number' || wholeNumber(String(draft[name])) !== saved[name])
  return Object.fromEntries(
    names.map((name) => [name, isOfTexts(name) ? draft[name] : readAs(draft[name], saved[name])]),
  )
}

/** The draft upon newer settings: what was typed stays, and all else is as it is saved now. */
export const rebased = (draft: Draft, before: Settings, now: Settings): Draft => {
  const base = draftOf(before)
  const typed = namesOf(before).filter((name) => JSON.stringify(draft[name]) !== JSON.stringify(base[name]))
  return { ...draftOf(now), ...Object.fromEntries(typed.map((name) => [name, draft[name]])) }
}

/** The names of the settings; the type has exactly these keys, which `Object.keys` cannot know. */
export const namesOf = (settings: Partial<Settings>): SettingName[] => Object.keys(settings) as SettingName[]

/** A list of codes, whose rows are no numbers. */
const isOfTexts = (name: SettingName): boolean => name.startsWith('closed_countries_')

const readAs = (value: Draft[SettingName], like: Settings[SettingName]): unknown => {
  if (Array.isArray(value)) return value.map((row) => (typeof row === 'string' ? wholeNumber(row) : readRow(row)))
  if (typeof like === 'object' && typeof value === 'object') return eachPart(value, (text) => wholeNumber(String(text)))
  if (typeof like !== 'number' || typeof value !== 'string') return value
  return wholeNumber(value)
}

const readRow = (row: object): object =>
  Object.fromEntries(Object.entries(row).map(([part, value]) => [part, readPart(part, value)]))

const readPart = (part: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (part === feePart) return basisPointsOf(value)
  return numberParts.includes(part) ? wholeNumber(value) : value
}

/** A percentage that was typed, '1.5', in hundredths; what is none becomes NaN, which every schema refuses. */
export const basisPointsOf = (text: string): number => {
  const parts = /^(\d{1,3})(?:[.,](\d{1,2}))?$/.exec(text.trim())
  return parts ? Number(parts[1]) * 100 + Number((parts[2] ?? '').padEnd(2, '0')) : NaN
}

/** A whole number that was typed, with or without separators; what is none becomes NaN, which every schema refuses. */
export const wholeNumber = (text: string): number => unitsFromText(text) ?? NaN
