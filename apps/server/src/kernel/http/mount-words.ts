import type { Locale } from '@runnel/contract/locale'
import type { FastifyInstance } from 'fastify'
import type { SettingsStore } from '#kernel/settings.ts'
import { askedLocale } from '#kernel/words/asked-locale.ts'
import { renderJson } from '#kernel/words/render.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of the answer: of the account, else of the browser's choice, else of its settings. */
    locale: Locale
  }
}

/**
 * Says every answer in the caller's language: what throws or answers only names codes, and here they become words.
 * Whose session it is may set another language than the browser asked for (`admit-request.ts`).
 */
export const mountWords = (app: FastifyInstance, settings: Pick<SettingsStore, 'current'>): void => {
  app.decorateRequest('locale', 'en')
  app.addHook('onRequest', async (request) => {
    request.locale = askedLocale(request.headers, settings.current().site_locale)
  })
  app.addHook('onSend', async (request, _reply, payload) =>
    typeof payload === 'string' ? renderJson(payload, request.locale) : payload,
  )
}
