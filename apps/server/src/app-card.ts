import { LOCALES, localizedPath } from '@runnel/contract/locale'
import type { FastifyInstance } from 'fastify'
import { drawCard, type HomeDeps, homeStats } from '#features/home/home.ts'
import { logoOf } from './app-manifest.ts'
import type { Pages } from './app-pages.ts'

/** A drawing takes some 50 ms of processor time; nobody can make the site draw a card more often than this. */
const CACHE_SECONDS = 600

/** Serves the image that others show beside a link to the site: one for each language, with the figures of now. */
export const serveCards = (app: FastifyInstance, pages: Pages & HomeDeps): void => {
  const { db, settings, clock, payouts, log, webDist } = pages
  const drawn = new Map<string, { readonly work: Promise<Buffer | null>; readonly until: number }>()
  const draw = async (locale: (typeof LOCALES)[number]['tag']): Promise<Buffer> => {
    const current = settings.current()
    const { week, paidOut } = await homeStats(db.read, { payouts, settings: current, now: clock() })
    const logo = await logoOf(current, webDist)
    const { site_name: name, site_hue: hue, site_currency: currency } = current
    return drawCard({ name, hue, currency, logo, locale, figures: { ...week, paidOut } })
  }
  for (const { tag } of LOCALES) {
    app.get(localizedPath('/og.png', tag), async (_request, reply) => {
      const known = drawn.get(tag)
      // What fails is kept as well: a logo that cannot be drawn now cannot be drawn a second later.
      const work =
        known !== undefined && known.until > Date.now()
          ? known.work
          : draw(tag).catch((error: unknown) => {
              log.warn({ err: error, locale: tag }, 'the social card could not be drawn')
              return null
            })
      if (work !== known?.work) drawn.set(tag, { work, until: Date.now() + CACHE_SECONDS * 1_000 })
      const bytes = await work
      if (bytes === null) return reply.callNotFound()
      return reply
        .type('image/png')
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes)
    })
  }
}
