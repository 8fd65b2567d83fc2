import type { LinkApi } from '@runnel/contract/admin/link'
import type { HttpRequest } from '#adapters/deposit/http.ts'
import { say } from '#kernel/words/say.ts'
import type { ShortlinkProvider } from './shortlink.ts'

/** What a provider said: an address, or why there is none. */
export type ShortenerResponse = { readonly url: string } | { readonly problem: string }

/** How one kind of provider is asked, and where its answer holds the address (PROTOCOLS.md §3). */
export interface ShortlinkApi {
  /** Where everybody asks it; null where each service that speaks it has an address of its own. */
  readonly address: string | null
  readonly ask: (provider: ShortlinkProvider, target: string) => HttpRequest
  /** Undefined: it speaks otherwise than it should. */
  readonly read: (text: string) => ShortenerResponse | undefined
}

const withQuery = (address: string, fields: Readonly<Record<string, string>>): string => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
  return url.href
}

/** The script that most services run; it answers 200 whatever happened. */
const adlinkfly: ShortlinkApi = {
  address: null,
  ask: ({ apiUrl, apiKey }, target) => ({
    method: 'GET',
    url: withQuery(apiUrl, { api: apiKey, url: target, format: 'json' }),
  }),
  read: (text) => {
    const body = membersOf(text)
    if (body === undefined) return undefined
    if (body['status'] === 'error') return { problem: textOf(body['message']) }
    return addressIn(body['shortenedUrl'])
  },
}

const cuty: ShortlinkApi = {
  address: 'https://api.cuty.io/full',
  ask: ({ apiUrl, apiKey }, target) => ({
    method: 'POST',
    url: apiUrl,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: apiKey, url: target }),
  }),
  read: (text) => {
    const body = membersOf(text)
    const data = body === undefined ? undefined : asMembers(body['data'])
    return addressIn(data?.['short_url']) ?? problemIn(body)
  },
}

const ouo: ShortlinkApi = {
  address: 'https://ouo.io/api',
  ask: ({ apiUrl, apiKey }, target) => ({
    method: 'GET',
    url: withQuery(`${apiUrl.replace(/\/+$/, '')}/${encodeURIComponent(apiKey)}`, { s: target }),
    headers: { accept: 'text/plain' },
  }),
  read: (text) => addressIn(text.trim()),
}

const shortest: ShortlinkApi = {
  address: 'https://api.shorte.st/v1/data/url',
  ask: ({ apiUrl, apiKey }, target) => ({
    method: 'PUT',
    url: apiUrl,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'public-api-token': apiKey },
    body: new URLSearchParams({ urlToShorten: target }).toString(),
  }),
  read: (text) => {
    const body = membersOf(text)
    return addressIn(body?.['shortenedUrl']) ?? problemIn(body)
  },
}

/** All that are called over the network; the sandbox is not. */
export const apis: Readonly<Record<Exclude<LinkApi, 'sandbox'>, ShortlinkApi>> = { adlinkfly, cuty, ouo, shortest }

const ADDRESS_MAX = 2_000

const addressIn = (value: unknown): ShortenerResponse | undefined => {
  if (typeof value !== 'string' || value.length > ADDRESS_MAX || /\s/.test(value)) return undefined
  const url = URL.parse(value)
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
  return isWeb && url.username === '' && url.password === '' ? { url: url.href } : undefined
}

const problemIn = (body: Readonly<Record<string, unknown>> | undefined): ShortenerResponse | undefined =>
  body !== undefined && 'message' in body ? { problem: textOf(body['message']) } : undefined

/** A message is one text, or several in a list. */
const textOf = (message: unknown): string => {
  const words = (Array.isArray(message) ? message : [message]).filter((word) => typeof word === 'string')
  return words.join(' ').trim() || say('owner.shortlink.noReason')
}

const membersOf = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return asMembers(JSON.parse(text))
  } catch {
    return undefined
  }
}

const asMembers = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined
