import type { RawRequest } from '@runnel/contract/route'
import { readJson } from '#kernel/reads/source-json.ts'

/** Names with their values as they were received, the first of each name. */
export type Params = ReadonlyMap<string, string>

const PARAMS_MAX = 200

/** A value by its name: spelled exactly so, or else in other case, as some walls print their own names both ways. */
export const valueOf = (params: Params, name: string): string | undefined =>
  params.get(name) ?? [...params].find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1]

/** Reads a query or a form. Nothing is trimmed or counted anew: signatures cover values as they were sent. */
export const parseQuery = (text: string): Params => {
  const params = new Map<string, string>()
  for (const part of text.split('&', PARAMS_MAX)) {
    if (part === '') continue
    const at = part.indexOf('=')
    const name = decoded(at === -1 ? part : part.slice(0, at))
    if (!params.has(name)) params.set(name, at === -1 ? '' : decoded(part.slice(at + 1)))
  }
  return params
}

/** The values in the body of a form of either kind; undefined where it says that it is one and cannot be read. */
export const parseBody = ({ body, headers }: Pick<RawRequest, 'body' | 'headers'>): Params | undefined => {
  if (body.length === 0) return new Map()
  const type = String(headers['content-type'] ?? '')
  const text = Buffer.from(body).toString('utf8')
  if (/^multipart\/form-data\b/i.test(type)) return parseMultipart(text, type)
  if (/^application\/json\b/i.test(type)) return parseJson(text)
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? parseQuery(text) : new Map()
}

/** The members of one JSON object; numbers stay as they were written, since signatures cover them so. */
const parseJson = (text: string): Params | undefined => {
  try {
    const found: unknown = readJson(text)
    if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined
    const members = Object.entries(found).slice(0, PARAMS_MAX)
    return new Map(
      members.flatMap(([name, value]) => (typeof value === 'object' ? [] : [[name, String(value)] as const])),
    )
  } catch {
    return undefined
  }
}

const parseMultipart = (text: string, type: string): Params | undefined => {
  const boundary = /boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined || !text.includes(`--${mark}`)) return undefined
  const params = new Map<string, string>()
  for (const part of text.split(`--${mark}`, PARAMS_MAX).slice(1)) {
    const end = part.indexOf('\r\n\r\n')
    const name = /;\s*name="([^"]*)"/i.exec(part.slice(0, Math.max(end, 0)))?.[1]
    if (name !== undefined && !params.has(name)) params.set(name, part.slice(end + 4).replace(/\r\n$/, ''))
  }
  return params
}

/** Decodes as forms are: what is no right escape stays as it stands. */
const decoded = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}
