import type { Settings } from '@runnel/contract/settings/settings'
import { refuse } from '#kernel/refusal.ts'
import { inLocales, say, together } from '#kernel/words/say.ts'

/** What the owner says while the site is closed, in every language that it was written in; may be empty. */
export const maintenanceMessage = (settings: Settings): string =>
  inLocales(
    settings.maintenance_message,
    Object.fromEntries(settings.maintenance_translations.map(({ locale, text }) => [locale, text])),
  )

/** Refuses whoever comes while the site is closed. */
export const refuseMaintained = (settings: Settings): never => {
  const message = maintenanceMessage(settings)
  return refuse('maintenance', 'MAINTENANCE', together(message === '' ? say('siteUnderMaintenance') : message), {
    isMaintaining: true,
  })
}
