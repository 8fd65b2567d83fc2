/** The parts of the settings, as their addresses name them. */
export const settingsTabs = [
  'site',
  'faucet',
  'bonus',
  'ptc',
  'banners',
  'deposits',
  'payouts',
  'methods',
  'outflow',
  'captcha',
  'texts',
  'log',
] as const
export type SettingsTab = (typeof settingsTabs)[number]
