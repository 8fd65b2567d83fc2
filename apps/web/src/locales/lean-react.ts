import type { ReactNode } from 'react'
import { i18n } from './lean-i18n.ts'

/** In place of `@lingui/react`, like `lean-i18n.ts`: nothing changes the language of a page that is open. */
export const I18nProvider = ({ children }: { children: ReactNode }): ReactNode => children
export const useLingui = (): { i18n: typeof i18n } => ({ i18n })

export { Trans } from './LeanTrans.tsx'
