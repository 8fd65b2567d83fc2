import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCALES } from '@runnel/contract/locale'
import type { Settings } from '@runnel/contract/settings/settings'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { drawIcon, drawnFor, icons, inHue, manifestOf } from '#features/home/home.ts'
import type { Log } from '#kernel/log.ts'
import type { SettingsStore } from '#kernel/settings.ts'
import { readersLocale } from './app-locale.ts'

interface Installable {
  readonly settings: SettingsStore
  readonly log: Log
  readonly webDist: string | null
}

const built = LOCALES.map(({ tag }) => tag)

const CACHE_SECONDS = 3_600

/** The owner's logo as SVG, or ours in the owner's hue. */
export const logoOf = async (
  { site_logo: logo, site_hue: hue }: Settings,
  webDist: Installable['webDist'],
): Promise<string> =>
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
        log.warn({ err: error, path: icon.path }, 'an icon could not be drawn from the logo')
        return null
      })
      if (bytes === null) return reply.callNotFound()
      return reply.type('image/png').header('cache-control', `public, max-age=${CACHE_SECONDS}`).send(bytes)
    })
  }
}
