import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import type { Site } from '@runnel/contract/home'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PagePath } from '#base/paths.ts'
import { useRoute } from '#base/route.ts'
import { ChallengePreload } from '#features/faucet/ChallengePreload.tsx'
import { home } from '#features/home/home.ts'
import { activateLocale, speak } from '#locales/locale.ts'
import type { Page } from '#shell/page.ts'
import { pages } from '#shell/pages.ts'
import { loadParts } from '#shell/router.ts'
import { CurrencyContext } from '#ui/currency.ts'
import appStyles from '#web/styles/app.css?inline'
import { styleFor } from './frame-style.ts'

interface FrameInput {
  /** A row of the page table. */
  path: PagePath
  site: Site
  /** A language of the product; an unknown one reads English. */
  locale: string
}

/** The pages that are sent with their first drawing: those that anybody may open who may sign in. */
export const framedPaths = Object.entries<Page>(pages).flatMap(([path, { access, layout }]) =>
  // The keys of the table are its paths.
  (layout === 'app' || layout === 'guest') && access !== 'admin' && access !== 'moderator' ? [path as PagePath] : [],
)

/** What may follow the first drawing before the scripts are there; `challenge-preload.ts` fills it. */
const ahead: Partial<Record<PagePath, ComponentType>> = { '/app/faucet': ChallengePreload }

/** What a page looks like before anything is known of who looks at it: layout, heading, and the space of the rest. */
export const renderFrame = async ({ path, site, locale }: FrameInput): Promise<{ html: string; style: string }> => {
  const { Layout, PageView } = await loadParts(path)
  const queries = new QueryClient()
  queries.setQueryData(home.keyOf('site'), site)
  await activateLocale(locale)
  // Not waited for: another page may be drawn in another language meanwhile.
  speak(locale)
  const shown = { path, pathname: path, params: {}, query: {}, Layout, PageView }
  // On the server React reads the state that a store began with.
  Object.assign(useRoute.getInitialState(), { shown })
  const Ahead = ahead[path]
  const drawn = renderToStaticMarkup(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <CurrencyContext value={site.currency}>
          <Layout>
            <PageView />
          </Layout>
          {Ahead && (
            <template>
              <Ahead />
            </template>
          )}
        </CurrencyContext>
      </QueryClientProvider>
    </I18nProvider>,
  )
  const html = withoutControls(drawn)
  return { html, style: styleFor(html, appStyles) }
}

/**
 * Only looks like the page: what somebody or a password manager typed here would be lost when the page takes over, and
 * what a frame loads would be loaded twice.
 */
const withoutControls = (html: string): string => {
  const still = html.replaceAll(/<(?:input\b[^>]*|(select|textarea)\b[^>]*>.*?<\/\1)>/gs, (control) => {
    const [looks = ''] = /class="[^"]*"/.exec(control) ?? []
    return `<span ${looks}></span>`
  })
  return still.replaceAll(/(?<=<iframe\b[^>]*) src="[^"]*"/g, '')
}
