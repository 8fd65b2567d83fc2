import { i18n, type Messages } from '@lingui/core'

const otherCatalogues = import.meta.glob<{ messages: Messages }>(['./*.po', '!./en.po'])

/** English comes with the modules that say it (build/inline-messages.ts); each other language is a chunk of its own. */
export const activateLocale = async (locale: string): Promise<void> => {
  const load = otherCatalogues[`./${locale}.po`]
  if (!load) return activateEnglish()
  const { messages } = await load()
  i18n.loadAndActivate({ locale, messages })
}

export const activateEnglish = (): void => {
  // Loading nothing only says that the language is there; in development the words stand in the code itself.
  i18n.load('en', {})
  i18n.activate('en')
}

export const knownLocales = (): string[] => ['en', ...Object.keys(otherCatalogues).map((path) => path.slice('./'.length, -'.po'.length))]

/** The stored choice first, then the browser's languages; the pseudo-language only ever by choice. */
export const chooseLocale = ({ stored, preferred }: { stored: string | null; preferred: readonly string[] }): string => {
  const known = knownLocales()
  if (stored && known.includes(stored)) return stored
  const wanted = preferred.flatMap((tag) => [tag, tag.split('-')[0] ?? tag])
  return wanted.find((tag) => known.includes(tag) && tag !== 'pseudo') ?? 'en'
}
