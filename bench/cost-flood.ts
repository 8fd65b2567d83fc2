import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openSession } from '@runnel/server/src/kernel/postgres/session.ts'
import { seededId } from '@runnel/server/src/test/claims.ts'
import { startServer } from '@runnel/server/src/test/server-process.ts'
import { tokenFor, userOf } from './cost-site.ts'
import { type Cost, type CostLine, shares, total } from './cost.ts'

export interface FloodInput {
  readonly url: string
  readonly dataDir: string
  readonly costs: readonly Cost[]
  readonly isAll: boolean
  readonly say: (text: string) => void
}

const DEAREST = 20
const SECONDS = 8
const CONNECTIONS = 16
const P95_MS_MAX = 100

/** While one address calls an endpoint as often as it is let: how long others wait, over a real connection. */
export const floodBench = async ({ url, dataDir, costs, isAll, say }: FloodInput): Promise<CostLine[]> => {
  const secret = randomBytes(32).toString('hex')
  const bound = { GUEST_CPU_PERCENT: String(shares.guest), MEMBER_CPU_PERCENT: String(shares.member), TRUST_PROXY: '1' }
  const env = { ...bound, DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secret, ADMIN_USERNAME: 'user0' }
  const server = await startServer({ ...env, NODE_ENV: 'production', LOG_LEVEL: 'fatal' })
  try {
    const tokens = await signIn(url)
    const probe = () => waits(server.address, tokens.other)
    await probe()
    const dear = costs.toSorted((a, b) => total(b.spent) - total(a.spent)).slice(0, isAll ? undefined : DEAREST)
    const lines: CostLine[] = []
    for (const [at, cost] of dear.entries()) {
      const one = { address: server.address, cost, token: tokens[cost.role] }
      let flooded = await floodOnce(probe, { ...one, net: at })
      // The machine may have been busy with something else: only what it does again counts.
      if (!flooded.held) flooded = await floodOnce(probe, { ...one, net: dear.length + at })
      const name = `${cost.endpoint.name} (${cost.role})`.padEnd(38)
      const line = `${flooded.held ? '✔' : '✖'} ${name} ${flooded.told}`
      say(`  ${line}`)
      lines.push({ line, held: flooded.held })
    }
    return lines
  } finally {
    await server.stop()
  }
}

const floodOnce = async (probe: () => Promise<number>, flooding: Flood) => {
  const quiet = await probe()
  const calls = flood(flooding)
  const p95 = await probe()
  const { through, refused } = await calls.stop()
  const told = `others wait ${p95.toFixed(0)} ms (quiet ${quiet.toFixed(0)}); ${through} answered, ${refused} refused`
  return { held: p95 < Math.max(P95_MS_MAX, 3 * quiet), told }
}

const signIn = async (url: string) => {
  const session = await openSession({ url, name: 'runnel bench' })
  const tokenOf = (user: number): Promise<string> =>
    tokenFor((text, values) => session.query(text, values), seededId(user))
  try {
    const { member, staff, other } = userOf
    return { guest: undefined, member: await tokenOf(member), staff: await tokenOf(staff), other: await tokenOf(other) }
  } finally {
    await session.close()
  }
}

/** The time within which 95 of 100 calls of other people are answered, in milliseconds. */
const waits = async (address: string, token: string): Promise<number> => {
  const times: number[] = []
  const until = performance.now() + SECONDS * 1_000
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.7' }
  for (let call = 0; performance.now() < until; call += 1) {
    const began = performance.now()
    const asked = call % 2 === 0 ? '/api/home' : '/api/user/me'
    const guest = { 'x-forwarded-for': `203.0.${call % 200}.7` }
    const answer = await fetch(address + asked, { headers: call % 2 === 0 ? guest : headers })
    await answer.arrayBuffer()
    // What is not answered was waited for in vain.
    times.push(answer.status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY)
    // As often as neither runs into its own limits.
    await pause(200)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
}

interface Flood {
  readonly address: string
  readonly cost: Cost
  readonly token: string | undefined
  readonly net: number
}

/** Calls over some connections as fast as it is answered, and slows down only where it is told to. */
const flood = ({ address, cost, token, net }: Flood) => {
  const { input, role } = cost
  let going = true
  let [through, refused] = [0, 0]
  const headers = {
    ...input.headers,
    'x-forwarded-for': `192.0.${net % 250}.7`,
    ...(role === 'guest' || token === undefined ? {} : { authorization: `Bearer ${token}` }),
  }
  const one = async (): Promise<void> => {
    while (going) {
      const answer = await fetch(address + input.path, {
        method: input.method,
        headers,
        ...(input.body === undefined ? {} : { body: input.body as BodyInit }),
      }).catch(() => undefined)
      if (answer?.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
      else await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.status === 429 || answer === undefined) {
        refused += 1
        await pause(200)
      } else through += 1
    }
  }
  const running = Promise.all(Array.from({ length: CONNECTIONS }, one))
  return {
    stop: async () => {
      going = false
      await running
      return { through, refused }
    },
  }
}
