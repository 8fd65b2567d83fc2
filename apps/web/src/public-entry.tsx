import { createHash } from 'node:crypto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { publicScript } from 'virtual:public-script'
import { PublicDocument } from '#features/home/PublicDocument.tsx'
import { activateLocale, speak } from '#locales/locale.ts'
import { CurrencyContext } from '#ui/currency.ts'
import publicStyles from '#web/styles/public.css?inline'
import type { PublicData, PublicInput } from './public-data.ts'
import { nothingHere, publicPages } from './public-pages.tsx'

export type { PublicContent, PublicInput } from './public-data.ts'

/** The addresses that the server answers with finished HTML. */
export const publicPaths = Object.keys(publicPages)

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** For `script-src`: the public pages run this one inline script and no other. */
export const inlineScriptHashes = [hashOf(publicScript)]

/** For `style-src`, where the server forbids inline style: the sheets of all public pages, and the site's hue. */
export const inlineStyleHashes = (site: { hue: number }): string[] => {
  const sheets = [...Object.values(publicPages), nothingHere].map(({ styles }) => publicStyles + styles)
  return [...new Set(sheets), hueStyle(site)].map(hashOf)
}

/** The whole document of a public page; a path that is none is answered with 404 and a page that says so. */
export const renderPublicPage = async (input: PublicInput): Promise<{ status: number; html: string }> => {
  const data = fillGaps(input)
  const page = (Object.hasOwn(publicPages, data.path) && publicPages[data.path]) || nothingHere
  await activateLocale(data.locale)
  // Not waited for: another page may be drawn in another language meanwhile.
  speak(data.locale)
  const { Page, title, description, styles, status } = page
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <CurrencyContext value={data.site.currency}>
        <PublicDocument
          data={data}
          title={title(data)}
          description={description(data)}
          styles={[publicStyles + styles, hueStyle(data.site)]}
        >
          <Page data={data} />
        </PublicDocument>
      </CurrencyContext>
    </I18nProvider>,
  )
  return { status: status(data), html: `<!doctype html>${html}` }
}

const fillGaps = (input: PublicInput): PublicData => ({
  stats: null,
  solvency: null,
  content: null,
  locale: 'en',
  origin: '',
  now: Date.now(),
  ...input,
})

const hueStyle = ({ hue }: { hue: number }): string => `:root{--brand-hue:${Math.trunc(Number(hue)) || 0}}`
