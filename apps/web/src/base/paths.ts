import { fillPath, queryText } from '@runnel/contract/client'

/** The table of pages (`shell/pages.ts`) adds its paths here: links are checked without an import of the pages. */
export interface PageTable {}

export type PagePath = keyof PageTable

/** A page that needs no parameter. */
export type PlainPath = Exclude<PagePath, `${string}{${string}`>

type ParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParamName<Rest>
  : never

interface Extras {
  query?: Readonly<Record<string, string | number | undefined>>
  hash?: string
}

/** What a page needs beside its path: its parameters, and perhaps a query. */
export type PathOptions<Path extends PagePath> = Extras &
  ([ParamName<Path>] extends [never] ? { params?: undefined } : { params: Record<ParamName<Path>, string> })

type Rest<Path extends PagePath> = [ParamName<Path>] extends [never]
  ? [options?: PathOptions<Path>]
  : [options: PathOptions<Path>]

/** The address of a page: `to('/active/{secret}', { params: { secret } })`. No address is written any other way. */
export const to = <Path extends PagePath>(path: Path, ...[options]: Rest<Path>): string => {
  const hash = options?.hash === undefined ? '' : `#${options.hash}`
  return `${fillPath(path, options?.params ?? {})}${queryText(options?.query ?? {})}${hash}`
}

/** Where to sign in, and come back to `address` afterwards. */
export const loginAddress = (address: string): string =>
  to('/login', { query: { redirect: safeReturn(address) ?? undefined } })

/** An address to return to after signing in, only ever one of our own behind the sign-in; else null. */
export const safeReturn = (address: string | undefined): string | null => {
  if (!address?.startsWith('/app')) return null
  const url = new URL(address, window.location.origin)
  const ours = url.origin === window.location.origin && /^\/app(\/|$)/.test(url.pathname)
  return ours ? `${url.pathname}${url.search}${url.hash}` : null
}

/** The parameters that an address gives to a path such as `/active/{secret}`; null when it is another page's. */
export const readPath = (path: string, pathname: string): Record<string, string> | null => {
  const wanted = path.split('/')
  const given = pathname.replace(/(?<=.)\/$/, '').split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    const text = given[index] ?? ''
    if (name === undefined && part !== text) return null
    if (name !== undefined && text === '') return null
    if (name !== undefined) params[name] = decoded(text)
  }
  return params
}

/** A broken escape in an address is read as it stands. */
const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
