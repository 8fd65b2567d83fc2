import { t } from '@lingui/core/macro'
import { ContentPage } from './ContentPage.tsx'
import { HomePage } from './HomePage.tsx'
import type { PublicPage } from './public-data.ts'

/** The pages that are sent as finished HTML, without React. */
export const publicPages: Record<string, PublicPage> = {
  '/': {
    title: () => t({ id: 'home.title', message: 'Home' }),
    description: ({ site }) => {
      const name = site.name
      return t({ id: 'home.description', message: `${name} pays you in crypto for small things, and shows every payout.` })
    },
    Page: HomePage,
  },
  '/privacy-policy': contentPage(() => t({ id: 'home.privacy.title', message: 'Privacy policy' })),
  '/terms-of-service': contentPage(() => t({ id: 'home.terms.title', message: 'Terms of service' })),
}

function contentPage(title: () => string): PublicPage {
  return {
    title,
    description: ({ site }) => `${title()}: ${site.name}`,
    Page: ({ data }) => <ContentPage title={title()} content={data.content} />,
  }
}
