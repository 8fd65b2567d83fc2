import http, { type RequestListener } from 'node:http'
import https from 'node:https'
import net, { type AddressInfo, type Server, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { exampleCertificate } from '#test/certificate.ts'

/** Where every name of the small net lives unless a test says otherwise. */
export const SMALL_NET_ADDRESS = '93.184.216.34'

interface Seen {
  readonly host: string
  readonly path: string
  /** The name that the client gave when it opened the secure connection. */
  readonly secureName: string | false | null
  readonly headers: http.IncomingHttpHeaders
}

export interface SmallNet {
  /** Answers at `host/path`, with a certificate for example.com on 443 and 8443, without one on 80. */
  readonly page: (address: string, answer: RequestListener) => void
  /** What is done with the bare connections to port 8080. */
  readonly bare: (answer: (socket: Socket) => void) => void
  /** The addresses of a name; a function is asked each time anew. */
  readonly name: (host: string, addresses: readonly string[] | (() => Promise<readonly string[]>)) => void
  readonly resolve: (host: string) => Promise<readonly string[]>
  readonly connect: (to: { address: string; port: number }) => Socket
  /** Names that were asked for, connections that were opened, and requests that came, since the test began. */
  readonly asked: readonly string[]
  readonly connected: readonly string[]
  readonly seen: readonly Seen[]
}

interface Opened extends SmallNet {
  readonly forget: () => void
  readonly close: () => Promise<void>
}

/** The internet of a test: names, addresses and servers, of which only the servers exist, on this machine. */
const openSmallNet = async (): Promise<Opened> => {
  const pages = new Map<string, RequestListener>()
  const names = new Map<string, () => Promise<readonly string[]>>()
  const [asked, connected, seen]: [string[], string[], Seen[]] = [[], [], []]
  let bare: (socket: Socket) => void = (socket) => socket.destroy()
  const answer: RequestListener = (request, response) => {
    const { host = '' } = request.headers
    const secureName = request.socket instanceof tls.TLSSocket ? request.socket.servername : null
    seen.push({ host, path: request.url ?? '', secureName, headers: request.headers })
    const page = pages.get(`${host}${request.url ?? ''}`)
    if (page === undefined) response.writeHead(404).end()
    else page(request, response)
  }
  const plain = await listening(http.createServer(answer))
  const secure = await listening(https.createServer({ ...exampleCertificate }, answer))
  const raw = await listening(net.createServer((socket) => bare(socket.on('error', () => {}))))
  const ports: Readonly<Record<number, number>> = {
    80: plain.port,
    443: secure.port,
    8443: secure.port,
    8080: raw.port,
  }
  return {
    page: (address, page) => void pages.set(address, page),
    bare: (page) => {
      bare = page
    },
    name: (host, found) => void names.set(host, typeof found === 'function' ? found : async () => found),
    resolve: async (host) => {
      asked.push(host)
      return (await names.get(host)?.()) ?? [SMALL_NET_ADDRESS]
    },
    connect: ({ address, port }) => {
      connected.push(`${address} ${port}`)
      return net.connect({ host: '127.0.0.1', port: ports[port] ?? 1 })
    },
    asked,
    connected,
    seen,
    forget: () => {
      for (const list of [asked, connected, seen]) list.length = 0
    },
    close: async () => {
      await Promise.all([plain, secure, raw].map(async ({ close }) => close()))
    },
  }
}

/** Opens the small net for a file of tests, and lets its certificate be trusted as long. */
export const useSmallNet = (): SmallNet => {
  const trusted = tls.getCACertificates()
  let small: Opened | undefined
  beforeAll(async () => {
    tls.setDefaultCACertificates([exampleCertificate.cert])
    small = await openSmallNet()
  })
  afterEach(() => small?.forget())
  afterAll(async () => {
    tls.setDefaultCACertificates(trusted)
    await small?.close()
  })
  const opened = (): SmallNet => {
    if (small === undefined) throw new Error('The small net opens before the first test.')
    return small
  }
  return {
    page: (...given) => opened().page(...given),
    bare: (...given) => opened().bare(...given),
    name: (...given) => opened().name(...given),
    resolve: async (host) => opened().resolve(host),
    connect: (to) => opened().connect(to),
    get asked() {
      return opened().asked
    },
    get connected() {
      return opened().connected
    },
    get seen() {
      return opened().seen
    },
  }
}

/** What a page of the small net answers. */
export const answer =
  (status: number, headers: Record<string, string | string[]>, body: string | Buffer = ''): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers).end(body)
  }

export const html = { 'content-type': 'text/html; charset=utf-8' }
export const page = (body: string, headers = {}): RequestListener => answer(200, { ...html, ...headers }, body)
export const forward = (location: string, status = 302): RequestListener =>
  answer(status, { location, 'set-cookie': 'a=1' })

const listening = async (server: Server): Promise<{ port: number; close: () => Promise<void> }> => {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => open.add(socket.on('close', () => open.delete(socket))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const close = async () => {
    for (const socket of open) socket.destroy()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { port, close }
}
