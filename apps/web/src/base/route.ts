import type { ComponentType, ReactNode } from 'react'
import { create } from 'zustand'
import type { PagePath } from './paths.ts'

/** The page that is shown, once its script has arrived. */
export interface Shown {
  path: PagePath
  /** Path of the address; other than `path` it has its parameters filled in. */
  pathname: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, string>>
  Layout: ComponentType<{ children: ReactNode }>
  PageView: ComponentType
  /** Set instead of a view when a part of it did not arrive. */
  failure?: unknown
}

export const useRoute = create<{ shown: Shown | null }>(() => ({ shown: null }))

/** What a link asks of the router; the router fills it in when it starts, so that links need not know all pages. */
export const routing = {
  preload: (_path: PagePath): void => undefined,
  /** False for a page that the server sends as a finished document. */
  isHere: (_path: PagePath): boolean => true,
  /** The link from the current page to the one it is reached from. */
  WayBack: (() => null) as ComponentType,
}

/** The parameters in the path of the current page. */
export const usePathParams = (): Readonly<Record<string, string | undefined>> =>
  useRoute(({ shown }) => shown?.params ?? none)

/** The query of the current address, every value as text. */
export const useQueryText = (): Readonly<Record<string, string | undefined>> =>
  useRoute(({ shown }) => shown?.query ?? none)

/** The page of a list that the address names; the first one where it names none. */
export const useQueryPage = (): number => {
  const { page } = useQueryText()
  return Math.max(1, Math.trunc(Number(page)) || 1)
}

const none: Readonly<Record<string, string>> = {}
