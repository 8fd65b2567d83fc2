/** The header of an answer that forbids other sites to show it in a frame. */
export type FramesRefusedBy = 'x-frame-options' | 'frame-ancestors'

interface FramingHeaders {
  /** Every value of the header, as often as it was sent. */
  readonly frameOptions: readonly string[]
  readonly securityPolicies: readonly string[]
  readonly page: URL
  /** The origin of the site that would show the page. */
  readonly siteOrigin: string
}

/** What keeps a page out of a frame of our site, as browsers decide it; null when nothing does. */
export const framesRefusedBy = ({
  frameOptions,
  securityPolicies,
  page,
  siteOrigin,
}: FramingHeaders): FramesRefusedBy | null => {
  const site = new URL(siteOrigin)
  const lists = securityPolicies.flatMap((value) => value.split(',')).flatMap(ancestorsOf)
  // Where a policy speaks of ancestors, browsers do not look at X-Frame-Options.
  if (lists.length === 0) return refusedByOptions(frameOptions, page, site) ? 'x-frame-options' : null
  const allowed = lists.every((sources) => sources.some((source) => allows(source, page, site)))
  return allowed ? null : 'frame-ancestors'
}

/** The sources of one policy's `frame-ancestors`: none when it has no such directive; the first of several counts. */
const ancestorsOf = (policy: string): (readonly string[])[] => {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/)
    if (name.toLowerCase() === 'frame-ancestors') return [sources.map((source) => source.toLowerCase())]
  }
  return []
}

/** As the HTML standard reads the header: one odd value is ignored, several that contradict each other forbid. */
const refusedByOptions = (values: readonly string[], page: URL, site: URL): boolean => {
  const options = new Set(values.flatMap((value) => value.split(',')).map((option) => option.trim().toLowerCase()))
  if (options.size > 1) return ['deny', 'allowall', 'sameorigin'].some((option) => options.has(option))
  return options.has('deny') || (options.has('sameorigin') && page.origin !== site.origin)
}

const allows = (source: string, page: URL, site: URL): boolean => {
  if (source === "'self'") return page.origin === site.origin
  if (source === '*') return true
  const scheme = /^([a-z][a-z\d+.-]*):$/.exec(source)?.[1]
  if (scheme !== undefined) return schemeAllows(scheme, site)
  // Whatever else stands in quotes, 'none' above all, allows nobody.
  const parts = /^(?:([a-z][a-z\d+.-]*):\/\/)?(\*|(?:\*\.)?[a-z\d_-]+(?:\.[a-z\d_-]+)*)(?::(\d+|\*))?(\/.*)?$/.exec(
    source,
  )
  if (parts === null) return false
  const [, wanted = page.protocol.slice(0, -1), host = '', port, path = '/'] = parts
  return schemeAllows(wanted, site) && hostAllows(host, site) && portAllows(port, wanted, site) && path === '/'
}

/** `http` allows the safer `https` too. */
const schemeAllows = (scheme: string, site: URL): boolean =>
  site.protocol === `${scheme}:` || (scheme === 'http' && site.protocol === 'https:')

const hostAllows = (host: string, site: URL): boolean =>
  host === '*' || (host.startsWith('*.') ? site.hostname.endsWith(host.slice(1)) : site.hostname === host)

const portAllows = (port: string | undefined, scheme: string, site: URL): boolean => {
  if (port === '*') return true
  const sitePort = site.port === '' ? standardPort(site.protocol) : site.port
  // Without a port only the standard one of the site's scheme is meant, and 80 stands for 443 when https is used.
  if (port === undefined) return sitePort === standardPort(site.protocol) || sitePort === standardPort(`${scheme}:`)
  return port === sitePort || (port === '80' && sitePort === '443')
}

const standardPort = (protocol: string): string => (protocol === 'https:' ? '443' : '80')
