import type { RawRequest } from '@runnel/contract/route'

/** Names with their values as they were received, the first of each name. */
export type Params = ReadonlyMap<string, string>

const PARAMS_MAX = 200

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
  return /^application\/x-www-form-urlencoded\b/i.test(type) ? parseQuery(text) : new Map()
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
