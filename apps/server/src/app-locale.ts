import { type Locale, LOCALE_COOKIE, matchLocale } from '@runnel/contract/locale'
import type { FastifyRequest } from 'fastify'
import { preferredTags } from '#kernel/words/asked-locale.ts'

/**
 * The language of a document: what this browser has chosen, or else the first of its own languages that is spoken here,
 * or else the site's own.
 * `built` names those that the web was built for; beside the product's languages that is the pseudo-language of tests.
 */
export const readersLocale = (
  request: Pick<FastifyRequest, 'cookies' | 'headers'>,
  { built, otherwise = 'en' }: { built: readonly string[]; otherwise?: Locale },
): string => {
  const chosen = request.cookies[LOCALE_COOKIE]
  if (chosen !== undefined && (chosen === 'en' || built.includes(chosen))) return chosen
  const locale = matchLocale(preferredTags(request.headers['accept-language'] ?? ''), otherwise)
  return built.includes(locale) ? locale : 'en'
}
