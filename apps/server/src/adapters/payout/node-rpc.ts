import * as z from 'zod/mini'
import { type Http, refusalOf } from '#adapters/deposit/http.ts'
import { parseWith } from '#adapters/deposit/json.ts'
import { say } from '#kernel/words/say.ts'

/** What a node said to a call. `unsent` and `lost` as in HTTP; `closed`: it does not let us in. */
export type NodeAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  | { readonly kind: 'unsent' | 'lost' | 'closed'; readonly reason: string }

/** Calls one node. */
export type Node = (method: string, ...params: readonly unknown[]) => Promise<NodeAnswer>

/** What an answer says that is not the one that was hoped for. */
export const rpcErrorMessage = (answer: NodeAnswer): string => {
  if (answer.kind === 'result') return say('owner.payout.nodeAnsweredSomethingElse')
  return answer.kind === 'error'
    ? say('owner.payout.nodeAnswered', { code: answer.code, message: answer.message })
    : answer.reason
}

const TIMEOUT_MS = 20_000

export interface NodeRpcDeps {
  readonly http: Http
}

const Failed = z.object({ error: z.object({ code: z.string(), message: z.string() }) })
const Done = z.object({ result: z.unknown() })

/**
 * Calls a node by JSON-RPC. Nodes of the old manner answer errors with HTTP 500 and both members, those of the new one
 * with 200 and one of them, so the body counts before the status. Numbers of the result are texts, digit for digit.
 */
export const callNode = async (
  { http }: NodeRpcDeps,
  address: string,
  { method, params }: { method: string; params: readonly unknown[] },
): Promise<NodeAnswer> => {
  const { url, headers } = splitAddress(address)
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const answer = await http.call({ method: 'POST', url, headers, body, timeoutMs: TIMEOUT_MS })
  if (answer.kind !== 'answered') return answer
  const failed = parseWith(Failed, answer.text)
  if (failed !== undefined) return { kind: 'error', code: Number(failed.error.code), message: inShort(failed) }
  if (answer.status === 401 || answer.status === 403) {
    return { kind: 'closed', reason: say('owner.payout.nodeRejectedSignCheck', { status: answer.status }) }
  }
  const done = answer.status === 200 ? parseWith(Done, answer.text) : undefined
  return done === undefined ? { kind: 'lost', reason: refusalOf(answer) } : { kind: 'result', result: done.result }
}

const inShort = ({ error }: z.infer<typeof Failed>): string => error.message.replaceAll(/\s+/g, ' ').slice(0, 200)

/** Name and password of an address go into a header, where HTTP wants them. */
const splitAddress = (address: string): { url: string; headers: Record<string, string> } => {
  const parsed = new URL(address)
  const { username, password } = parsed
  parsed.username = ''
  parsed.password = ''
  const name = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  const headers = { 'content-type': 'application/json' }
  if (username === '' && password === '') return { url: parsed.href, headers }
  return { url: parsed.href, headers: { ...headers, authorization: `Basic ${Buffer.from(name).toString('base64')}` } }
}

/**
 * Why a node may not be called there, as a sentence; null when it may. A node of one's own has no TLS, and is called
 * without it in a private network only: its password must not cross the world in the open.
 */
export const nodeAddressProblem = (http: Http, address: string): string | null =>
  URL.canParse(address) ? http.addressProblem(splitAddress(address).url) : say('owner.payout.nodeUrlInvalid')
