import { unitsOf } from './acts/deposits.ts'
import type { Look, Owned } from './look.ts'

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
export const wronglySent = async ({ site, rows }: Look): Promise<string[]> => {
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

/** Deposits that do not agree with the books of their processor. */
export const wronglyCredited = async ({ site, rows }: Look): Promise<string[]> => {
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
