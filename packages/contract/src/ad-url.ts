/** What an advertised address has to be, the same in the form and on the server. Pure: nothing is asked of the net. */

/** Characters of an address, before and after it is brought into its normal form. */
export const AD_URL_MAX = 2_048

/** The kinds of ads: a page in a frame, a video of YouTube, a page in its own tab, a video file. */
export type AdUrlKind = 'iframe' | 'youtube' | 'window' | 'video'

export type AdUrlProblem =
  | 'not-an-address'
  | 'too-long'
  | 'not-https'
  | 'credentials'
  | 'port'
  | 'host'
  | 'own-site'
  | 'not-youtube'
  | 'not-video'

export type AdUrl =
  | { readonly ok: true; readonly url: string; readonly youtubeId: string | null }
  | { readonly ok: false; readonly problem: AdUrlProblem }

/**
 * Reads an advertised address: its normal form, which is what is stored and opened, or what is wrong with it.
 * `siteHost` is the name of this site without a port.
 */
export const readAdUrl = (asked: { url: string; kind: AdUrlKind; siteHost: string }): AdUrl => {
  const { kind, siteHost } = asked
  const text = asked.url.trim()
  if (text.length > AD_URL_MAX) return wrong('too-long')
  // The parser drops line ends and turns backslashes round, so that a person reads another address than it does.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text) || !/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return wrong('not-an-address')
  const url = parsed(text)
  // An address that the parser refuses for its host, such as https://256.1.1.1/, has no more to tell.
  if (url === null) return wrong('not-an-address')
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return wrong('not-an-address')
  if (url.username !== '' || url.password !== '') return wrong('credentials')
  if (!ports.has(url.port)) return wrong('port')
  if (!isPublicName(url.hostname)) return wrong('host')
  if (url.hostname === siteHost.toLowerCase()) return wrong('own-site')
  if (kind === 'youtube') return youtube(url)
  if (kind !== 'window' && url.protocol !== 'https:') return wrong('not-https')
  if (kind === 'video' && !/\.(mp4|webm)$/i.test(url.pathname)) return wrong('not-video')
  if (url.href.length > AD_URL_MAX) return wrong('too-long')
  return { ok: true, url: url.href, youtubeId: null }
}

/** The eleven characters that name a video of YouTube, from any usual form of its address; null for others. */
export const youtubeIdOf = (text: string): string | null => {
  const url = parsed(text.trim())
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const id = videoPart(url)
  return id !== undefined && id !== null && /^[\w-]{11}$/.test(id) ? id : null
}

const parsed = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)

const wrong = (problem: AdUrlProblem): AdUrl => ({ ok: false, problem })

/** The URL parser leaves the standard port of a scheme empty. */
const ports: ReadonlySet<string> = new Set(['', '80', '443', '8080', '8443'])

/** Last labels that never lead to a public site: reserved, or customary inside of networks. */
const innerLabel =
  /^(localhost|local|localdomain|internal|intranet|private|lan|home|corp|arpa|test|example|invalid|onion|i2p|alt)$/

const NAME_MAX = 253

/**
 * The URL parser has brought the host into its normal form: small letters, punycode, and every spelling of an IPv4
 * address as four decimal numbers. So a name whose last label is of letters is no IP address in any spelling.
 */
const isPublicName = (host: string): boolean => {
  if (host.length > NAME_MAX) return false
  const labels = host.split('.')
  const top = labels.at(-1) ?? ''
  if (labels.length < 2 || innerLabel.test(top)) return false
  return /^([a-z]{2,63}|xn--[a-z\d-]{1,59})$/.test(top) && labels.every((label) => nameLabel.test(label))
}

const nameLabel = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/

const youtube = (url: URL): AdUrl => {
  const id = youtubeIdOf(url.href)
  return id === null ? wrong('not-youtube') : { ok: true, url: `https://www.youtube.com/watch?v=${id}`, youtubeId: id }
}

const youtubeHosts: ReadonlySet<string> = new Set([
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'music.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
])

/** Where the address has the video: behind the slash of youtu.be, in `v`, or behind the name of a player. */
const videoPart = (url: URL): string | null | undefined => {
  const [first, second] = url.pathname.split('/').filter((part) => part !== '')
  if (url.hostname === 'youtu.be') return first
  if (!youtubeHosts.has(url.hostname)) return null
  if (first === 'watch') return second ?? url.searchParams.get('v')
  return first !== undefined && ['embed', 'shorts', 'live', 'v'].includes(first) ? second : null
}
