import { LOCALE_COOKIE, matchLocale } from '@runnel/contract/locale'
import type { FastifyRequest } from 'fastify'

/** More than any browser sends. */
const MOST_LANGUAGES = 20

/**
 * The language of a document: what this browser has chosen, or else the first of its own languages that is spoken here.
 * `built` names those that the web was built for; beside the product's languages that is the pseudo-language of tests.
 */
export const readersLocale = (request: FastifyRequest, built: readonly string[]): string => {
  const chosen = request.cookies[LOCALE_COOKIE]
  if (chosen !== undefined && (chosen === 'en' || built.includes(chosen))) return chosen
  const locale = matchLocale(languagesOf(request.headers['accept-language'] ?? ''))
  return built.includes(locale) ? locale : 'en'
}

/** The tags of `Accept-Language`, best first. */
const languagesOf = (header: string): string[] => {
  const named = header.split(',', MOST_LANGUAGES).flatMap((part) => {
    const [tag = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((text) => text.startsWith('q='))?.slice('q='.length)
    const weight = quality === undefined ? 1 : Number(quality)
    return /^[\w-]+$/.test(tag) && weight > 0 ? [{ tag, weight }] : []
  })
  return named.toSorted((a, b) => b.weight - a.weight).map(({ tag }) => tag)
}
