import { t } from '@lingui/core/macro'
import { LOCALES } from '@runnel/contract/locale'

/** The languages that a text was written in beside its main one, as a hint; nothing where there are none. */
export const translatedNames = (texts: readonly { readonly locale: string }[]): string | undefined => {
  const names = LOCALES.filter(({ tag }) => texts.some(({ locale }) => locale === tag))
    .map(({ name }) => name)
    .join(', ')
  return names === '' ? undefined : t({ id: 'admin.translations.done', message: `Translated: ${names}` })
}
