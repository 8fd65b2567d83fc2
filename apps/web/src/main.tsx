import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot } from 'react-dom/client'
import { DevUiPage } from '#features/main/DevUiPage.tsx'
import { activateLocale, chooseLocale } from '#locales/locale.ts'
import './styles/app.css'

await activateLocale(chooseLocale({ stored: localStorage.getItem('locale'), preferred: navigator.languages }))

const root = document.getElementById('root')
if (!root) throw new Error('index.html has lost its root element')
createRoot(root).render(
  <I18nProvider i18n={i18n}>
    <DevUiPage />
  </I18nProvider>,
)
