import { LISTED_MAX } from '@runnel/contract/admin/export'
import type { SavedViewList } from '@runnel/contract/admin/saved-view'
import { keepPreviousData } from '@tanstack/react-query'
import { history } from '#base/history.ts'
import { useQueryText } from '#base/route.ts'

/** Rows on one page of a list. */
export const pageLimit = 20

/** Reads one part of a filter out of the address; what makes no sense is as if it was not there. */
export interface QueryParamReader<Value extends string | undefined> {
  read: (text: string | undefined) => Value
  /** What holds while the address says nothing. */
  usual?: Value
  maxLength?: number
}

/** Typed by a person, and cut to what the server takes. */
export const words = (maxLength: number): QueryParamReader<string | undefined> => ({
  maxLength,
  read: (text) => text?.trim().slice(0, maxLength) || undefined,
})

/** One of these, or none. */
export const oneOf = <const Value extends string>(options: readonly Value[]): QueryParamReader<Value | undefined> => ({
  read: (text) => options.find((option) => option === text),
})

/** One of these, and always one. */
export const oneOfOr = <const Value extends string>(
  options: readonly Value[],
  usual: Value,
): QueryParamReader<Value> => ({ usual, read: (text) => options.find((option) => option === text) ?? usual })

/** A UTC day such as `2026-11-20`. */
export const day: QueryParamReader<string | undefined> = {
  read: (text) => (text && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined),
}

/** The id of something, as the server writes it. */
export const anId: QueryParamReader<string | undefined> = {
  maxLength: 36,
  read: (text) =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text?.trim() ?? '') ? text?.trim().toLowerCase() : undefined,
}

export type Readers = Readonly<Record<string, QueryParamReader<string | undefined>>>

/** What each part of a list's filter is set to. */
export type Filter<R extends Readers> = { [Key in keyof R]: ReturnType<R[Key]['read']> }

export interface ListState<R extends Readers> {
  filter: Filter<R>
  page: number
}

type QueryText = Readonly<Record<string, string | undefined>>

/**
 * A list whose filter and page stand in the address, so that it can be sent to a colleague and the way back leads
 * through it. `address` makes the page's address of a query; `name` is the one under which views of it are saved, null
 * for a list that has nothing to narrow it.
 */
export const listAt = <R extends Readers>(
  address: (query: QueryText) => string,
  readers: R,
  name: SavedViewList | null,
) => {
  const read = (query: QueryText): Filter<R> =>
    // Each key gets what its own reader gives, which `fromEntries` cannot follow.
    Object.fromEntries(Object.entries(readers).map(([key, { read: one }]) => [key, one(query[key])])) as Filter<R>
  const narrowing = (filter: Partial<Filter<R>>): [string, string][] =>
    Object.entries(filter).flatMap(([key, value]) => (value && value !== readers[key]?.usual ? [[key, value]] : []))
  return {
    name,
    readers,
    read,
    useView: (): ListState<R> => {
      const query = useQueryText()
      return { filter: read(query), page: readPage(query['page']) }
    },
    /** Shows other rows, from the first page on unless told otherwise. `replace` takes the place of the last look. */
    show(filter: Partial<Filter<R>>, { page = 1, replace = false }: { page?: number; replace?: boolean } = {}): void {
      const query = { ...Object.fromEntries(narrowing(filter)), page: page > 1 ? String(page) : undefined }
      history[replace ? 'replace' : 'push'](address(query))
    },
    /** Whether anything narrows the list. */
    isFiltered: (filter: Filter<R>): boolean => narrowing(filter).length > 0,
    /** What narrows it, as a saved view keeps it; the same filter gives the same text. */
    queryOf: (filter: Filter<R>): string => new URLSearchParams(narrowing(filter)).toString(),
    /** What a saved view holds; parts that the list does not know any more are left out. */
    filterOf: (query: string): Filter<R> => read(Object.fromEntries(new URLSearchParams(query))),
  }
}

export type ListAddress<R extends Readers> = ReturnType<typeof listAt<R>>

export const readPage = (text: string | undefined): number =>
  Math.min(LISTED_MAX / pageLimit, Math.max(1, Math.trunc(Number(text)) || 1))

/** The page as the server is asked for it: `{ query: { ...filter, ...onPage(page) } }`. */
export const onPage = (page: number) => ({ page: String(page), limit: String(pageLimit) })

/** How the query of a list behaves: rows stay while others come, and who comes back sees how it stands now. */
export const listQuery = {
  placeholderData: keepPreviousData,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
} as const
