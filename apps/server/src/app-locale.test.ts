import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { readersLocale } from './app-locale.ts'

const reader = (acceptLanguage?: string, locale?: string): FastifyRequest =>
  // No more of a request is read.
  ({
    headers: { 'accept-language': acceptLanguage },
    cookies: locale === undefined ? {} : { locale },
  }) as unknown as FastifyRequest

test.each([
  [undefined, undefined, 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', undefined, 'es'],
  ['de-DE,de;q=0.9', undefined, 'en'],
  ['de, en;q=0.5, ar;q=0.7', undefined, 'ar'],
  ['pt-PT', undefined, 'pt-BR'],
  ['es;q=0, ar', undefined, 'ar'],
  ['tr', undefined, 'en'],
  [';;q=, ,*;q=1,\u0000', undefined, 'en'],
  ['es', 'ar', 'ar'],
  ['es', 'en', 'en'],
  ['es', 'pseudo', 'pseudo'],
  ['es', '../../etc', 'es'],
  ['es', 'tr', 'es'],
])('a browser that asks for %s and has chosen %s reads %s', (languages, chosen, expected) => {
  expect(readersLocale(reader(languages, chosen), { built: ['es', 'pt-BR', 'ar', 'pseudo'] })).toBe(expected)
})
