import { createHash } from 'node:crypto'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToStaticMarkup } from 'react-dom/server'
import { publicScript } from 'virtual:public-script'
import type { PublicData } from '#features/home/public-data.ts'
import { publicPages } from '#features/home/public-pages.tsx'
import { PublicDocument } from '#features/home/PublicDocument.tsx'
import { activateEnglish } from '#locales/locale.ts'
import { CurrencyContext } from '#ui/currency.ts'

export type { PublicData } from '#features/home/public-data.ts'

/** The addresses that the server answers with finished HTML. */
export const publicPaths = Object.keys(publicPages)

/** For `script-src`: the public pages run this one inline script and no other. */
export const publicScriptHash = `sha256-${createHash('sha256').update(publicScript).digest('base64')}`

export function renderPublicPage(path: string, data: PublicData): { html: string; status: number } {
  const page = publicPages[path]
  if (!page) throw new Error(`${path} is no public page; publicPaths lists them`)
  activateEnglish()
  const { Page, title, description } = page
  const html = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <CurrencyContext value={data.site.currency}>
        <PublicDocument path={path} title={title(data)} description={description(data)} data={data}>
          <Page data={data} />
        </PublicDocument>
      </CurrencyContext>
    </I18nProvider>,
  )
  return { html: `<!doctype html>${html}`, status: 200 }
}
