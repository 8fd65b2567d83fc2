import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#api/cache.ts'
import { whenStyled } from '#base/first-paint.ts'
import { followOtherTabs } from '#base/store.ts'
import { home, siteOfDocument } from '#features/home/home.ts'
import { activateLocale, ownLocale } from '#locales/locale.ts'
import { Root } from '#shell/layouts/Root.tsx'
import { recheckAccess, startRouter } from '#shell/router.ts'
import './styles/app.css'

// Compiling a schema would need `eval`, which the content security policy forbids. The library that would do it comes
// with the forms, and reads this when it does.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const site = siteOfDocument()
if (site) queryClient.setQueryData(home.keyOf('site'), site)

followOtherTabs(() => {
  queryClient.clear()
  recheckAccess()
})

/** Until now the document has shown the first drawing of the page. */
const showApp = (): void => {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has lost its root element')
  const app = (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <Root />
      </QueryClientProvider>
    </I18nProvider>
  )
  // In slices, between which a slow phone answers to fingers.
  startTransition(() => createRoot(root).render(app))
}

// Nothing waits at the top of this module: every part imports it, and WebKit before Safari 27 hands out a part that is
// asked for twice before a module that waits has run (bugs.webkit.org/show_bug.cgi?id=242740).
void activateLocale(ownLocale())
  .then(() => Promise.all([startRouter(), whenStyled()]))
  .then(showApp)
