import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '@runnel/contract/values'
import { alone, shareCounts, type Siblings } from '#kernel/processes/siblings.ts'
import { refuseTooMany } from './rate-limit.ts'

/** Percent of one processor core that the calls of one of these may take for long; 0: no bound. */
export interface CpuShares {
  /** Of all guests of one network together. */
  readonly guest: number
  /** Of one member; the site's people get twice as much. */
  readonly member: number
}

/**
 * Processor time in front of everything: each call takes what it may cost at most (`cost` of its route) out of a bucket
 * that fills at a fixed rate. Whatever the calls are, their sum stays below that rate. One node counts for itself,
 * because it is its own processor that is guarded; its processes tell one another what was taken.
 */
export interface Allowances {
  /** Takes the cost of a call; waits for a moment where the bucket is empty, and refuses where that would take long. */
  readonly spend: (payer: Payer, costMs: number) => Promise<void>
  /** Gives back what turned out to be somebody else's to pay. */
  readonly refund: (payer: Payer, costMs: number) => void
  /** Who pays for the calls of a session that was here before. */
  readonly payerOf: (token: string) => Payer | undefined
  readonly remember: (token: string, caller: { readonly id: string; readonly role: Role }) => Payer
  readonly remove: (token: string) => void
}

/** `token` pays for looking up a session that was never here; `webhook` for the calls of other machines. */
export interface Payer {
  readonly kind: 'guest' | 'token' | 'webhook' | 'member' | 'staff'
  readonly who: string
}

interface Rule {
  /** Milliseconds of processor time that come back in a second, and that may be taken at once. */
  readonly perSecond: number
  readonly burst: number
  /** How long a call waits for its turn; machines are not told to come back, they often do not. */
  readonly waitMs: number
}

const ruleOf = (kind: Payer['kind'], { guest, member }: CpuShares): Rule => {
  const share = { guest, token: guest / 4, webhook: guest, member, staff: 2 * member }[kind]
  return { perSecond: share * 10, burst: share * 10, waitMs: kind === 'webhook' ? 20_000 : 2_000 }
}

interface Bucket {
  /** Milliseconds of processor time that are left; below nothing where calls wait for their turn. */
  readonly level: number
  readonly at: number
}

/** Both are forgotten from the oldest on: a full bucket is what a new one is, and a session is looked up again. */
const BUCKETS_MAX = 50_000
const SESSIONS_MAX = 50_000

interface AllowancesInput {
  readonly now?: () => number
  readonly siblings?: Siblings
}

export const openAllowances = (
  shares: CpuShares,
  { now = () => performance.now(), siblings = alone }: AllowancesInput = {},
): Allowances => {
  const buckets = new Map<string, Bucket>()
  const payers = new Map<string, Payer>()
  const levelOf = (name: string, { perSecond, burst }: Rule): number => {
    const known = buckets.get(name)
    if (known === undefined) return burst
    return Math.min(burst, known.level + ((now() - known.at) / 1_000) * perSecond)
  }
  const change = ({ kind, who }: Payer, amount: number): void => {
    const name = `${kind} ${who}`
    const level = levelOf(name, ruleOf(kind, shares)) + amount
    keepNewest(buckets, { key: name, value: { level, at: now() }, most: BUCKETS_MAX })
  }
  const shared = shareCounts(siblings, 'allowances', (key, amount) => change(ofKey(key), amount))
  const put = (payer: Payer, amount: number): void => {
    change(payer, amount)
    shared.add(`${payer.kind} ${payer.who}`, amount)
  }
  return {
    spend: async (payer, costMs) => {
      const rule = ruleOf(payer.kind, shares)
      if (rule.perSecond === 0) return
      const level = levelOf(`${payer.kind} ${payer.who}`, rule)
      const waitMs = level > 0 ? 0 : (-level / rule.perSecond) * 1_000
      if (waitMs > rule.waitMs) refuseTooMany(Math.ceil(waitMs / 1_000))
      put(payer, -costMs)
      if (waitMs > 0) await pause(waitMs)
    },
    refund: (payer, costMs) => {
      if (ruleOf(payer.kind, shares).perSecond > 0) put(payer, costMs)
    },
    payerOf: (token) => payers.get(token),
    remember: (token, { id, role }) => {
      const payer: Payer = { kind: role === 'user' ? 'member' : 'staff', who: id }
      keepNewest(payers, { key: token, value: payer, most: SESSIONS_MAX })
      return payer
    },
    remove: (token) => void payers.delete(token),
  }
}

/** The payer of a bucket's name. */
const ofKey = (key: string): Payer => {
  const at = key.indexOf(' ')
  // Written by another process of this program.
  return { kind: key.slice(0, at) as Payer['kind'], who: key.slice(at + 1) }
}

const keepNewest = <T>(map: Map<string, T>, { key, value, most }: { key: string; value: T; most: number }): void => {
  map.delete(key)
  map.set(key, value)
  const [oldest] = map.keys()
  if (map.size > most && oldest !== undefined) map.delete(oldest)
}
