import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Locale, LOCALES, localizedPath } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  drawCard,
  drawIcon,
  drawnFor,
  type HomeDeps,
  homeStats,
  icons,
  inHue,
  manifestOf,
} from '#features/home/home.ts'
import type { Log } from '#kernel/log.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { readersLocale } from './app-locale.ts'
import type { Pages } from './app-pages.ts'

interface Installable {
  readonly settings: SettingsStore
  readonly log: Log
  readonly webDist: string | null
}

const built = LOCALES.map(({ tag }) => tag)

const CACHE_SECONDS = 3_600

/** The owner's logo as SVG, or ours in the owner's hue. */
const logoOf = async ({ site_logo: logo, site_hue: hue }: Settings, webDist: Installable['webDist']): Promise<string> =>
  logo === '' ? inHue(await readFile(join(webDist ?? '', 'client', 'logo.svg'), 'utf8'), hue) : logo

/** Serves the manifest and the icons that it names. */
export const serveManifest = (app: FastifyInstance, { settings, log, webDist }: Installable): void => {
  const localeOf = (request: FastifyRequest): string =>
    readersLocale(request, { built, otherwise: settings.current().site_locale })
  const draw = drawnFor(async (icon, current) => drawIcon(icon, await logoOf(current, webDist), current.site_hue))
  app.get('/site.webmanifest', (request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .send(JSON.stringify(manifestOf(settings.current(), localeOf(request)))),
  )
  for (const icon of icons) {
    app.get(icon.path, async (_request, reply) => {
      const bytes = await draw(icon, settings.current()).catch((error: unknown) => {
        // What the owner saved may be no image to this library; the browser shows the site's name then.
        log.warn({ err: error, path: icon.path }, 'could not render an icon from the logo')
        return null
      })
      if (bytes === null) return reply.callNotFound()
      return reply.type('image/png').header('cache-control', `public, max-age=${CACHE_SECONDS}`).send(bytes)
    })
  }
}

/** A drawing takes some 50 ms of processor time; nobody can make the site draw a card more often than this. */
const CARD_SECONDS = 600

/** Serves the image that others show beside a link to the site: one for each language, with the figures of now. */
export const serveCards = (app: FastifyInstance, pages: Pages & HomeDeps): void => {
  const { db, settings, clock, payouts, log, webDist } = pages
  const drawn = new Map<string, { readonly work: Promise<Buffer | null>; readonly until: number }>()
  const draw = async (locale: Locale): Promise<Buffer> => {
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
              log.warn({ err: error, locale: tag }, 'could not render the social card')
              return null
            })
      if (work !== known?.work) drawn.set(tag, { work, until: Date.now() + CARD_SECONDS * 1_000 })
      const bytes = await work
      if (bytes === null) return reply.callNotFound()
      return reply
        .type('image/png')
        .header('cache-control', `public, max-age=${CARD_SECONDS}`)
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(bytes)
    })
  }
}
