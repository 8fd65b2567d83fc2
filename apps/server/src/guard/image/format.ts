/** What an image can be by its own first bytes; names and declared types prove nothing. */
export type Format = 'jpeg' | 'png' | 'webp' | 'gif'

export const formatOf = (bytes: Uint8Array): Format | undefined => {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(start)) return 'gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'webp'
  return undefined
}

/** What phones write by default; told apart only for a kinder sentence. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^(?:ftyp)(?:heic|heix|hevc|hevx|heim|heis|mif1|msf1|avif|avis)/.test(
    Buffer.from(bytes.subarray(4, 16)).toString('latin1'),
  )
