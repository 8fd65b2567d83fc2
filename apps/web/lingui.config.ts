import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'
import { LOCALES } from '@runnel/contract/locale'

/**
 * Messages live beside the code with explicit ids; `npm run messages` copies them into the English catalogue. The other
 * languages are written by people (`docs/translating.md`).
 */
export default defineConfig({
  sourceLocale: 'en',
  locales: [...LOCALES.map(({ tag }) => tag), 'pseudo'],
  // The marks let a test see at once which words on a page never went through the catalogue,.
  pseudoLocale: { locale: 'pseudo', prepend: '⟦', append: '⟧' },
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/src/locales/{locale}',
      include: ['<rootDir>/src'],
      exclude: ['**/*.test.*', '**/features/main/DevUi*', '**/features/main/ui-kit/**'],
    },
  ],
  format: formatter({ origins: false, lineNumbers: false, explicitIdAsDefault: true }),
  orderBy: 'messageId',
})
