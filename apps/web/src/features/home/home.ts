import { home as contract } from '@runnel/contract/home'
import type { Site } from '@runnel/contract/home'
import { useQuery } from '@tanstack/react-query'
import { connect } from '#api/query.ts'

export const home = connect('home', contract)

const storageKey = 'site'

const unknownSite: Site = {
  name: 'Runnel',
  logo: '',
  hue: 200,
  currency: 'USD',
  contactEmail: '',
  maintenance: null,
  registrationOpen: true,
}

/** The site's name and look: what was known at the last visit until the server has answered. */
export function useSite(): Site {
  return useKnownSite() ?? unknownSite
}

/** As `useSite`, but undefined on a first visit until the server has answered. */
export function useKnownSite(): Site | undefined {
  return useQuery({ ...home.query('site'), staleTime: 300_000, placeholderData: rememberedSite }).data
}

export function rememberSite(site: Site): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(site))
  } catch {
    // The next visit starts with our own look for a moment.
  }
}

function rememberedSite(): Site | undefined {
  try {
    // Only `rememberSite` writes there.
    return (JSON.parse(localStorage.getItem(storageKey) ?? 'null') as Site | null) ?? undefined
  } catch {
    return undefined
  }
}
