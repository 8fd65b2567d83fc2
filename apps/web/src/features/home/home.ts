import { home as contract, type Site } from '@runnel/contract/home'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'

export { formatTotal } from './figures.ts'

export const home = connect('home', contract)

const storageKey = 'site'

const unknownSite: Site = {
  name: 'Runnel',
  logo: '',
  hue: 200,
  currency: 'USD',
  contactEmail: '',
  maintenance: null,
  minimumAge: 0,
  registrationOpen: true,
  googleLogin: false,
  telegramLogin: false,
  banners: [],
  adblockWall: false,
}

/** The site's name and look: what was known at the last visit until the server has answered. */
export const useSite = (): Site => useKnownSite() ?? unknownSite

/** As `useSite`, but undefined on a first visit until the server has answered. */
export const useKnownSite = (): Site | undefined =>
  useQuery({ ...home.query('site'), staleTime: 300_000, placeholderData: rememberedSite }).data

/** The document says what the server would answer to the question for the site. */
export const siteOfDocument = (): Site | undefined => {
  const text = document.getElementById('site')?.textContent ?? ''
  // Only the server writes there, and it is the contract's own answer.
  return text === '' ? undefined : (JSON.parse(text) as Site)
}

export const rememberSite = (site: Site): void => {
  try {
    localStorage.setItem(storageKey, JSON.stringify(site))
  } catch {
    // The next visit starts with our own look for a moment.
  }
}

const rememberedSite = (): Site | undefined => {
  try {
    // Only `rememberSite` writes there, perhaps one of an earlier version that knew less of a site.
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Partial<Site> | null
    return kept ? { ...unknownSite, ...kept } : undefined
  } catch {
    return undefined
  }
}
