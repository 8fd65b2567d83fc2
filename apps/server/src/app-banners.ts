import { BannerSize } from '@runnel/contract/home'
import type { FastifyInstance } from 'fastify'
import type { SettingsStore } from '#kernel/settings.ts'
import { say } from '#kernel/words/say.ts'

interface Banners {
  readonly settings: SettingsStore
}

/**
 * Even opened by itself such a document has no origin: its scripts read no storage and no page of ours, and no address
 * of ours answers them as the user. Only our own pages may frame it.
 */
const bannerPolicy = [
  'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

/** The owner may change a banner at any time, and nobody should see the old one for long. */
const CACHE_SECONDS = 60

/** Serves the owner's ad code, each size as a document of its own for the frames of our pages. */
export const serveBanners = (app: FastifyInstance, { settings }: Banners): void => {
  for (const size of BannerSize.options) {
    app.get(`/banner/${size}`, (request, reply) => {
      const markup = settings.current()[`banner_${size}`].trim()
      if (markup === '') {
        const failure = { code: 'NOT_FOUND', msg: say('request.bannerSizeFound'), requestId: request.id }
        return reply.code(404).send(failure)
      }
      return reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', bannerPolicy)
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .send(documentOf(markup))
    })
  }
}

/** A link in a banner opens a tab, as the frame itself is too small and the page around it is out of its reach. */
const documentOf = (markup: string): string =>
  `<!doctype html><meta charset="utf-8"><meta name="robots" content="noindex"><base target="_blank">` +
  `<style>body{margin:0;overflow:hidden}</style><body>${markup}`
