import * as z from 'zod/mini'
import { earningSettings } from './earning-settings.ts'
import { moneySettings } from './money-settings.ts'
import { siteSettings } from './site-settings.ts'

export { HappyHour, PtcPrice } from './earning-settings.ts'
export { DepositSetting } from './money-settings.ts'

/** Everything the owner can change while the site runs, a row each. */
export const settingRows = { ...siteSettings, ...earningSettings, ...moneySettings }

type Rows = typeof settingRows
type SettingName = keyof Rows

// The rows have exactly these keys, which `Object.keys` cannot know.
const names = Object.keys(settingRows) as SettingName[]

const eachRow = <Part extends keyof Rows[SettingName]>(part: Part) =>
  // Each name keeps what its row holds.
  Object.fromEntries(names.map((name) => [name, settingRows[name][part]])) as {
    [Name in SettingName]: Rows[Name][Part]
  }

/** The bounds of all settings. */
export const Settings = z.object(eachRow('schema'))
export type Settings = z.infer<typeof Settings>

/** What a new site starts with. Empty content means the texts that come with Runnel. */
export const defaults: Settings = eachRow('standard')

export type SecretSettingName = {
  [Name in SettingName]: Rows[Name]['isSecret'] extends true ? Name : never
}[SettingName]

const isSecret = (name: SettingName): name is SecretSettingName => settingRows[name].isSecret

/** The settings that are encrypted at rest and never leave the server again. */
export const secretSettings: readonly SecretSettingName[] = names.filter(isSecret)
