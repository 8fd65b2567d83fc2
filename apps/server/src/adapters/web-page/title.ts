import type { IncomingMessage } from 'node:http'

const TITLE_MAX = 200
/** How far into a page its encoding may be named, as the HTML standard has it. */
const ENCODING_WITHIN = 1_024

/**
 * The title of a page, from at most so many bytes of it. A page that is packed is not read: nothing is ever unpacked,
 * so that nothing grows in our memory. What has come until the connection breaks or time is up has to do.
 */
export const readTitle = async (response: IncomingMessage, maxBytes: number): Promise<string | null> => {
  const packing = response.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
  if (packing !== 'identity' && packing !== '') return null
  const bytes = await readUntilTitle(response, maxBytes)
  return titleIn(textOf(bytes, response.headers['content-type'] ?? ''))
}

const readUntilTitle = async (response: IncomingMessage, maxBytes: number): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  let end = ''
  try {
    // The stream of an answer that has no encoding set gives buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - length))
      length = Math.min(maxBytes, length + chunk.length)
      // Only the seam to the chunk before is checked again.
      end = `${end.slice(-closing.length)}${chunk.toString('latin1').toLowerCase()}`
      if (length >= maxBytes || end.includes(closing)) break
    }
  } catch {
    // The headers have told what matters; a title that did not come in time is not worth losing them.
  }
  return Buffer.concat(chunks)
}

const closing = '</title'

const textOf = (bytes: Buffer, contentType: string): string => {
  const named = /charset\s*=\s*["']?([\w:.-]{1,40})/i
  const start = bytes.subarray(0, ENCODING_WITHIN).toString('latin1')
  const encoding = named.exec(contentType)?.[1] ?? named.exec(start)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(encoding).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

const titleIn = (text: string): string | null => {
  const opening = /<title(?:\s[^<>]{0,500})?>/i.exec(text)
  if (opening === null) return null
  const rest = text.slice(opening.index + opening[0].length)
  const end = rest.toLowerCase().indexOf(closing)
  const plain = withoutEntities(rest.slice(0, end === -1 ? TITLE_MAX * 10 : end))
  // Signs that turn the direction of writing could make our own words around the title read otherwise.
  const line = plain.replace(/[\s\p{Cc}]+/gu, ' ').replace(/\p{Cf}|\p{Cs}/gu, '')
  return [...line.trim()].slice(0, TITLE_MAX).join('').trim() || null
}

const names: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  raquo: '»',
  laquo: '«',
  middot: '·',
  bull: '•',
  copy: '©',
  reg: '®',
  trade: '™',
}

const withoutEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return names[name] ?? whole
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : whole
    },
  )
