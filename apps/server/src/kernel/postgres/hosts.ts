/** `postgres://user:password@`, hosts, path and options; a comma parts the hosts, as in PostgreSQL's own programs. */
const SHAPE = /^(?<start>postgres(?:ql)?:\/\/(?:[^/?#]*@)?)(?<hosts>[^/?#]*)(?<path>[^?#]*)(?<query>(?:\?[^#]*)?)$/

interface Parts {
  readonly start: string
  readonly hosts: string
  readonly path: string
  readonly query: string
}

const partsOf = (url: string): Parts => {
  const { start, hosts, path, query } = SHAPE.exec(url)?.groups ?? {}
  if (start === undefined || hosts === undefined || path === undefined || query === undefined) {
    throw new TypeError('this is no address of a PostgreSQL database')
  }
  return { start, hosts, path, query }
}

/**
 * The same address once for each of its servers, in their order: `h1:5432,h2` or `?host=h1,h2&port=5432,5433`. A comma
 * that belongs to a folder of sockets is written `%2C`. Throws where it is no address.
 */
export const eachHost = (url: string): readonly [string, ...string[]] => {
  const { start, hosts, path, query } = partsOf(url)
  const options = query.slice(1).split('&')
  const listed = (name: string): readonly string[] =>
    options
      .find((option) => option.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .split(',') ?? []
  const [folders, ports] = [listed('host'), listed('port')]
  const names = folders.length > 1 ? folders : hosts.split(',')
  if (ports.length > 1 && ports.length !== names.length) throw new TypeError('there are not as many ports as hosts')
  const [first = '', ...others] = names.map((name, index) => {
    if (name === '' && names.length > 1) throw new TypeError('one of the hosts has no name')
    const values: Record<string, string | undefined> = {
      ...(folders.length > 1 && { host: name }),
      ...(ports.length > 1 && { port: ports[index] }),
    }
    const own = options.map((option) => {
      const [key = ''] = option.split('=')
      return values[key] === undefined ? option : `${key}=${values[key]}`
    })
    const one = `${start}${folders.length > 1 ? hosts : name}${path}${query === '' ? '' : `?${own.join('&')}`}`
    if (!URL.canParse(one)) throw new TypeError('this is no address of a PostgreSQL database')
    return one
  })
  return [first, ...others]
}

export const isDatabaseUrl = (url: string): boolean => {
  try {
    return eachHost(url).length > 0
  } catch {
    return false
  }
}

/** The same servers and user, another database. */
export const withDatabase = (url: string, database: string): string => {
  const { start, hosts, query } = partsOf(url)
  return `${start}${hosts}/${encodeURIComponent(database)}${query}`
}

/** Where a database is, without who may go there. */
export const locationOf = (url: string): string => {
  const { hosts, path } = partsOf(url)
  return `${hosts}${path}`
}

/** As it may be shown: its owner knows the password, and the terminal's history need not. */
export const withoutPassword = (url: string): string => {
  const { start, hosts, path, query } = partsOf(url)
  return `${start.replace(/^(\w+:\/\/[^:]*):.+@$/, '$1:…@')}${hosts}${path}${query}`
}
