import { createContext, useContext } from 'react'

/** The site's currency, set once at the top of the app. */
export const CurrencyContext = createContext('USD')

export const useCurrency = (): string => useContext(CurrencyContext)
