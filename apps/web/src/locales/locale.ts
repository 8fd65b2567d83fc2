import { i18n } from '@lingui/core'
import type { Messages } from '@lingui/core'
import { messages as english } from './en.po'

const otherCatalogues = import.meta.glob<{ messages: Messages }>(['./*.po', '!./en.po'])

/** English comes with the first chunk; each other language is a chunk of its own. */
export async function activateLocale(locale: string): Promise<void> {
  const load = otherCatalogues[`./${locale}.po`]
  if (!load) return activateEnglish()
  const { messages } = await load()
  i18n.loadAndActivate({ locale, messages })
}

export function activateEnglish(): void {
  i18n.loadAndActivate({ locale: 'en', messages: english })
}

export function knownLocales(): string[] {
  return ['en', ...Object.keys(otherCatalogues).map((path) => path.slice('./'.length, -'.po'.length))]
}

/** The stored choice first, then the browser's languages; the pseudo-language only ever by choice. */
export function chooseLocale({ stored, preferred }: { stored: string | null; preferred: readonly string[] }): string {
  const known = knownLocales()
  if (stored && known.includes(stored)) return stored
  const wanted = preferred.flatMap((tag) => [tag, tag.split('-')[0] ?? tag])
  return wanted.find((tag) => known.includes(tag) && tag !== 'pseudo') ?? 'en'
}
