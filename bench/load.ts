import { connect } from 'node:net'

export interface Load {
  readonly address: string
  /** Whole requests as they go over the wire, each sent once. */
  readonly requests: readonly Buffer[]
  readonly connections: number
  readonly seconds: number
  /** Seconds before those that count: a server just started still compiles what it runs. */
  readonly warmUpSeconds: number
  /** Called once those have passed. */
  readonly onWarm?: () => void
}

export interface Loaded {
  readonly ok: number
  readonly refused: number
  readonly perSecond: number
  readonly p99Ms: number
}

/**
 * Sends ready-made requests over a few connections, one at a time on each, for some seconds. It does next to nothing
 * beside that: on a machine of two cores whatever the load costs is taken from the server, and pgbench costs little.
 */
export const load = async ({
  address,
  requests,
  connections,
  seconds,
  warmUpSeconds,
  onWarm,
}: Load): Promise<Loaded> => {
  const { hostname, port } = new URL(address)
  const times: number[] = []
  let next = 0
  let ok = 0
  let refused = 0
  const start = performance.now() + warmUpSeconds * 1_000
  const until = start + seconds * 1_000
  const one = (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true })
      let sentAt = 0
      let awaited = -1
      let received = 0
      const send = (): void => {
        const request = requests[next++]
        if (request === undefined) {
          reject(new Error('the load ran out of requests; make more'))
          return
        }
        sentAt = performance.now()
        awaited = -1
        received = 0
        socket.write(request)
      }
      socket.on('data', (bytes) => {
        if (awaited === -1) {
          awaited = lengthOf(bytes)
          if (bytes.toString('latin1', 9, 12) !== '200') refused += 1
          else if (sentAt >= start) ok += 1
        }
        received += bytes.length
        if (received < awaited) return
        const now = performance.now()
        if (sentAt >= start) times.push(now - sentAt)
        if (now < until) send()
        else socket.end(resolve)
      })
      socket.on('connect', send)
      socket.on('error', reject)
    })
  const warm = setTimeout(() => onWarm?.(), warmUpSeconds * 1_000)
  await Promise.all(Array.from({ length: connections }, one)).finally(() => clearTimeout(warm))
  const took = (performance.now() - start) / 1_000
  const sorted = times.toSorted((a, b) => a - b)
  return { ok, refused, perSecond: ok / took, p99Ms: Math.round(sorted[Math.floor(sorted.length * 0.99)] ?? 0) }
}

/** Bytes of a whole answer: head, blank line and body. The head always arrives in one piece on a loopback. */
const lengthOf = (bytes: Buffer): number => {
  const head = bytes.indexOf('\r\n\r\n')
  if (head === -1) throw new Error('the head of an answer came in pieces')
  const length = /content-length: (\d+)/i.exec(bytes.toString('latin1', 0, head))?.[1]
  if (length === undefined) throw new Error('an answer did not tell its length')
  return head + 4 + Number(length)
}
