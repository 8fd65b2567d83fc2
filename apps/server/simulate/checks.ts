import { unitsOf } from './acts/deposits.ts'
import type { Observation, Owned } from './observation.ts'

export const worthOf = ({ main, deposit, held, debt }: Owned): number => main + deposit + held - debt

interface Lock {
  readonly locked_at: string | null
  readonly locked_until: string | null
}

export const isLocked = ({ locked_at, locked_until }: Lock, now: Date): boolean =>
  locked_at !== null && (locked_until === null || new Date(locked_until) > now)

/** What stands in a list more than once. */
export const repeated = (list: readonly string[]): string[] => [
  ...new Set(list.filter((one, index) => list.indexOf(one) !== index)),
]

/** Withdrawals that do not agree with the books of the providers. */
export const wronglySent = async ({ site, rows }: Observation): Promise<string[]> => {
  const found = await rows('SELECT id, status, address, trim_scale(receives)::text AS receives, tx_id FROM withdrawals')
  const byId = new Map(found.map((row) => [String(row['id']), row]))
  const wrong: string[] = []
  for (const { reference, amount, address, txId } of site.payouts.sent) {
    const row = byId.get(reference)
    if (row === undefined) wrong.push(`${txId} left for no withdrawal`)
    else if (row['receives'] !== amount || row['address'] !== address)
      wrong.push(`${txId} paid ${amount} to ${address}`)
    else if (['rejected', 'failed', 'review'].includes(String(row['status']))) {
      wrong.push(`${reference} is ${row['status']}, and left as ${txId}`)
    }
  }
  const sent = new Map(site.payouts.sent.map((one) => [one.reference, one.txId]))
  for (const [id, row] of byId) {
    if (row['status'] === 'paid' && sent.get(id) !== row['tx_id']) wrong.push(`${id} is paid by ${row['tx_id']}`)
  }
  return wrong
}

/** Deposits that do not agree with the ledger of their processor. */
export const wronglyCredited = async ({ site, rows }: Observation): Promise<string[]> => {
  const found = await rows(
    `SELECT p.deposit_id AS id, sum(t.amount)::text AS sum, count(*)::int AS count FROM deposit_payments p
     JOIN transfers t ON t.kind = 'deposit' AND t.key = 'deposit:' || p.id GROUP BY p.deposit_id`,
  )
  const all = await rows(`SELECT count(*)::int AS count FROM transfers WHERE kind = 'deposit'`)
  const wrong: string[] = []
  for (const { id, sum, count } of found) {
    const payments = site.deposits.invoices.get(String(id))?.payments ?? []
    const arrived = payments.reduce((total, { paid }) => total + unitsOf(paid), 0)
    const isAll = payments.length === Number(count)
    if (Number(sum) > arrived || (isAll && Number(sum) !== arrived)) wrong.push(`${id}: ${sum} of ${arrived}`)
  }
  const known = found.reduce((total, { count }) => total + Number(count), 0)
  return known === Number(all[0]?.['count']) ? wrong : [...wrong, 'a deposit belongs to no payment']
}

/** The larger of what may have counted; zero means that every one waits. */
export const autoMaxOf = ({ settings }: Observation): number => Math.max(...settings.map((one) => one.payout_auto_max))

const sourceKinds = ['faucet', 'bonus', 'challenge', 'coupon', 'link'] as const

export const stoppedPays = ({ stopped, transfers, withdrawals, record, settings }: Observation): string[] => {
  // A node that was cut off does not know yet, and in a dry run nothing stops.
  if (record.isTrouble || settings.some((one) => one.outflow_dry_run)) return []
  const paid = (record.isDecided ? [] : transfers).filter(({ kind, debit }) =>
    sourceKinds.some((source) => stopped.has(source) && kind === source && debit === `house:${source}`),
  )
  const sent = withdrawals.filter(({ to }) => to === 'sending' && stopped.has('payout'))
  return [...paid.map(({ key }) => key), ...sent.map(({ id, amount }) => `${amount} of ${id} is sent`)]
}

/** A settlement of a day keeps back what somebody would get who is locked at that moment. */
export const lockedEarns = async ({ transfers, rows, site }: Observation): Promise<string[]> => {
  const paid = transfers
    .filter(({ key }) => key.startsWith('referral:'))
    .map(({ credit }) => credit.replace('main:', ''))
  if (paid.length === 0) return []
  const locked = await rows(
    `SELECT username FROM users WHERE id = ANY ($1::uuid[]) AND locked_at IS NOT NULL
     AND (locked_until IS NULL OR locked_until > $2)`,
    [paid, site.clock()],
  )
  return locked.map(({ username }) => String(username))
}

export const untraced = async ({ record, rows, begun }: Observation): Promise<string[]> => {
  if (record.staffActs.size === 0 || record.isTrouble) return []
  const found = await rows('SELECT DISTINCT actor FROM audit WHERE at >= $1', [begun])
  const seen = new Set(found.map(({ actor }) => String(actor)))
  return [...record.staffActs].filter((id) => !seen.has(id)).map((id) => `${id} left no trace`)
}

const DAY_MS = 86_400_000

export const overSlice = ({ site, settings }: Observation): string[] => {
  const { raised } = site.known
  const since = site.clock().getTime() - DAY_MS
  raised.splice(0, raised.length, ...raised.filter(({ at }) => at > since))
  const slice = Math.max(...settings.map((one) => one.four_eyes_adjust_min))
  const sums = new Map<string, number>()
  for (const { by, of, amount } of raised) sums.set(`${by} ${of}`, (sums.get(`${by} ${of}`) ?? 0) + amount)
  return [...sums].filter(([, sum]) => sum >= slice).map(([who, sum]) => `${who}: ${sum} were raised alone`)
}

export const overBudget = ({ transfers, settings, record }: Observation): string[] => {
  if (record.isTrouble) return []
  return transfers
    .filter(({ kind, debit, amount }) => {
      const source = sourceKinds.find((one) => one === kind)
      if (source === undefined || debit !== `house:${source}`) return false
      return settings.every(({ daily_budgets: budgets }) => budgets[source] > 0 && amount > budgets[source])
    })
    .map(({ key, amount }) => `${key}: ${amount}`)
}

const PARTS = 10_000n

export const notPromised = ({ site }: Observation): string[] =>
  [...site.model.claims]
    .filter(([person]) => !site.model.unsure.has(person))
    .filter(([, { promised, paid }]) => paid * PARTS > promised || promised - paid * PARTS >= PARTS)
    .map(([person, { promised, paid }]) => `${person} got ${paid}, and was promised ${Number(promised) / 10_000}`)
