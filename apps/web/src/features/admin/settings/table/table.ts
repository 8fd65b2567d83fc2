import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { banners, ptc } from './advertising.ts'
import { deposits } from './deposits.ts'
import { bonus, faucet } from './earning.ts'
import { outflow, payouts } from './payouts.ts'
import type { Layout, SettingCard, SettingName, SettingRow, SettingTab, Text } from './row.ts'
import { captcha, site, texts } from './site.ts'

export type { SettingName } from './row.ts'

const tabs = [
  site,
  faucet,
  bonus,
  ptc,
  banners,
  deposits,
  payouts,
  { key: 'methods', label: msg({ id: 'admin.tab.methods', message: 'Withdrawal methods' }), cards: [] },
  outflow,
  captcha,
  texts,
  { key: 'log', label: msg({ id: 'admin.tab.log', message: 'Audit' }), cards: [] },
] as const satisfies readonly SettingTab[]

/** The sections as their addresses name them. */
export type SettingsTab = (typeof tabs)[number]['key']

/** All settings: sections, their cards, and in these the settings. */
export const settingsTable: readonly SettingTab<SettingsTab>[] = tabs

const cardsOf = (layout: Layout): readonly SettingCard[] => ('map' in layout ? layout.flatMap(cardsOf) : [layout])

/** The settings of a card in their order, each with a row. */
export const rowsOf = (card: SettingCard): { name: SettingName; row: SettingRow }[] =>
  Object.entries(card.rows ?? {}).map(([name, row]) => ({
    // The rows of a card have only such keys.
    name: name as SettingName,
    row: 'label' in row ? row : { label: row },
  }))

/** Every setting with its card and its section. */
export const settingRows = settingsTable.flatMap((tab) =>
  cardsOf(tab.cards).flatMap((card) => rowsOf(card).map((known) => ({ ...known, card, tab }))),
)

const byName = new Map<string, (typeof settingRows)[number]>(settingRows.map((known) => [known.name, known]))

export const textOf = (text: Text): string => (typeof text === 'string' ? text : i18n._(text))

/** What a setting is called, in its form and in the log; one of an older version is told as it was written down. */
export const settingName = (name: string): string => {
  const known = byName.get(name)
  return known ? textOf(known.row.label) : name
}

export const rowOf = (name: SettingName): SettingRow => {
  const known = byName.get(name)
  if (!known) throw new Error(`The setting ${name} has no row.`)
  return known.row
}

/** What a value should look like that is refused for its form. */
export const formatOf = (name: string): string | undefined => {
  const format = byName.get(name)?.row.format
  return format && textOf(format)
}

/** Where a setting is edited. */
export const tabOf = (name: string): SettingsTab => byName.get(name)?.tab.key ?? 'site'
