import { t } from '@lingui/core/macro'

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

export const tabName = (tab: SettingsTab): string => {
  switch (tab) {
    case 'site':
      return t({ id: 'admin.tab.site', message: 'Site' })
    case 'faucet':
      return t({ id: 'admin.tab.faucet', message: 'Faucet' })
    case 'bonus':
      return t({ id: 'admin.tab.bonus', message: 'Bonus' })
    case 'ptc':
      return t({ id: 'admin.tab.ptc', message: 'PTC ads' })
    case 'banners':
      return t({ id: 'admin.tab.banners', message: 'Banners' })
    case 'deposits':
      return t({ id: 'admin.tab.deposits', message: 'Deposits' })
    case 'payouts':
      return t({ id: 'admin.tab.payouts', message: 'Payouts' })
    case 'methods':
      return t({ id: 'admin.tab.methods', message: 'Withdrawal methods' })
    case 'outflow':
      return t({ id: 'admin.tab.outflow', message: 'Spending limits' })
    case 'captcha':
      return t({ id: 'admin.tab.captcha', message: 'Captcha' })
    case 'texts':
      return t({ id: 'admin.tab.texts', message: 'Pages' })
    case 'log':
      return t({ id: 'admin.tab.log', message: 'Audit' })
  }
}
