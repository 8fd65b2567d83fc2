import { t } from '@lingui/core/macro'
import contactStyles from '#features/contact/contact.css?inline'
import { ContactPage } from '#features/contact/ContactPage.tsx'
import { ContentPage } from '#features/home/ContentPage.tsx'
import homeBelowStyles from '#features/home/home-below.css?inline'
import homeEarnStyles from '#features/home/home-earn.css?inline'
import homeSolvencyStyles from '#features/home/home-solvency.css?inline'
import homeStyles from '#features/home/home.css?inline'
import { HomePage } from '#features/home/landing/HomePage.tsx'
import { PublicNotFoundPage } from '#features/home/PublicNotFoundPage.tsx'
import solvencyStyles from '#features/home/solvency/solvency.css?inline'
import { SolvencyPage } from '#features/home/solvency/SolvencyPage.tsx'
import formStyles from '#web/styles/form.css?inline'
import proseStyles from '#web/styles/prose.css?inline'
import type { PublicPage } from './public-data.ts'

const contentPage = (title: () => string): PublicPage => ({
  title,
  description: ({ site }) => `${title()}: ${site.name}`,
  styles: proseStyles,
  status: ({ content }) => (content ? 200 : 404),
  Page: ({ data }) => <ContentPage title={title()} content={data.content} />,
})

/** The pages that are sent as finished HTML, without React. */
export const publicPages: Record<string, PublicPage> = {
  '/': {
    title: () => t({ id: 'root.title', message: 'Home' }),
    description: ({ site }) => {
      const name = site.name
      return t({
        id: 'root.description',
        message: `Earn free crypto with ${name} and withdraw it to your wallet. Rewards, fees and payouts are public.`,
      })
    },
    styles: homeStyles + homeBelowStyles + homeEarnStyles + homeSolvencyStyles,
    status: () => 200,
    Page: HomePage,
  },
  '/privacy-policy': contentPage(() => t({ id: 'root.privacy.title', message: 'Privacy policy' })),
  '/terms-of-service': contentPage(() => t({ id: 'root.terms.title', message: 'Terms of service' })),
  '/solvency': {
    title: () => t({ id: 'page.solvency', message: 'Solvency' }),
    description: ({ site }) => {
      const name = site.name
      return t({
        id: 'root.solvency.description',
        message: `Liabilities and reserves of ${name}, calculated from the ledger and wallets.`,
      })
    },
    styles: solvencyStyles,
    status: ({ solvency }) => (solvency === 'off' ? 404 : 200),
    Page: SolvencyPage,
  },
  '/contact': {
    title: () => t({ id: 'root.contact.title', message: 'Contact us' }),
    description: ({ site }) => {
      const name = site.name
      return t({ id: 'root.contact.description', message: `Contact the ${name} team.` })
    },
    styles: formStyles + contactStyles,
    status: () => 200,
    Page: ContactPage,
  },
}

/** What any other path shows when the server asks for it. */
export const nothingHere: PublicPage = {
  title: () => t({ id: 'root.missing.title', message: 'Not found' }),
  description: () => t({ id: 'root.missing.description', message: 'This page doesn’t exist.' }),
  styles: '',
  status: () => 404,
  Page: PublicNotFoundPage,
}
