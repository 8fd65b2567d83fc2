import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/mini'
import { queryClient } from '#api/cache.ts'
import { Root } from '#app/layouts/Root.tsx'
import { showAgain, startRouter } from '#app/router.ts'
import { followOtherTabs } from '#app/store.ts'
import { activateLocale, chooseLocale } from '#locales/locale.ts'
import './styles/app.css'

// Compiling a schema would need `eval`, which the content security policy forbids.
config({ jitless: true })

followOtherTabs(() => {
  queryClient.clear()
  showAgain()
})

await activateLocale(chooseLocale({ stored: localStorage.getItem('locale'), preferred: navigator.languages }))

startRouter()

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root element')
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <QueryClientProvider client={queryClient}>
      <Root />
    </QueryClientProvider>
  </I18nProvider>,
)
