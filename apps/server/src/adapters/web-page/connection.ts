import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import http, { type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import net, { type Socket } from 'node:net'
import tls from 'node:tls'
import { isPublicAddress } from './address.ts'
import { Unreachable } from './page-check.ts'

/** All addresses that a name has. Throws when it has none. */
export type Resolve = (host: string) => Promise<readonly string[]>
/** Opens a plain connection to an IP address that was found public; it never sees a name. */
export type Connect = (to: { readonly address: string; readonly port: number }) => Socket

/** Asks as every program of this machine does, so that the names of its own network are found and refused. */
export const resolveName: Resolve = async (host) => {
  const answers = await lookup(host, { all: true, order: 'ipv4first' })
  return answers.map(({ address }) => address)
}

export const connectTo: Connect = ({ address, port }) => net.connect({ host: address, port })

/** A name with many addresses is tried at a few of them, each only so long that the next still gets its turn. */
const TRIES = 3
const TRY_MS = 1_500
const HEADERS_MAX_BYTES = 16 * 1_024

/**
 * Connects to the server of an address. The name is asked for once, every answer is checked, and the connection goes
 * to a checked answer itself: a name that changes its mind in between leads nowhere else. `private` when any answer
 * may not be called: where nothing else is said, every one outside of the public internet.
 */
export const openConnection = async (asked: {
  readonly url: URL
  readonly resolve: Resolve
  readonly connect: Connect
  readonly signal: AbortSignal
  readonly mayCall?: (address: string) => boolean
  /** For each address that is tried. */
  readonly tryMs?: number
}): Promise<Socket | 'private'> => {
  const { url, resolve, connect, signal, mayCall = isPublicAddress, tryMs = TRY_MS } = asked
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = await addressesOf(host, resolve, signal)
  if (!addresses.every(mayCall)) return 'private'
  const socket = await firstThatAnswers({ addresses, port: portOf(url), connect, signal, tryMs })
  return url.protocol === 'https:' ? await secured(socket, host, signal) : socket
}

/** One request over a connection that stands, with nothing that unpacks an answer or follows a redirect. */
export const requestOver = async (asked: {
  readonly socket: Socket
  readonly url: URL
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: string | Buffer | undefined
  readonly signal: AbortSignal
}): Promise<IncomingMessage> => {
  const { socket, url, method, headers, body, signal } = asked
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = http.request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    maxHeaderSize: HEADERS_MAX_BYTES,
    signal,
    headers: { host: url.host, 'accept-encoding': 'identity', connection: 'close', ...headers },
  })
  const fail = () => {
    socket.destroy()
    reject(new Unreachable(signal.aborted ? 'timeout' : 'broken-answer'))
  }
  // An answer may also end without an error and without having begun, as one does that switches its protocol.
  request.on('response', resolve).on('error', fail).on('close', fail)
  request.end(body)
  return await promise
}

/** The system's resolver cannot be stopped, so it is no longer waited for. */
const addressesOf = async (host: string, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> => {
  if (signal.aborted) throw new Unreachable('timeout')
  const { promise: late, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new Unreachable('timeout'))
  signal.addEventListener('abort', stop, { once: true })
  try {
    const addresses = await Promise.race([resolve(host).catch(() => []), late])
    if (addresses.length === 0) throw new Unreachable('unknown-name')
    return addresses
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))

const firstThatAnswers = async (asked: {
  readonly addresses: readonly string[]
  readonly port: number
  readonly connect: Connect
  readonly signal: AbortSignal
  readonly tryMs: number
}): Promise<Socket> => {
  const { addresses, port, connect, signal, tryMs } = asked
  for (const address of addresses.slice(0, TRIES)) {
    const socket = connect({ address, port })
    if (await opens(socket, 'connect', AbortSignal.any([signal, AbortSignal.timeout(tryMs)]))) return socket
    if (signal.aborted) throw new Unreachable('timeout')
  }
  throw new Unreachable('no-connection')
}

/** The certificate must be good for the name, as in a browser: what a viewer's browser refuses is no advertisement. */
const secured = async (socket: Socket, host: string, signal: AbortSignal): Promise<Socket> => {
  // An address has no name to be sent, but the certificate must be good for it all the same.
  const named = net.isIP(host) === 0 ? { servername: host } : { host }
  const secure = tls.connect({ socket, ...named, ALPNProtocols: ['http/1.1'], rejectUnauthorized: true })
  if (await opens(secure, 'secureConnect', signal)) return secure
  socket.destroy()
  throw new Unreachable(signal.aborted ? 'timeout' : 'no-certificate')
}

/** Whether a connection comes about; one that does not is closed, and its late errors hurt nobody. */
const opens = async (socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<boolean> => {
  socket.on('error', () => {})
  try {
    await once(socket, event, { signal })
    return true
  } catch {
    socket.destroy()
    return false
  }
}
