import { useParams, useSearch } from '@tanstack/react-router'

/** The parameters in the path of the current page. */
export function usePathParams(): Readonly<Record<string, string | undefined>> {
  return useParams({ strict: false })
}

/** The query of the current address, every value as text. */
export function useQueryText(): Readonly<Record<string, string | undefined>> {
  return useSearch({ strict: false })
}
