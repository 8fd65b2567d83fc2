import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A node's only way to the database: cutting it is what a killed process or a lost database looks like. */
export interface Proxy {
  /** The database's address through this proxy. */
  readonly url: string
  /** Breaks all connections and takes no new ones until `mend`. */
  readonly cut: () => void
  readonly mend: () => void
  /** Cuts once this many more messages have gone to the database; `undefined` takes that back. */
  readonly cutAfter: (messages: number | undefined) => void
  /** Whether it was cut since the last call. */
  readonly wasCut: () => boolean
  readonly close: () => Promise<void>
}

export const openProxy = async (target: string): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'runnel-proxy-'))
  const sockets = new Set<Socket>()
  let isOpen = true
  let isBroken = false
  let left: number | undefined
  const cut = (): void => {
    isOpen = false
    isBroken = true
    left = undefined
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const server = createServer((client) => {
    if (!isOpen) return void client.destroy()
    const database = connect(placeOf(target))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => undefined)
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
    client.on('data', (chunk: Buffer) => {
      database.write(chunk)
      if (left === undefined) return
      left -= 1
      if (left <= 0) cut()
    })
    database.on('data', (chunk: Buffer) => void client.write(chunk))
  })
  await new Promise<void>((listening) => server.listen(join(folder, '.s.PGSQL.5432'), listening))
  const url = new URL(target)
  url.port = ''
  url.searchParams.set('host', folder)
  url.searchParams.set('port', '5432')
  return {
    url: url.href,
    cut,
    mend: () => void (isOpen = true),
    cutAfter: (messages) => void (left = messages),
    wasCut: () => {
      const was = isBroken
      isBroken = false
      return was
    },
    close: async () => {
      cut()
      await new Promise((closed) => server.close(closed))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Where the database listens: on a socket in a folder, or on a port. */
const placeOf = (target: string): { path: string } | { host: string; port: number } => {
  const { searchParams, hostname, port } = new URL(target)
  const host = searchParams.get('host') ?? decodeURIComponent(hostname)
  const number = searchParams.get('port') ?? (port === '' ? '5432' : port)
  return host.startsWith('/') ? { path: join(host, `.s.PGSQL.${number}`) } : { host, port: Number(number) }
}
