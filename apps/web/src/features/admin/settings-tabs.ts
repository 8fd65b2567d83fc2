/** The parts of the settings, as their addresses name them. */
export const settingsTabs = ['site', 'faucet', 'payouts', 'methods', 'captcha', 'texts', 'log'] as const
export type SettingsTab = (typeof settingsTabs)[number]
